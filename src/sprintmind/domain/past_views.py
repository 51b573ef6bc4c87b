"""Views of what a field was before it became what it is; only built for the extra rules that read them."""

from collections.abc import Iterator
from dataclasses import dataclass

from sprintmind.domain.backing import turns
from sprintmind.domain.events import Claim, PersonId, Source
from sprintmind.domain.standpoint import Standpoint
from sprintmind.domain.telling import SAYS
from sprintmind.domain.views import Fact, TicketView, View
from sprintmind.domain.work import Status, Ticket

_OVER = (Status.DONE, Status.CANCELLED)
_BY_HAND = (Source.APPROVAL, Source.DASHBOARD, Source.FEEDBACK, Source.SETTLEMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Fact):
    """A value that a field took, and on whose word."""

    by: PersonId | None
    """Whose word it was; None where a tool told it, or nobody knows."""
    source: str
    """Who said it, for people to read: "the tracker", "Tom Weber in a standup"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenedView(View):
    """One ticket that is still to be done, and was done before."""

    ticket: TicketView
    done: Turn
    """The last time that it became done."""
    again: Turn
    """What it was right after that."""
    between: int
    """Business days from the one to the other."""


def past_views(ticket: Ticket, view: TicketView, *, at: Standpoint) -> Iterator[View]:
    """See what was before of one ticket that is still to be done, as far as the rules that are on read it.

    Args:
        ticket: The ticket, with its histories.
        view: The same, as it stands.
        at: Where and when it is seen.
    """
    if "reopened" in view.policy.rules_on:
        yield from _reopened(ticket, view, at)


def _reopened(ticket: Ticket, view: TicketView, at: Standpoint) -> Iterator[ReopenedView]:
    done, again = _last_reopening(ticket)
    if done and again:
        first, second = _turn(done, at), _turn(again, at)
        yield ReopenedView(
            subject=view.subject,
            policy=view.policy,
            ticket=view,
            done=first,
            again=second,
            between=at.team.calendar.days_between(first.day, second.day),
        )


def _last_reopening(ticket: Ticket) -> tuple[Claim | None, Claim | None]:
    """Find where a ticket last became done, and where it became something to do after that.

    GitHub knows code only: QA after a merge is the next step of what goes on, and takes nothing back.
    """
    done: Claim | None = None
    again: Claim | None = None
    for claim in turns(ticket.fields.get("status")):
        if claim.value == Status.DONE:
            done, again = claim, None
        elif done and again is None and claim.value not in _OVER:
            goes_on = done.source is Source.GITHUB and claim.value == Status.IN_QA
            done, again = (None, None) if goes_on else (done, claim)
    return done, again


def _turn(claim: Claim, at: Standpoint) -> Turn:
    fact = at.said(claim)
    by = at.known(claim.person if claim.source in _BY_HAND else claim.speaker)
    said = SAYS[claim.source]
    return Turn(
        since=fact.since,
        day=fact.day,
        days=fact.days,
        value=fact.value,
        grounds=fact.grounds,
        by=by,
        source=f"{at.name(by)} in {said}" if by else said,
    )
