"""What fails again and again: clusters of lessons by the condition that they share, or what a memory makes of them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from sprintmind.conditions.described import describe, vocabulary
from sprintmind.conditions.lexicon import lexicon
from sprintmind.domain.experiences import Experience
from sprintmind.domain.lessons import Lesson, LessonId, LessonType
from sprintmind.domain.memories import Question
from sprintmind.domain.visibility import NOBODY
from sprintmind.errors import InputError, UnavailableError
from sprintmind.memory.port import Memories

QUESTION = "Which mistakes are we at risk of repeating?"
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "patterns": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "title": {"type": "string"},
                    "lessons": {"type": "array", "items": {"type": "string"}},
                    "rule": {"type": "string"},
                },
                "required": ["title", "lessons", "rule"],
            },
        }
    },
    "required": ["patterns"],
}
FEWEST = 2
"""Incidents that make a pattern; what happened once is a lesson."""
CLUSTERS = "clusters by shared condition"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Failures that have something in common."""

    title: str
    lessons: tuple[LessonId, ...]
    """Failures and near misses, each a lesson that there is."""
    failures: int
    """Independent incidents, without near misses."""
    counter_examples: tuple[LessonId, ...]
    rule: str
    """What would prevent the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """What was found, and how."""

    found: tuple[Pattern, ...]
    path: str
    """Which path ran, and why not the other."""
    compared: int
    """Among how many active lessons."""


def patterns(lessons: Iterable[Lesson], *, zone: tzinfo, open_memory: Callable[[], Memories]) -> Patterns:
    """Find patterns: by reflecting, where a memory's model answers in the shape that is asked for, else by conditions.

    Args:
        lessons: Active ones.
        zone: The team's, for windows of time.
        open_memory: Opens the memory.
    """
    known = {lesson.id: lesson for lesson in lessons}
    reflected, path = _reflected(known, open_memory) if known else ((), CLUSTERS)
    found = reflected or tuple(_clusters(known, zone))
    return Patterns(found=found, path=path, compared=len(known))


def _reflected(
    known: Mapping[LessonId, Lesson], open_memory: Callable[[], Memories]
) -> tuple[tuple[Pattern, ...], str]:
    """Ask the memory; what it says of lessons that there are not is left out."""
    try:
        question = Question(text=QUESTION, caller=NOBODY, kinds=("lesson", "outcome"))
        answer = open_memory().reflect(question, schema=SCHEMA)
    except InputError:
        return (), f"{CLUSTERS}; this memory answers in sentences, not in lists of lessons"
    except UnavailableError as error:
        return (), f"{CLUSTERS}; memory could not reflect: {error}"
    entries = answer.structured.get("patterns") if answer.structured else None
    found = tuple(_told(entries, known)) if isinstance(entries, list) else ()
    if not found:
        return (), f"{CLUSTERS}; memory has no model that reflects ({answer.path})"
    return found, f"memory reflected ({answer.path})"


def _told(entries: Iterable[object], known: Mapping[LessonId, Lesson]) -> Iterator[Pattern]:
    for entry in entries:
        if not isinstance(entry, Mapping):
            continue
        named = entry.get("lessons")
        ids = [LessonId(str(each)) for each in named] if isinstance(named, list) else []
        lessons = [known[each] for each in dict.fromkeys(ids) if each in known]
        bad = [each for each in lessons if each.type is not LessonType.COUNTER_EXAMPLE]
        if len(bad) >= FEWEST:
            yield Pattern(
                title=str(entry.get("title", ""))[:200],
                lessons=tuple(each.id for each in bad),
                failures=len({each.incident for each in bad if each.type is LessonType.FAILURE}),
                counter_examples=tuple(each.id for each in lessons if each.type is LessonType.COUNTER_EXAMPLE),
                rule=str(entry.get("rule", ""))[:400],
            )


def _clusters(known: Mapping[LessonId, Lesson], zone: tzinfo) -> Iterator[Pattern]:
    """Group by condition, those with the most incidents first; conditions of the same lessons are one pattern."""
    words = vocabulary({lesson: describe(lesson) for lesson in known.values()}, zone=zone)
    sharing: dict[str, list[Experience]] = defaultdict(list)
    for experience in words.experiences:
        for danger in experience.dangers:
            sharing[danger].append(experience)
    by_lessons: dict[tuple[LessonId, ...], list[str]] = defaultdict(list)
    for condition, experiences in sorted(sharing.items()):
        bad = [each for each in experiences if each.type is not LessonType.COUNTER_EXAMPLE]
        if len({each.incident for each in bad}) >= FEWEST:
            by_lessons[tuple(sorted(each.id for each in bad))].append(condition)
    made = (_cluster(ids, conditions, sharing, known) for ids, conditions in by_lessons.items())
    yield from sorted(made, key=lambda each: (-each.failures, -len(each.lessons), each.title))


def _cluster(
    ids: tuple[LessonId, ...],
    conditions: list[str],
    sharing: Mapping[str, list[Experience]],
    known: Mapping[LessonId, Lesson],
) -> Pattern:
    bad = [known[each] for each in ids]
    fine = {each.id for name in conditions for each in sharing[name] if each.type is LessonType.COUNTER_EXAMPLE}
    entries = [entry for entry in lexicon().values() if entry.name in conditions and entry.change]
    newest = max(bad, key=lambda each: (each.date.isoformat() if each.date else "", each.id))
    return Pattern(
        title=", ".join(conditions),
        lessons=ids,
        failures=len({each.incident for each in bad if each.type is LessonType.FAILURE}),
        counter_examples=tuple(sorted(fine)),
        rule="; ".join(entry.change for entry in entries) or newest.lesson,
    )
