"""When sprints start and end: what was said of each, under every name that it had."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sprintmind.domain.events import Name
from sprintmind.domain.heard import Touching
from sprintmind.domain.moments import counts_from
from sprintmind.domain.people import Team
from sprintmind.domain.sprints import SprintEnd, SprintSeen, sprint_ends, sprints


@dataclass(frozen=True, slots=True)
class Starts:
    """When some sprints start, and when they end."""

    names: frozenset[str]
    """All names that these sprints, and those that shared a name with them, have had."""
    known: Mapping[str, date]
    """On which of the team's days each starts, by its name now, where that is known."""
    ends: Mapping[str, SprintEnd]
    """When each ends, likewise."""
    waiting: Mapping[Name, datetime | None]
    """By name, when the next thing shown for the future begins to count; None where nothing waits."""


def sprint_starts(names: Iterable[Name], touching: Touching, *, team: Team, by: datetime) -> Starts:
    """Tell when sprints start, and when they end.

    A sprint that is renamed takes its start along, and two boards may each have a "Sprint 1": so everything is looked
    at that bears on any name or id which the sprints asked for lead to.

    Args:
        names: Of sprints, by id or by name, as events name them.
        touching: Finds events by what they touch.
        team: Whose day it is.
        by: What was shown later waits.
    """
    seen, reached = _gathered(frozenset(names), touching)
    starts = {each: counts_from(each.at, date_only=False, calendar=team.calendar) for each in seen}
    found = sprints(each for each in seen if starts[each] <= by)
    called = {name for name in reached if name.startswith("sprint:")}
    return Starts(
        names=frozenset(name.removeprefix("sprint:") for name in called),
        known={each.name: team.calendar.day(each.start) for each in found if each.start},
        ends=sprint_ends(found),
        waiting={
            name: min((starts[each] for each in seen if name in each.names and starts[each] > by), default=None)
            for name in called
        },
    )


def _gathered(names: frozenset[Name], touching: Touching) -> tuple[frozenset[SprintSeen], frozenset[Name]]:
    """Find what was seen of some sprints, and every id and name that leads to any of it."""
    seen: set[SprintSeen] = set()
    reached: frozenset[Name] = frozenset()
    while ahead := names - reached:
        reached |= ahead
        found = (o for each in touching(ahead) for o in each.event.observations if isinstance(o, SprintSeen))
        seen |= {each for each in found if ahead & {*each.names}}
        names |= {name for each in seen for name in each.names}
    return frozenset(seen), reached
