"""The verdict on a plan, computed from what it shares with past experiences; no model and no clock has a say."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from sprintmind.domain.experiences import Experience
from sprintmind.domain.lessons import IncidentId, LessonId, LessonType
from sprintmind.domain.plans import ConditionName, PlanCondition


class Verdict(StrEnum):
    """What past experience says about a plan."""

    RED = "RED"
    YELLOW = "YELLOW"
    GREEN = "GREEN"
    """Nothing relevant was recalled; never "safe"."""
    UNKNOWN = "UNKNOWN"
    """There is nothing to compare with, or it could not be asked."""

    @property
    def gravity(self) -> int:
        """Orders verdicts from GREEN, 0, to RED, 2; UNKNOWN, -1, is none of them."""
        return ("GREEN", "YELLOW", "RED").index(self) if self is not Verdict.UNKNOWN else -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A failure or near miss that shares conditions with the plan."""

    lesson: LessonId
    type: LessonType
    conditions: tuple[ConditionName, ...]
    incident: IncidentId
    outcome: bool = False
    """It is the outcome of an earlier check."""
    guarded: bool = False
    elsewhere: bool = False
    """It names services, and none that the plan names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterExample:
    """A similar case that went fine."""

    lesson: LessonId
    conditions: tuple[ConditionName, ...]
    """The dangers that it shares with the plan."""
    covers: tuple[ConditionName, ...] = ()
    """Those that it speaks for: all it shares if the plan meets its whole safe side."""
    unmet: tuple[ConditionName, ...] = ()
    """What of its safe side the plan lacks or contradicts."""
    outcome: bool = False
    outdated: bool = False
    """The same was tried again later and failed."""


class BasisKind(StrEnum):
    """Why a verdict is RED."""

    TWO_OF_ONE = "two conditions of one failure"
    ONE_OF_TWO = "one condition of two failures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """A reason for RED, and whether counter-examples lift it."""

    kind: BasisKind
    conditions: tuple[ConditionName, ...]
    lessons: tuple[LessonId, ...]
    covered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A verdict with all that it rests on."""

    verdict: Verdict
    because: str
    """One sentence."""
    bases: tuple[Basis, ...] = ()
    matches: tuple[Match, ...] = ()
    counter_examples: tuple[CounterExample, ...] = ()

    @property
    def remaining(self) -> tuple[Basis, ...]:
        """The reasons for RED that no counter-example lifts."""
        return tuple(basis for basis in self.bases if not basis.covered)

    @property
    def cited(self) -> frozenset[LessonId]:
        """All that the verdict may name."""
        return frozenset({*(each.lesson for each in self.matches), *(each.lesson for each in self.counter_examples)})


def grade(
    conditions: Collection[PlanCondition],
    experiences: Collection[Experience],
    *,
    services: frozenset[str] = frozenset(),
) -> Graded:
    """Grade a plan.

    RED if it shares two specific conditions with one past failure, or one with two, and no counter-example that
    applies covers them; YELLOW if a failure or near miss shares any; else GREEN. All records of one incident are one
    failure, near misses only warn, and the order of anything makes no difference.

    Args:
        conditions: What the plan has, computed and said.
        experiences: Lessons that are active, and outcomes; nothing at all makes the verdict UNKNOWN.
        services: What the plan is known to touch; empty if that is not known.
    """
    if not experiences:
        return Graded(verdict=Verdict.UNKNOWN, because="there is no active lesson to compare the plan with")
    dangers = frozenset(each.condition for each in conditions if not each.safe and not each.common)
    measures = frozenset(each.condition for each in conditions if each.safe)
    relevant = sorted((each for each in experiences if each.on(dangers)), key=lambda each: each.id)
    counters = tuple(_counter_examples(relevant, dangers, measures))
    covered = frozenset(name for each in counters for name in each.covers)
    matches = tuple(_match(each, dangers, services) for each in relevant if each.type in _WARNINGS)
    bases = tuple(_bases(matches, covered))
    remaining = [basis for basis in bases if not basis.covered]
    verdict = Verdict.RED if remaining else Verdict.YELLOW if matches else Verdict.GREEN
    because = _because(verdict, bases, matches, compared=len(experiences))
    return Graded(verdict=verdict, because=because, bases=bases, matches=matches, counter_examples=counters)


