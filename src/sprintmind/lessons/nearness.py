"""Lessons that tell about the same: a warning for people, never a reason to refuse one."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sprintmind.domain.lessons import Lesson, LessonId
from sprintmind.domain.likeness import content_words

NEAR = 0.6
"""Shared words among all words of both; the same experience told twice lies above, two of one kind below."""
RARE = 12
"""Lessons that may share a word for the word to be looked up by; common words find everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """Two lessons that may be one."""

    lesson: LessonId
    other: LessonId
    likeness: float


def near_duplicates(new: Iterable[Lesson], known: Iterable[Lesson]) -> Iterator[Near]:
    """Find, for each new lesson, the known one that it repeats, unless both are records of one incident."""
    words: dict[LessonId, frozenset[str]] = {}
    groups: dict[LessonId, str] = {}
    by_word: dict[str, set[LessonId]] = defaultdict(set)
    fresh = {lesson.id: lesson for lesson in new}
    for lesson in (*known, *fresh.values()):
        words[lesson.id], groups[lesson.id] = _words(lesson), lesson.incident_group
        for word in words[lesson.id]:
            by_word[word].add(lesson.id)
    place = {name: number for number, name in enumerate(fresh)}
    for number, lesson in enumerate(fresh.values()):
        rare = sorted(words[lesson.id], key=lambda word: len(by_word[word]))[:RARE]
        others = {other for word in rare for other in by_word[word] if place.get(other, -1) < number}
        found = max(((_alike(words[lesson.id], words[each]), each) for each in sorted(others)), default=(0.0, ""))
        same = bool(groups[lesson.id]) and groups.get(LessonId(found[1])) == groups[lesson.id]
        if found[0] >= NEAR and not same:
            yield Near(lesson=lesson.id, other=LessonId(found[1]), likeness=round(found[0], 2))


def _words(lesson: Lesson) -> frozenset[str]:
    return content_words(f"{lesson.situation} {lesson.lesson}")


def _alike(some: frozenset[str], others: frozenset[str]) -> float:
    return len(some & others) / len(some | others) if some and others else 0.0
