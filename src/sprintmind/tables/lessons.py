"""Lessons for people."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import Lesson, LessonStatus, LessonType
from sprintmind.tables.words import Clock, counted, lines, plain, table, table_or, text
from sprintmind.teach import Change, Taught, TaughtLesson

_TYPES = {LessonType.FAILURE: "red", LessonType.COUNTER_EXAMPLE: "green", LessonType.NEAR_MISS: "yellow"}
SHOWN = 20
"""Lessons told one by one after an import; of more only the sum."""


def lessons(found: Sequence[KeptLesson], clock: Clock) -> RenderableType:
    """List lessons."""
    shown = table(
        "id", "type", "date", "what was learned, and when it applies", flexible="what was learned, and when it applies"
    )
    for kept in found:
        lesson = kept.lesson
        shown.add_row(text(lesson.id, "bold"), _type(lesson), clock.day(lesson.date), _gist(lesson))
    return table_or("there is no lesson; `sprintmind lessons import FILE` reads some", shown)


def lesson(kept: KeptLesson, clock: Clock) -> Iterator[RenderableType]:
    """Show one lesson whole; what rules filled in is marked."""
    found = kept.lesson
    yield Text.assemble(
        text(found.id, "bold"), "  ", _type(found), "  ", text(found.status.value), "  ", clock.day(found.date)
    )
    told = {
        "situation": found.situation,
        "believed": found.believed,
        "decision": found.decision,
        "what happened": found.what_happened,
        "root cause": found.root_cause,
        "recovery": found.recovery,
        "lesson": found.lesson,
        "trigger conditions": "; ".join(found.trigger_conditions),
        "incident group": found.incident_group,
        "services": ", ".join(found.services),
        "guard": _guard(found),
        "link": found.url,
    }
    marked = {name.replace("_", " ") for name in found.completed}
    yield lines(
        (text(name, "dim"), Text.assemble(text(words), *([(" (from rules)", "yellow")] if name in marked else [])))
        for name, words in told.items()
        if words
    )
    yield from _standing(kept, clock)


def taught(result: Taught) -> Iterator[RenderableType]:
    """Show the sum of an import, each lesson of a small one, and what may be told twice."""
    counts = Counter(each.change for each in result.lessons)
    told = ", ".join(f"{counts[change]} {_CHANGES[change]}" for change in Change if counts[change])
    drafts = sum(each.lesson.status is LessonStatus.DRAFT for each in result.lessons)
    drafted = f"; {counted(drafts, 'is a draft', 'are drafts')}" if drafts else ""
    yield Text(f"{counted(len(result.lessons), 'lesson')}: {told or 'none'}{drafted}")
    if len(result.lessons) <= SHOWN:
        yield lines(_line(each) for each in result.lessons if each.change in (Change.NEW, Change.CHANGED))
    for near in result.near:
        yield Text.assemble(
            ("near duplicate: ", "yellow"), text(near.lesson, "bold"), " tells much of what ", text(near.other, "bold"),
            " tells; one incident_group makes them one failure",
        )  # fmt: skip
    if drafts:
        yield Text(
            "A draft is no evidence until a person confirms it: sprintmind lessons confirm ID --by YOU", style="dim"
        )


_CHANGES = {
    Change.NEW: "new",
    Change.CHANGED: "changed",
    Change.SAME: "known already",
    Change.KEPT: "left as a person confirmed them",
}


def _line(each: TaughtLesson) -> tuple[Text, Text]:
    lesson = each.lesson
    return Text.assemble("  ", text(lesson.id, "bold")), Text.assemble(
        _type(lesson), " ", text(lesson.status.value, "dim"), " ", text(_cut(lesson.lesson))
    )


def _gist(lesson: Lesson) -> Text:
    shown = text(_cut(lesson.lesson))
    if lesson.status is not LessonStatus.ACTIVE:
        shown = Text.assemble((f"{lesson.status.value}: ", "yellow"), shown)
    if lesson.trigger_conditions:
        shown.append("\n").append_text(text("; ".join(lesson.trigger_conditions), "dim"))
    return shown


def _cut(words: str, length: int = 160) -> str:
    flat = plain(words)
    return flat if len(flat) <= length else f"{flat[:length].rsplit(' ', 1)[0]} …"


def _type(lesson: Lesson) -> Text:
    return Text(lesson.type.value.replace("_", " "), style=_TYPES[lesson.type])


def _guard(lesson: Lesson) -> str:
    if not lesson.guard:
        return ""
    return f"{lesson.guard} ({'confirmed' if lesson.guard_confirmed else 'not confirmed by a person'})"


def _standing(kept: KeptLesson, clock: Clock) -> Iterator[Text]:
    by = f" by {plain(kept.by)}" if kept.by else ""
    yield Text(f"told {clock.moment(kept.at)}{by}; version {kept.version}", style="dim")
    if kept.moved_by:
        successor = f", superseded by {plain(kept.successor)}" if kept.successor else ""
        reason = f": {plain(kept.reason)}" if kept.reason else ""
        yield Text(f"{kept.lesson.status.value} since {plain(kept.moved_by)} said so{successor}{reason}", style="dim")
