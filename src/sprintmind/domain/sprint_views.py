"""Views of a ticket in its sprint and in those before; only built for the extra rules that read them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from sprintmind.domain.backing import accepted
from sprintmind.domain.events import Claim
from sprintmind.domain.held import Held, held
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.standpoint import Standpoint, grounds
from sprintmind.domain.views import Grounds, TicketView, View, Wait, joined
from sprintmind.domain.work import Ticket

CARRY_OVER = "carry_over"
OVERRUN = "sprint_overrun"
"""The extra rules that read these views; without one of them its views are not built."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedView(View):
    """One ticket that is still to be done and in a sprint, and was in others that had started."""

    ticket: TicketView
    sprints: tuple[str, ...]
    """Their names in order, the one that it is in last."""
    into: Held
    """When it came into the last one."""
    grounds: Grounds
    """Of its being in each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrunView(View):
    """One ticket that is still to be done, and its sprint is over."""

    ticket: TicketView
    sprint: str
    closed: bool
    """False where its planned end has passed and nobody closed it."""
    ended: date
    """On which of the team's days."""
    over: Wait
    """Since its end, or since the ticket came into it if that was later."""
    grounds: Grounds
    """Of the ticket's being in it, and of its end."""


def carried_view(
    ticket: Ticket, view: TicketView, *, at: Standpoint, starts: Mapping[str, date]
) -> Iterator[CarriedView]:
    """See which sprints a ticket was in, if there were any before the one that it is in.

    Args:
        ticket: The ticket, with its histories.
        view: The same, as it stands; it is in a sprint.
        at: Where and when it is seen.
        starts: When each sprint starts, where that is known.
    """
    said = accepted(ticket.fields.get("sprint"))
    left = [(before, str(before.value), at.day(after.said_at)) for before, after in pairwise(said)]
    earlier: dict[str, Claim] = {}
    for claim, name, day in left:
        if name != said[-1].value and name in starts and starts[name] < day:
            earlier.setdefault(name, claim)
    if earlier:
        yield CarriedView(
            subject=view.subject,
            policy=view.policy,
            ticket=view,
            sprints=(*earlier, str(said[-1].value)),
            into=held(said[-1], at),
            grounds=grounds(*earlier.values(), said[-1]),
        )


def overrun_view(view: TicketView, end: SprintEnd, *, at: Standpoint) -> Iterator[OverrunView]:
    """See a ticket whose sprint is closed, or was to end on a day before today; a sprint runs until its day is over.

    Args:
        view: The ticket, still to be done and in a sprint.
        end: When that sprint was closed or is planned to end.
        at: Where and when it is seen.
    """
    if view.sprint and (end.closed or at.day(end.at) < at.today):
        yield OverrunView(
            subject=view.subject,
            policy=view.policy,
            ticket=view,
            sprint=str(view.sprint.value),
            closed=end.closed,
            ended=at.day(end.at),
            over=at.wait(max(end.at, view.sprint.since)),
            grounds=joined((view.sprint.grounds, Grounds(evidence=(end.event,)))),
        )