_WARNINGS = frozenset({LessonType.FAILURE, LessonType.NEAR_MISS})


def _match(experience: Experience, dangers: frozenset[ConditionName], services: frozenset[str]) -> Match:
    return Match(
        lesson=experience.id,
        type=experience.type,
        conditions=tuple(sorted(experience.on(dangers))),
        incident=experience.incident,
        outcome=experience.outcome_at is not None,
        guarded=experience.guarded,
        elsewhere=bool(services and experience.services and services.isdisjoint(experience.services)),
    )


def _counter_examples(
    relevant: Collection[Experience], dangers: frozenset[ConditionName], measures: frozenset[ConditionName]
) -> Iterator[CounterExample]:
    failed = [each for each in relevant if each.type is LessonType.FAILURE and each.outcome_at]
    for each in relevant:
        if each.type is not LessonType.COUNTER_EXAMPLE:
            continue
        shared = each.on(dangers)
        unmet = [side.condition for side in each.safe_side if not side.holds(measures, dangers)]
        outdated = frozenset(name for other in failed if _outdates(other, each) for name in other.dangers)
        yield CounterExample(
            lesson=each.id,
            conditions=tuple(sorted(shared)),
            covers=() if unmet else tuple(sorted(shared - outdated)),
            unmet=tuple(sorted(unmet)),
            outcome=each.outcome_at is not None,
            outdated=bool(shared & outdated),
        )


def _outdates(failed: Experience, fine: Experience) -> bool:
    """Tell whether an outcome says of a counter-example that the same was tried again, later, and failed."""
    tried = frozenset(side.condition for side in failed.safe_side)
    same = all(side.holds(tried, failed.dangers) for side in fine.safe_side)
    later = fine.outcome_at is None or (failed.outcome_at is not None and failed.outcome_at > fine.outcome_at)
    return same and later


def _bases(matches: Iterable[Match], covered: frozenset[ConditionName]) -> Iterator[Basis]:
    """Find the reasons for RED: per incident, and per condition."""
    failures = [each for each in matches if each.type is LessonType.FAILURE and not each.guarded]
    incidents: dict[IncidentId, list[Match]] = defaultdict(list)
    for match in failures:
        incidents[match.incident].append(match)
    for _, records in sorted(incidents.items()):
        shared = frozenset(name for each in records for name in each.conditions)
        if len(shared) > 1:
            yield _basis(BasisKind.TWO_OF_ONE, shared, records, covered)
    for name in sorted({name for each in failures for name in each.conditions}):
        sharing = [each for each in failures if name in each.conditions and not each.elsewhere]
        if len({each.incident for each in sharing}) > 1:
            yield _basis(BasisKind.ONE_OF_TWO, frozenset({name}), sharing, covered)


def _basis(
    kind: BasisKind, shared: frozenset[ConditionName], records: Iterable[Match], covered: frozenset[ConditionName]
) -> Basis:
    lessons = tuple(each.lesson for each in records)
    return Basis(kind=kind, conditions=tuple(sorted(shared)), lessons=lessons, covered=shared <= covered)


def _because(verdict: Verdict, bases: Collection[Basis], matches: Collection[Match], *, compared: int) -> str:
    remaining = [basis for basis in bases if not basis.covered]
    if remaining:
        return "; ".join(dict.fromkeys(_reason(basis) for basis in remaining))
    if verdict is Verdict.GREEN:
        return (
            f"nothing similar among {compared} {'lesson' if compared == 1 else 'lessons'}; that is no proof of safety"
        )
    shared = sorted({name for each in matches for name in each.conditions})
    lessons = _listed(each.lesson for each in matches)
    if bases:
        return f"{lessons} share {_listed(shared)}, and similar cases went fine: outcomes are mixed"
    return f"the plan shares {_listed(shared)} with {lessons}, which is a partial match"


def _reason(basis: Basis) -> str:
    if basis.kind is BasisKind.TWO_OF_ONE:
        return f"{_listed(basis.conditions)} together led to a failure before ({_listed(basis.lessons)})"
    return f"{basis.conditions[0]} was part of independent failures ({_listed(basis.lessons)})"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
