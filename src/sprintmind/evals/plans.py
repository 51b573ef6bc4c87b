"""Plans in a case: lessons and what was checked, in short forms, and what a verdict must say; no home is needed."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, Self
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime, Field, model_validator

from sprintmind.conditions.clock import Almanac, Freeze
from sprintmind.conditions.plans.kinds import plan_of
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.experiences import Action, CheckId, Outcome, Result
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus, LessonType
from sprintmind.errors import InputError
from sprintmind.evals.strict import Strict
from sprintmind.preflight import Assessment, examine


class LessonGiven(Strict):
    """A lesson, with what a case does not care about left out."""

    id: str
    type: Literal["failure", "counter_example", "near_miss"] = "failure"
    conditions: tuple[str, ...] = ()
    situation: str = "Something was changed."
    decision: str = ""
    root_cause: str = ""
    lesson: str = "Look first."
    group: str = ""
    services: tuple[str, ...] = ()
    guard: str = ""
    guard_confirmed: bool = False
    status: Literal["draft", "active", "superseded", "retired"] = "active"

    def lesson_made(self) -> Lesson:
        """Make the lesson."""
        return Lesson(
            id=LessonId(self.id),
            type=LessonType(self.type),
            situation=self.situation,
            decision=self.decision,
            root_cause=self.root_cause,
            lesson=self.lesson,
            trigger_conditions=self.conditions,
            incident_group=self.group,
            services=self.services,
            guard=self.guard,
            guard_confirmed=self.guard_confirmed,
            status=LessonStatus(self.status),
        )


class OutcomeGiven(Strict):
    """How the plan that was just checked turned out, or, reported again, one checked before."""

    id: str
    action: Literal["changed", "proceeded"] = "proceeded"
    result: Literal["fine", "failed"] | None = None
    check: str
    """Any word; the same word is the same check."""


class VerdictExpected(Strict):
    """What a check must say."""

    verdict: Literal["RED", "YELLOW", "GREEN", "UNKNOWN"] | None = None
    cites: tuple[str, ...] | None = None
    """All failures, near misses and outcomes that are cited, in any order."""
    counter_examples: tuple[str, ...] | None = None
    conditions: tuple[str, ...] = ()
    not_conditions: tuple[str, ...] = ()
    safe: tuple[str, ...] = ()
    """Conditions that must be there, on the safe side."""
    smallest_change: str | None = None
    says: tuple[str, ...] = ()
    """In the reason or the advice."""
    never_says: tuple[str, ...] = ()
    refused: str | None = None
    """The plan must be refused, with these words."""

    @model_validator(mode="after")
    def _can_fail(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("expects nothing, and so cannot fail")
        return self


class PlanGiven(Strict):
    """A plan that is checked, and what happens to it afterwards."""

    plan: str
    file: str = ""
    at: AwareDatetime | None = None
    expect: VerdictExpected
    outcomes: tuple[OutcomeGiven, ...] = ()
    """Recorded after the check, one after the other; the next plans know them."""


class Checks(Strict):
    """Lessons and the plans that are checked with them, in order."""

    zone: str = "Europe/Berlin"
    holidays: tuple[dt.date, ...] = ()
    freezes: tuple[tuple[dt.date, dt.date], ...] = ()
    lessons: tuple[LessonGiven, ...] = ()
    plans: tuple[PlanGiven, ...] = Field(min_length=1)


def run_checks(checks: Checks, *, now: dt.datetime) -> Iterator[str]:
    """Check the plans and tell what does not hold; in whatever order lessons are known, all must say the same."""
    lessons = [each.lesson_made() for each in checks.lessons]
    yield from _run(checks, lessons, now=now)
    yield from (f"with the lessons in reverse: {each}" for each in _run(checks, lessons[::-1], now=now))


def _run(checks: Checks, lessons: Sequence[Lesson], *, now: dt.datetime) -> Iterator[str]:
    zone = ZoneInfo(checks.zone)
    calendar = Calendar(zone=zone, holidays=frozenset(checks.holidays))
    freezes = tuple(Freeze(first=first, last=last) for first, last in checks.freezes)
    almanac = Almanac(calendar=calendar, freezes=freezes, now=now)
    outcomes: list[Outcome] = []
    for given in checks.plans:
        label = given.plan.strip().splitlines()[0][:50] if given.plan.strip() else "an empty plan"
        try:
            plan = plan_of(given.plan, file=given.file, at=given.at, zone=zone)
            found = examine(plan, lessons, outcomes, almanac=almanac)
        except InputError as error:
            if given.expect.refused is None or given.expect.refused not in str(error):
                yield f"{label}: it is refused: {error}"
            continue
        yield from (f"{label}: {failure}" for failure in _failures(given.expect, found))
        outcomes.extend(_outcomes(given.outcomes, found, after=now + dt.timedelta(hours=len(outcomes) + 1)))


def _outcomes(given: Iterable[OutcomeGiven], found: Assessment, *, after: dt.datetime) -> Iterator[Outcome]:
    for number, each in enumerate(given):
        yield Outcome(
            id=LessonId(each.id),
            check=CheckId(each.check),
            at=after + dt.timedelta(minutes=number),
            action=Action(each.action),
            result=Result(each.result) if each.result else None,
            conditions=found.conditions,
        )


def _failures(expect: VerdictExpected, found: Assessment) -> Iterator[str]:
    if expect.refused is not None:
        yield "it is not refused"
    if expect.verdict not in (None, found.graded.verdict.value):
        yield f"the verdict is {found.graded.verdict}, not {expect.verdict}: {found.graded.because}"
    yield from _differs("it cites", expect.cites, [each.lesson for each in found.graded.matches])
    shown = [each.lesson for each in found.graded.counter_examples]
    yield from _differs("its counter-examples are", expect.counter_examples, shown)
    dangers = {each.condition for each in found.conditions if not each.safe}
    safe = {each.condition for each in found.conditions if each.safe}
    yield from (f"it has no {name!r}, only {sorted(dangers)}" for name in expect.conditions if name not in dangers)
    yield from (f"{name!r} is not on its safe side {sorted(safe)}" for name in expect.safe if name not in safe)
    yield from (f"it has {name!r}" for name in expect.not_conditions if name in dangers | safe)
    if expect.smallest_change not in (None, found.change_text):
        yield f"the smallest change is {found.change_text!r}"
    told = f"{found.graded.because} {found.advice}"
    yield from (f"it does not say {words!r}: {told}" for words in expect.says if words not in told)
    yield from (f"it says {words!r}: {told}" for words in expect.never_says if words in told)


def _differs(what: str, wanted: Collection[str] | None, told: Collection[str]) -> Iterator[str]:
    if wanted is not None and sorted(wanted) != sorted(told):
        yield f"{what} {sorted(told)}, not {sorted(wanted)}"
