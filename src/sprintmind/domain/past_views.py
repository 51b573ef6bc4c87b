"""Views of what a field was before it became what it is; only built for the extra rules that read them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from sprintmind.domain.backing import accepted
from sprintmind.domain.events import Claim, PersonId, Source, TicketKey
from sprintmind.domain.held import Held, held, source_of
from sprintmind.domain.sprint_views import CARRY_OVER, carried_view
from sprintmind.domain.standpoint import Standpoint, grounds
from sprintmind.domain.ticket_views import day_of
from sprintmind.domain.views import CommitmentView, Grounds, TicketView, View, Wait
from sprintmind.domain.work import Commitment, Renegotiation, Status, Ticket

_OVER = (Status.DONE, Status.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenedView(View):
    """One ticket that is still to be done, and was done before."""

    ticket: TicketView
    done: Held
    """The last time that it became done."""
    again: Held
    """What it was right after that."""
    between: int
    """Business days from the one to the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A due date that was replaced by another one."""

    before: date
    after: date
    said: Wait
    """Since somebody said so."""
    by: PersonId | None
    source: str
    """As of what is held."""
    grounds: Grounds
    """Of both days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedView(View):
    """The due date of a ticket that is still to be done, or of an open promise, and every move of it."""

    moves: tuple[Move, ...]
    """In order, the last of them to the day that holds now."""
    what: str
    """Whose day it is, for people to read: `NW-1`, "the promise to Acme"."""
    tickets: tuple[TicketKey, ...]
    owner: PersonId | None
    """The ticket's assignee, or who made the promise."""
    commitment: CommitmentView | None = None
    """The promise; None of a ticket's day."""
    hanging: tuple[CommitmentView, ...] = ()
    """The open promises on the ticket, in order; none of a promise's day."""


def past_views(ticket: Ticket, view: TicketView, *, at: Standpoint, starts: Mapping[str, date]) -> Iterator[View]:
    """See what was before of one ticket that is still to be done, as far as the rules that are on read it.

    Args:
        ticket: The ticket, with its histories.
        view: The same, as it stands.
        at: Where and when it is seen.
        starts: When each sprint starts, where that is known.
    """
    on = view.policy.rules_on
    if "reopened" in on:
        yield from _reopened(ticket, view, at)
    if "date_slipped" in on and view.due:
        yield from _moved(ticket, view, at)
    if CARRY_OVER in on and view.sprint:
        yield from carried_view(ticket, view, at=at, starts=starts)


def moved_promise(commitment: Commitment, view: CommitmentView, *, at: Standpoint) -> MovedView:
    """See every move of an open promise's due date; its rule must be on.

    Args:
        commitment: The promise.
        view: The same, by itself.
        at: Where and when it is seen.
    """
    moves = (_renegotiated(each, commitment, view, at) for each in commitment.renegotiations)
    return MovedView(
        subject=view.subject,
        policy=view.policy,
        moves=tuple(each for each in moves if each),
        what=f"the promise to {view.customer}",
        tickets=view.tickets,
        owner=view.owner,
        commitment=view,
    )


def _reopened(ticket: Ticket, view: TicketView, at: Standpoint) -> Iterator[ReopenedView]:
    done, again = _last_reopening(ticket)
    if done and again:
        first, second = held(done, at), held(again, at)
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
    for claim in accepted(ticket.fields.get("status")):
        if claim.value == Status.DONE:
            done, again = claim, None
        elif done and again is None and claim.value not in _OVER:
            goes_on = done.source is Source.GITHUB and claim.value == Status.IN_QA
            done, again = (None, None) if goes_on else (done, claim)
    return done, again


def _moved(ticket: Ticket, view: TicketView, at: Standpoint) -> Iterator[MovedView]:
    days = [(day, claim) for claim in accepted(ticket.fields.get("due_date")) if (day := day_of(claim.value))]
    if len(days) > 1:
        moves = tuple(_move(*before, *after, at) for before, after in pairwise(days))
        yield MovedView(
            subject=view.subject,
            policy=view.policy,
            moves=moves,
            what=view.key,
            tickets=(view.key,),
            owner=view.assignee,
            hanging=tuple(each for each in view.commitments if each.open),
        )


def _move(before: date, old: Claim, after: date, new: Claim, at: Standpoint) -> Move:
    now = held(new, at)
    return Move(before=before, after=after, said=now, by=now.by, source=now.source, grounds=grounds(old, new))


def _renegotiated(moved: Renegotiation, commitment: Commitment, view: CommitmentView, at: Standpoint) -> Move | None:
    said = next((each for each in commitment.said if (each.event, each.due) == (moved.event, moved.after)), None)
    if moved.before is None or moved.after is None or said is None:
        return None
    by = at.known(moved.by)
    return Move(
        before=moved.before,
        after=moved.after,
        said=at.wait(moved.at),
        by=by,
        source=source_of(by, said.source, at),
        grounds=view.grounds,
    )
