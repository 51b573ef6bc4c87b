"""Views of a promise: beside each of its tickets that is still to be done, or beside none."""

from collections.abc import Mapping
from dataclasses import replace

from sprintmind.domain.ahead import ticket_assignee, ticket_status, to_do
from sprintmind.domain.audiences import narrowest
from sprintmind.domain.events import TicketKey
from sprintmind.domain.policy import Policy
from sprintmind.domain.standpoint import Standpoint, grounds
from sprintmind.domain.views import CommitmentView, Grounds
from sprintmind.domain.work import Commitment, CommitmentStatus, PullStatus, Status, Ticket

OPEN = (PullStatus.OPEN, PullStatus.DRAFT)
"""A draft is open too."""


def commitment_view(
    commitment: Commitment, current: Mapping[TicketKey, TicketKey], *, at: Standpoint, policy: Policy
) -> CommitmentView | None:
    """See a promise by itself; None if it is over.

    One that counts as kept before its day is over is seen, because what it was kept by may be in dispute.

    Args:
        commitment: The promise.
        current: Today's key of every key that a ticket ever had.
        at: Where and when it is seen.
        policy: The team's thresholds.
    """
    if not counts(commitment, at):
        return None
    due = commitment.due
    events = dict.fromkeys(promise.event for promise in commitment.said)
    heard = (commitment.audience, *(promise.audience for promise in commitment.said))
    return CommitmentView(
        subject=commitment.id,
        policy=policy,
        id=commitment.id,
        customer=commitment.customer,
        due=due,
        overdue=due is not None and at.today > due,
        business_days_left=None if due is None else at.days_until(due),
        open=commitment.status is CommitmentStatus.OPEN,
        needs_review=commitment.needs_review,
        owner=commitment.owner,
        since=min((promise.said_at for promise in commitment.said), default=at.now),
        grounds=Grounds(evidence=tuple(events), audience=narrowest(heard)),
        tickets=tuple(dict.fromkeys(current.get(key, key) for key in commitment.tickets)),
    )


def beside_tickets(view: CommitmentView, tickets: Mapping[TicketKey, Ticket]) -> tuple[CommitmentView, ...]:
    """See an open promise beside each of its tickets that is still to be done, if there is none by itself.

    A ticket of which nothing is known is still to be done. One that is cancelled or deleted keeps no promise: a promise
    with only such tickets is seen by itself. With every ticket done it is seen only once it is overdue.
    """
    ahead = tuple(key for key in view.tickets if to_do(tickets.get(key)))
    if ahead:
        return tuple(_beside(view, key, tickets.get(key)) for key in ahead)
    done = bool(view.tickets) and all(_done(tickets[key]) for key in view.tickets)
    return () if done and not view.overdue else (view,)


def counts(commitment: Commitment, at: Standpoint) -> bool:
    """Tell whether a promise is open, or counts as kept and its day is not over."""
    if commitment.status is CommitmentStatus.KEPT:
        return commitment.due is None or at.today <= commitment.due
    return commitment.status is CommitmentStatus.OPEN


def _done(ticket: Ticket) -> bool:
    return not ticket.deleted and ticket_status(ticket) is Status.DONE


def _beside(view: CommitmentView, key: TicketKey, ticket: Ticket | None) -> CommitmentView:
    if ticket is None:
        return replace(view, subject=key, key=key)
    status = ticket.fields.get("status")
    return replace(
        view,
        subject=key,
        key=key,
        status=ticket_status(ticket),
        status_grounds=grounds(status.holder) if status and status.holder else Grounds(),
        assignee=ticket_assignee(ticket),
        open_pulls=tuple(pull for pull in ticket.pulls if pull.own and pull.status in OPEN),
    )
