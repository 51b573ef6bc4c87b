"""One check of a plan, as it is kept: what was judged, on what grounds, and how it turned out."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from sprintmind.domain.events import TEAM_AUDIENCE, Audience, ClaimId, PersonId, TicketKey, digest
from sprintmind.domain.experiences import Action, CheckId, Outcome, Result
from sprintmind.domain.lessons import LessonId
from sprintmind.domain.plans import PlanCondition, Subject
from sprintmind.domain.verdicts import CounterExample, Match, Verdict

POLICY = "1"
"""The version of the rules by which plans are graded; a check names the one that judged it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One query to memory, with what it found."""

    query: str
    found: tuple[str, ...] = ()
    """Document ids, best first; of lessons their ids."""
    milliseconds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """What was asked of memory, so that a surprise can be traced."""

    used: bool
    """Memory answered at least one query."""
    backend: str = ""
    queries: tuple[Asked, ...] = ()
    milliseconds: int = 0
    path: str = ""
    """One sentence: what ran, and what did not."""
    failed: bool = False
    """It was asked and did not answer, or not all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """A person lets a plan pass in spite of its verdict, until an hour."""

    by: PersonId
    reason: str
    at: datetime
    expires: datetime
    incident: bool = False
    """A hotfix while something burns; it changes no colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldOutcome:
    """How a checked plan turned out, as people told last."""

    action: Action
    at: datetime
    by: PersonId
    result: Result | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a cited experience said when the plan was checked; since then it may have been written anew."""

    lesson: LessonId
    situation: str
    """Of an outcome, the title of the plan that it is of."""
    learned: str
    audience: Audience = TEAM_AUDIENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCheck:
    """One check of one plan. The plan's text is not kept: its digest, its title and the words of its conditions are."""

    id: CheckId
    at: datetime
    """When it was asked, UTC."""
    plan: str
    """The digest of the plan's text."""
    title: str
    """Its first words, without anything that looks like a secret."""
    kind: str
    verdict: Verdict
    because: str
    by: PersonId | None = None
    """Who asked; None: nobody in particular."""
    planned_at: datetime | None = None
    conditions: tuple[PlanCondition, ...] = ()
    services: frozenset[str] = frozenset()
    subjects: tuple[Subject, ...] = ()
    tickets: tuple[TicketKey, ...] = ()
    """Those that it names, and those whose pull requests it names."""
    commitments: tuple[ClaimId, ...] = ()
    """Promises that hang on these."""
    matches: tuple[Match, ...] = ()
    counter_examples: tuple[LessonId, ...] = ()
    counters: tuple[CounterExample, ...] = ()
    """The same counter-examples with what each shares, covers and lacks; of checks from before, only their ids."""
    quotes: tuple[Quote, ...] = ()
    """What each that is cited said."""
    lessons: tuple[tuple[LessonId, str], ...] = ()
    """The version of every lesson that was cited."""
    compared: int = 0
    """How many experiences there were to compare with."""
    advice: str = ""
    smallest_change: str = ""
    author: str = "templates"
    panel: Panel = Panel(used=False)
    policy: str = POLICY
    outcome: ToldOutcome | None = None
    overrides: tuple[Override, ...] = ()

    @property
    def outcome_id(self) -> LessonId:
        """The id of its one outcome, as later verdicts cite it."""
        return outcome_id(self.id)

    @property
    def cited(self) -> frozenset[LessonId]:
        """Every experience that the verdict rests on or that speaks against it."""
        return frozenset((*(each.lesson for each in self.matches), *self.counter_examples))

    @property
    def settled(self) -> bool:
        """Nothing is open any more: the plan was changed, or everybody knows how it went."""
        return self.outcome is not None and (self.outcome.action is Action.CHANGED or self.outcome.result is not None)

    @property
    def counter_evidence(self) -> tuple[CounterExample, ...]:
        """Every counter-example, with what is kept of it."""
        known = {each.lesson for each in self.counters}
        bare = (CounterExample(lesson=each, conditions=()) for each in self.counter_examples if each not in known)
        return (*self.counters, *bare)

    def quote(self, lesson: LessonId) -> Quote | None:
        """Find what a cited experience said then; None where that is not kept."""
        return next((each for each in self.quotes if each.lesson == lesson), None)

    def overridden(self, now: datetime) -> Override | None:
        """Find an override that holds now."""
        return next((each for each in reversed(self.overrides) if now < each.expires), None)


def outcome_id(check: CheckId) -> LessonId:
    """Name the outcome of a check; a check has one.

    >>> outcome_id(CheckId("C12ab"))
    'O12ab'
    """
    return LessonId(f"O{check.removeprefix('C')}")


def check_id(plan: str, *, at: datetime, by: PersonId | None, before: int) -> CheckId:
    """Name a check; asked again it is another one, delivered again it is the same.

    Args:
        plan: The digest of its text.
        at: When it is asked.
        by: Who asks.
        before: How many checks of this plan there were.
    """
    return CheckId(f"C{digest(plan, at.isoformat(), by, before, size=5)}")


def outcomes_of(checks: Iterable[PlanCheck]) -> tuple[Outcome, ...]:
    """Take the outcomes of checks as evidence for others."""
    return tuple(
        Outcome(
            id=check.outcome_id,
            check=check.id,
            at=check.outcome.at,
            action=check.outcome.action,
            result=check.outcome.result,
            conditions=check.conditions,
            services=check.services,
        )
        for check in checks
        if check.outcome is not None
    )


def told(known: ToldOutcome | None, new: ToldOutcome) -> ToldOutcome:
    """Put a newer outcome in place of what was told before; what it leaves open stays as it was.

    Where the plan was changed, or the action is another one now, an earlier result says nothing.
    """
    if known is None or known.action is not new.action:
        return new
    return replace(new, result=new.result or known.result, note=new.note or known.note)
