"""What stands around a plan: freezes, holidays, and other plans for the same service at about the same time."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from itertools import islice

from sprintmind.conditions.times import Timing
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.freezes import Freeze
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.plans import ConditionName, FoundBy, Plan, PlanCondition

FREEZE = ConditionName("change freeze")
"""The lexicon's name for what a freeze of the team is."""
NOON = time(12)
NEAR = timedelta(hours=12)
"""When something breaks, nobody can tell two changes of one service apart that lie closer together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """When and where something is planned, and the team's days."""

    when: Timing
    services: frozenset[str]
    freezes: tuple[Freeze, ...]
    calendar: Calendar


def with_freezes(plan: Plan, freezes: Iterable[Freeze], *, when: Timing) -> Plan:
    """Add to a plan's facts the freeze that it falls into."""
    facts = (
        PlanCondition(
            condition=FREEZE,
            words=when.start.isoformat(timespec="minutes") if when.start else str(when.days[0]),
            found_by=FoundBy.CALENDAR,
            why=f"it lies within {each.name}, which ends at {each.end.isoformat(timespec='minutes')}",
        )
        for each in islice(_holding(plan, freezes, when), 1)
    )
    return replace(plan, facts=(*plan.facts, *facts))


def notes_around(plan: Plan, around: Around, *, others: Iterable[PlanCheck]) -> Iterator[str]:
    """Tell what a person should know of a plan's time."""
    at = _moment(around.when)
    if at is None:
        return
    for freeze in _holding(plan, around.freezes, around.when):
        yield f"{freeze.name}: nothing is deployed until {freeze.end.isoformat(timespec='minutes')}"
    day = at.astimezone(around.calendar.zone).date()
    if day in around.calendar.holidays:
        yield f"{day} is a public holiday of the team"
    for other in others:
        shared = sorted(around.services & other.services)
        if shared and around.when.start and _collides(other, around.when.start):
            when = other.planned_at.isoformat(timespec="minutes") if other.planned_at else ""
            yield f"another plan for {', '.join(shared)} is at {when}: “{other.title}” (check {other.id})"


def _holding(plan: Plan, freezes: Iterable[Freeze], when: Timing) -> Iterator[Freeze]:
    """Find the freezes that a plan falls into; one that is for some services only where the plan names one of them."""
    at = _moment(when)
    if at is None:
        return
    for freeze in freezes:
        if freeze.holds(at, lasting=when.duration) and (not freeze.services or _names(plan, freeze.services)):
            yield freeze


def _moment(when: Timing) -> datetime | None:
    """Tell when it begins; of a day without an hour, its noon."""
    if when.start or not when.days:
        return when.start
    return datetime.combine(when.days[0], NOON, when.zone)


def _names(plan: Plan, services: frozenset[str]) -> bool:
    text = plan.text.casefold()
    theirs = {each.casefold() for each in plan.services}
    return any(
        each.casefold() in theirs or re.search(rf"(?<!\w){re.escape(each.casefold())}(?!\w)", text) for each in services
    )


def _collides(other: PlanCheck, at: datetime) -> bool:
    return other.planned_at is not None and not other.settled and abs(other.planned_at - at) < NEAR
