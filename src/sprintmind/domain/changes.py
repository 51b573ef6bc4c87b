"""The smallest change of a plan that would lower its verdict, found by trying and grading again."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from sprintmind.domain.experiences import Experience
from sprintmind.domain.plans import ConditionName, PlanCondition
from sprintmind.domain.verdicts import Graded, Verdict, grade

LARGEST = 3  # steps that are tried together; a change of more is no small one


class Ease(IntEnum):
    """Which of two changes of the same size is preferred."""

    MEASURE = 0
    """Something is done that made a similar case go well."""
    MANNER = 1
    """The same change at another time or in another way."""
    PURPOSE = 2
    """The change itself, or a part of it, is left out."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Step:
    """One thing to change in a plan."""

    ease: Ease
    condition: ConditionName
    """The danger to take out, or the measure to add."""

    @property
    def adds(self) -> bool:
        """It adds a measure and takes no danger out."""
        return self.ease is Ease.MEASURE


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallestChange:
    """A set of steps, and the verdict that the plan would have with them."""

    steps: tuple[Step, ...]
    verdict: Verdict


def smallest_change(
    graded: Graded,
    conditions: Collection[PlanCondition],
    experiences: Collection[Experience],
    *,
    services: frozenset[str] = frozenset(),
    eases: Mapping[ConditionName, Ease] | None = None,
) -> SmallestChange | None:
    """Find the fewest steps that lower a verdict; of equally many, measures before manner before purpose.

    Args:
        graded: The plan as it is.
        conditions: What it has.
        experiences: What it was graded with.
        services: What it touches.
        eases: What taking a danger out means, `MANNER` where nothing is said.

    Returns:
        None if the verdict cannot be lowered, or not in this way.
    """
    if graded.verdict not in (Verdict.RED, Verdict.YELLOW):
        return None
    dangers = frozenset(name for match in graded.matches for name in match.conditions)
    relevant = _shapes([each for each in experiences if each.on(dangers)], dangers)
    for steps in _tries(graded, dangers, eases or {}):
        changed = _changed(conditions, steps)
        verdict = grade(changed, relevant, services=services).verdict
        if verdict.gravity < graded.verdict.gravity:
            return SmallestChange(steps=steps, verdict=verdict)
    return None


def _tries(
    graded: Graded, dangers: frozenset[ConditionName], eases: Mapping[ConditionName, Ease]
) -> Iterator[tuple[Step, ...]]:
    """Tell what to try, the smallest and easiest first; what takes everything out comes last."""
    named = frozenset(name for basis in graded.remaining for name in basis.conditions) or dangers
    out = [Step(ease=eases.get(name, Ease.MANNER), condition=name) for name in sorted(named)]
    unmet = frozenset(name for each in graded.counter_examples if set(each.conditions) & named for name in each.unmet)
    measures = [Step(ease=Ease.MEASURE, condition=name) for name in sorted(unmet)]
    steps = sorted([*measures, *out])
    if graded.verdict is Verdict.RED:
        for size in range(1, min(LARGEST, len(steps)) + 1):
            yield from sorted(combinations(steps, size), key=lambda each: (sum(step.ease for step in each), each))
    yield tuple(sorted(out))


def _changed(conditions: Collection[PlanCondition], steps: Collection[Step]) -> tuple[PlanCondition, ...]:
    gone = frozenset(step.condition for step in steps if not step.adds)
    added = (PlanCondition(condition=step.condition, words="", safe=True) for step in steps if step.adds)
    return (*(each for each in conditions if each.condition not in gone), *added)


def _shapes(experiences: Collection[Experience], dangers: frozenset[ConditionName]) -> tuple[Experience, ...]:
    """Keep two incidents of each kind, which is all that a verdict can depend on, so that trying stays quick."""
    kept: dict[object, dict[object, list[Experience]]] = {}
    for each in experiences:
        shape = (each.type, each.on(dangers), each.safe_side, each.services, each.guarded, each.outcome_at)
        incidents = kept.setdefault(shape, {})
        if each.incident in incidents or len(incidents) < 2 or _joined(each):
            incidents.setdefault(each.incident, []).append(each)
    return tuple(each for incidents in kept.values() for records in incidents.values() for each in records)


def _joined(experience: Experience) -> bool:
    """Tell whether it may be one of several records of its incident, whose conditions are united."""
    return experience.incident.startswith("group:")
