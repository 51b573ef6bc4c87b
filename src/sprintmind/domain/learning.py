"""What preflight is told, as events show it, and the fold to lessons and checks as they stand."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from functools import reduce
from typing import TypeVar

from sprintmind.domain.events import Name, Observation, PersonId, digest, named
from sprintmind.domain.experiences import Action, CheckId, Result
from sprintmind.domain.heard import Heard
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus
from sprintmind.domain.plan_checks import Override, PlanCheck, ToldOutcome, told

LESSON = "lesson"
CHECK = "check"
PLAN = "plan"
PLANNED = "planned"
"""Kinds of names: a lesson, a check, the digest of a plan, and a ticket that plans name."""


class Move(StrEnum):
    """What a person does with a lesson that is there."""

    CONFIRM = "confirm"
    GUARD = "guard"
    """Confirms that what should prevent it does."""
    RETIRE = "retire"
    SUPERSEDE = "supersede"


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonTold(Observation):
    """Somebody wrote a lesson, or wrote it anew."""

    lesson: Lesson
    by: PersonId | None = None
    sequence: int = 0
    """How many events told of it before, as far as the writer knew; it decides within one moment."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The lesson."""
        return (named(LESSON, self.lesson.id),)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonMoved(Observation):
    """A person confirmed, retired or superseded a lesson."""

    lesson: LessonId
    move: Move
    by: PersonId
    reason: str = ""
    successor: LessonId | None = None
    sequence: int = 0

    @property
    def names(self) -> tuple[Name, ...]:
        """The lesson."""
        return (named(LESSON, self.lesson),)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckMade(Observation):
    """A plan was checked."""

    check: PlanCheck
    sequence: int = 0

    @property
    def names(self) -> tuple[Name, ...]:
        """The check, the plan, and the tickets that it names; these are not shown anything by it."""
        tickets = (named(PLANNED, key) for key in self.check.tickets)
        return (named(CHECK, self.check.id), named(PLAN, self.check.plan), *tickets)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeTold(Observation):
    """Somebody told what was done about a verdict, and how it went."""

    check: CheckId
    action: Action
    by: PersonId
    result: Result | None = None
    note: str = ""
    sequence: int = 0

    @property
    def names(self) -> tuple[Name, ...]:
        """The check."""
        return (named(CHECK, self.check),)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOverridden(Observation):
    """A person let a plan pass in spite of its verdict."""

    check: CheckId
    by: PersonId
    reason: str
    expires: datetime
    incident: bool = False
    sequence: int = 0

    @property
    def names(self) -> tuple[Name, ...]:
        """The check."""
        return (named(CHECK, self.check),)


LEARNED = (LessonTold, LessonMoved, CheckMade, OutcomeTold, CheckOverridden)
"""What is told of lessons and checks: of one that is erased, all of it goes."""


def sentences_of(told: Observation) -> tuple[str, ...]:
    """Give what people wrote in whole sentences; the short phrases of conditions are anybody's."""
    match told:
        case LessonTold():
            lesson = told.lesson
            own = (lesson.situation, lesson.believed, lesson.decision, lesson.what_happened, lesson.root_cause)
            return (*own, lesson.recovery, lesson.lesson, lesson.guard)
        case CheckMade():
            return (told.check.title,)
        case OutcomeTold():
            return (told.note,)
        case LessonMoved() | CheckOverridden():
            return (told.reason,)
        case _:
            return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLesson:
    """A lesson as it stands, and who said so last."""

    lesson: Lesson
    at: datetime
    """When it was told, UTC."""
    by: PersonId | None = None
    moved_by: PersonId | None = None
    """Who confirmed, retired or superseded it last."""
    reason: str = ""
    successor: LessonId | None = None

    @property
    def version(self) -> str:
        """Names its words; it changes with them and with nothing else."""
        return version(self.lesson)


def version(lesson: Lesson) -> str:
    """Name a lesson's words: the same on every machine, whatever became of it."""
    told = {name: getattr(lesson, name) for name in _WORDS}
    told["date"] = lesson.date.isoformat() if lesson.date else None
    told["type"] = lesson.type.value
    told["audience"] = (lesson.audience.visibility.value, tuple(sorted(lesson.audience.people)))
    return digest(tuple(sorted(told.items())), size=5)


_STANDING = frozenset({"status", "completed", "guard_confirmed"})
_WORDS = tuple(each.name for each in fields(Lesson) if each.name not in _STANDING)


def lesson_state(heard: Iterable[Heard], id: LessonId) -> KeptLesson | None:
    """Fold what events tell of a lesson; None where nobody wrote it."""
    seen = _in_order(heard, LessonTold)
    written = [each for each in seen if each.lesson.id == id]
    if not written:
        return None
    newest = written[-1]
    moves = [each for each in _in_order(heard, LessonMoved) if each.lesson == id and _place(each) > _place(newest)]
    first = KeptLesson(lesson=newest.lesson, at=newest.at, by=newest.by)
    return reduce(_moved, moves, first)


def check_state(heard: Iterable[Heard], id: CheckId) -> PlanCheck | None:
    """Fold what events tell of a check; None where nobody made it."""
    made = next((each.check for each in _in_order(heard, CheckMade) if each.check.id == id), None)
    if made is None:
        return None
    outcome: ToldOutcome | None = None
    for each in _in_order(heard, OutcomeTold):
        if each.check == id:
            new = ToldOutcome(action=each.action, at=each.at, by=each.by, result=each.result, note=each.note)
            outcome = told(outcome, new)
    overrides = tuple(
        Override(by=each.by, reason=each.reason, at=each.at, expires=each.expires, incident=each.incident)
        for each in _in_order(heard, CheckOverridden)
        if each.check == id
    )
    return replace(made, outcome=outcome, overrides=overrides)


def _moved(kept: KeptLesson, by: LessonMoved) -> KeptLesson:
    lesson = kept.lesson
    match by.move:
        case Move.CONFIRM:
            lesson = replace(lesson, status=LessonStatus.ACTIVE, completed=frozenset())
        case Move.GUARD:
            lesson = replace(lesson, guard_confirmed=bool(lesson.guard))
        case Move.RETIRE:
            lesson = replace(lesson, status=LessonStatus.RETIRED)
        case Move.SUPERSEDE:
            lesson = replace(lesson, status=LessonStatus.SUPERSEDED)
    return replace(kept, lesson=lesson, moved_by=by.by, reason=by.reason, successor=by.successor or kept.successor)


Told = TypeVar("Told", LessonTold, LessonMoved, CheckMade, OutcomeTold, CheckOverridden)
_Place = tuple[datetime, int, str]


def _in_order(heard: Iterable[Heard], kind: type[Told]) -> list[Told]:
    """Take the observations of one kind, each once, in the order in which they were said."""
    found = {o.event: o for each in heard for o in each.event.observations if isinstance(o, kind)}
    return sorted(found.values(), key=_place)


def _place(each: LessonTold | LessonMoved | CheckMade | OutcomeTold | CheckOverridden) -> _Place:
    return each.at, each.sequence, each.event
