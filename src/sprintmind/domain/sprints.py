"""Sprints: when each ran, which tickets were in it when, and which of them were committed at its start."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import Claim, EventKey, Name, Observation, TicketKey, named

STATES = ("future", "active", "closed", "deleted")
"""In this order only; a sprint never goes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SprintSeen(Observation):
    """A sprint stood like this at a moment."""

    id: str
    name: str
    state: str
    """One of `STATES`."""
    start: datetime | None = None
    end: datetime | None = None
    """When it was planned to end."""
    completed: datetime | None = None
    board: str = ""

    @property
    def names(self) -> tuple[Name, ...]:
        """The sprint by its id and by its name, which is what a ticket's field says."""
        return (named("sprint-id", self.id), named("sprint", self.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class SprintEnd:
    """When a sprint was closed, or is planned to end."""

    at: datetime
    """UTC."""
    closed: bool
    event: EventKey
    """The newest that shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership:
    """A ticket was in a sprint from one moment up to another."""

    sprint: str
    """By its name."""
    start: datetime
    end: datetime | None
    """None while it still is."""


def sprints(observations: Iterable[Observation]) -> tuple[SprintSeen, ...]:
    """Tell each sprint as it was last seen, in order of start and id; the order given does not matter."""
    newest: dict[str, SprintSeen] = {}
    for seen in sorted((each for each in observations if isinstance(each, SprintSeen)), key=_order):
        newest[seen.id] = seen
    return tuple(sorted(newest.values(), key=lambda seen: (seen.start or seen.at, seen.id)))


def sprint_ends(seen: Iterable[SprintSeen]) -> Mapping[str, SprintEnd]:
    """Tell when sprints end, by name, where that is known.

    Two boards may each have a "Sprint 1": which of them a ticket means nobody knows, so the last to end counts, and an
    open one before any that is closed.
    """
    named_alike: dict[str, list[SprintSeen]] = {}
    for each in seen:
        if each.state != "deleted":
            named_alike.setdefault(each.name, []).append(each)
    found = ((name, _last_end(alike)) for name, alike in named_alike.items())
    return {name: end for name, end in found if end}


def _last_end(alike: Iterable[SprintSeen]) -> SprintEnd | None:
    ends = [(each, (each.completed or each.at) if each.state == "closed" else each.end) for each in alike]
    still_open = [(each, at) for each, at in ends if each.state != "closed"]
    known = [(at, each.event, each.state == "closed") for each, at in still_open or ends if at]
    if len(known) < len(still_open):
        return None
    at, event, closed = max(known)
    return SprintEnd(at=at, closed=closed, event=event)


def memberships(applied: Iterable[Claim]) -> tuple[Membership, ...]:
    """Tell the intervals which a ticket has spent in sprints.

    Args:
        applied: The accepted claims on its field `sprint`, in the order of the fold.
    """
    turns = [(claim.said_at, claim.value) for claim in applied]
    ended: list[tuple[datetime | None, object]] = [*turns[1:], (None, None)] if turns else []
    spans = ((value, start, end) for (start, value), (end, _) in zip(turns, ended, strict=True) if start != end)
    return _united(
        Membership(sprint=value, start=start, end=end) for value, start, end in spans if isinstance(value, str)
    )


def committed(sprint: SprintSeen, members: Mapping[TicketKey, Iterable[Membership]]) -> frozenset[TicketKey]:
    """Tell which tickets were in a sprint at its start; of one that has not started, none."""
    start = sprint.start
    if start is None or sprint.state == "future":
        return frozenset()
    return frozenset(
        key
        for key, spans in members.items()
        if any(each.sprint == sprint.name and each.start <= start and (each.end or start) >= start for each in spans)
    )


def _order(seen: SprintSeen) -> tuple[int, datetime, str, str]:
    return (STATES.index(seen.state) if seen.state in STATES else 0, seen.at, seen.name, seen.event)


def _united(spans: Iterable[Membership]) -> tuple[Membership, ...]:
    """Join intervals of one sprint that touch."""
    found: list[Membership] = []
    for span in spans:
        if found and found[-1].sprint == span.sprint and found[-1].end == span.start:
            span = Membership(sprint=span.sprint, start=found.pop().start, end=span.end)  # noqa: PLW2901 -- grown in place, or the join could not be seen
        found.append(span)
    return tuple(found)
