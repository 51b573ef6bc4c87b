"""Lessons that tell about the same: a warning for people, never a reason to refuse one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from sprintmind.domain.lessons import Lesson, LessonId
from sprintmind.domain.likeness import content_words

Words = frozenset[str]

NEAR = 0.6
"""Shared words among all words of both; the same experience told twice lies above, two of one kind below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """Two lessons that may be one."""

    lesson: LessonId
    other: LessonId
    likeness: float


def near_duplicates(new: Iterable[Lesson], known: Iterable[Lesson]) -> Iterator[Near]:
    """Find, for each new lesson, the known one that it repeats, unless both are records of one incident.

    Two that are near share one of their rarest words, so only those are compared: of ten thousand, a few each.
    """
    fresh = {lesson.id: lesson for lesson in new}
    every = {lesson.id: lesson for lesson in (*known, *fresh.values())}
    words = {name: _words(lesson) for name, lesson in every.items()}
    counts = Counter(word for each in words.values() for word in each)
    rarest = {name: _rarest(each, counts) for name, each in words.items()}
    sharing: dict[str, list[LessonId]] = defaultdict(list)
    for name in every:
        if name not in fresh:
            _put(name, rarest[name], sharing)
    for name, lesson in fresh.items():
        others = sorted({other for word in rarest[name] for other in sharing[word]})
        found, other = max(((_alike(words[name], words[each]), each) for each in others), default=(0.0, name))
        _put(name, rarest[name], sharing)
        same = bool(lesson.incident_group) and every[other].incident_group == lesson.incident_group
        if found >= NEAR and not same:
            yield Near(lesson=name, other=other, likeness=round(found, 2))


def _words(lesson: Lesson) -> Words:
    return content_words(f"{lesson.situation} {lesson.lesson}")


def _rarest(words: Words, counts: Counter[str]) -> list[str]:
    """Take as many of the rarest words that, of two near texts, one at least must be among those of both."""
    shared = ceil(NEAR * len(words))
    return sorted(words, key=lambda word: (counts[word], word))[: len(words) - shared + 1] if words else []


def _put(name: LessonId, words: Iterable[str], sharing: dict[str, list[LessonId]]) -> None:
    for word in words:
        sharing[word].append(name)


def _alike(some: Words, others: Words) -> float:
    return len(some & others) / len(some | others) if some and others else 0.0
