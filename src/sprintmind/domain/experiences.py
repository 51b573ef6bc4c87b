"""What `grade()` weighs: lessons and outcomes in the shared vocabulary, each a danger that was met."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NewType

from sprintmind.domain.lessons import IncidentId, LessonId, LessonType
from sprintmind.domain.plans import ConditionName, PlanCondition

CheckId = NewType("CheckId", str)
"""Names one check of a plan."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class SafeSide:
    """What made a counter-example go well."""

    condition: ConditionName
    opposite: ConditionName | None = None
    """The danger that it is the absence of; only then may a plan be silent about it."""

    def holds(self, measures: frozenset[ConditionName], dangers: frozenset[ConditionName]) -> bool:
        """Tell whether a plan meets it: said, or an absence that the plan does not contradict."""
        if self.opposite is None:
            return self.condition in measures
        return self.opposite not in dangers


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """A lesson or an outcome, described by conditions."""

    id: LessonId
    type: LessonType
    dangers: frozenset[ConditionName]
    """Specific ones only: what nearly every plan has is no evidence and not among them."""
    safe_side: frozenset[SafeSide] = frozenset()
    incident: IncidentId
    services: frozenset[str] = frozenset()
    guarded: bool = False
    """A person has confirmed that something now prevents it."""
    outcome_at: datetime | None = None
    """Of an outcome, when it was recorded; None for a lesson."""

    def on(self, plan: frozenset[ConditionName]) -> frozenset[ConditionName]:
        """Tell which of its dangers a plan has."""
        return self.dangers & plan


class Action(StrEnum):
    """What was done about a verdict."""

    CHANGED = "changed"
    PROCEEDED = "proceeded"


class Result(StrEnum):
    """How it went."""

    FINE = "fine"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a checked plan turned out."""

    id: LessonId
    check: CheckId
    at: datetime
    """When it was recorded, UTC."""
    action: Action
    result: Result | None = None
    """None while nobody knows."""
    conditions: tuple[PlanCondition, ...]
    """Of the plan as it was checked."""
    services: frozenset[str] = frozenset()
    opposites: tuple[tuple[ConditionName, ConditionName], ...] = ()
    """Which of its safe-side conditions are mere absences, and of what."""


def experiences_of(outcomes: Iterable[Outcome]) -> tuple[Experience, ...]:
    """Turn outcomes into evidence, the newest of each check.

    Where the plan was changed, its conditions were not tried; where there is no result yet, nothing is known.
    """
    newest: dict[CheckId, Outcome] = {}
    for outcome in sorted(outcomes, key=lambda each: (each.at, each.id)):
        known = newest.get(outcome.check)
        newest[outcome.check] = outcome if known is None else _renewed(known, outcome)
    return tuple(
        _experience(outcome)
        for outcome in newest.values()
        if outcome.action is Action.PROCEEDED and outcome.result is not None
    )


def _renewed(known: Outcome, later: Outcome) -> Outcome:
    """Report again what was reported: still one record, under its first id, with a result that is not taken back."""
    return replace(later, id=known.id, result=later.result or known.result)


def _experience(outcome: Outcome) -> Experience:
    failed = outcome.result is Result.FAILED
    absences = dict(outcome.opposites)
    measures = (each.condition for each in outcome.conditions if each.safe)
    return Experience(
        id=outcome.id,
        type=LessonType.FAILURE if failed else LessonType.COUNTER_EXAMPLE,
        dangers=frozenset(each.condition for each in outcome.conditions if not each.safe and not each.common),
        safe_side=frozenset(SafeSide(condition=name, opposite=absences.get(name)) for name in measures),
        incident=IncidentId(f"outcome:{outcome.check}"),
        services=outcome.services,
        outcome_at=outcome.at,
    )
