"""Views of a ticket and its pull requests: what stands, since when, and whom it waits for."""

from collections.abc import Iterator, Mapping
from datetime import date

from sprintmind.domain.ahead import ticket_assignee, ticket_status
from sprintmind.domain.authority import Conflict, FieldHistory
from sprintmind.domain.backing import first_of, supporters
from sprintmind.domain.events import Claim, Value
from sprintmind.domain.policy import Policy
from sprintmind.domain.standpoint import Standpoint, grounds
from sprintmind.domain.views import Approval, Blocker, CommitmentView, Fact, Grounds, PullView, TicketView
from sprintmind.domain.work import PullRequest, PullStatus, Review, Ticket

_NOT_GIVEN = ("pending", "rejected")


def ticket_view(
    ticket: Ticket,
    commitments: tuple[CommitmentView, ...],
    *,
    at: Standpoint,
    policy: Policy,
    sprints: Mapping[str, date],
) -> TicketView:
    """See a ticket as it stands at a moment.

    Args:
        ticket: The ticket.
        commitments: The promises that hang on it, in order.
        at: Where and when it is seen.
        policy: The team's thresholds.
        sprints: When each sprint starts.
    """
    assignee = ticket_assignee(ticket)
    due = _due(ticket, at)
    sprint = at.fact(ticket.fields.get("sprint"))
    quiet = ticket.last_evidence_at
    return TicketView(
        subject=ticket.key,
        policy=policy,
        key=ticket.key,
        status=ticket_status(ticket),
        status_fact=at.fact(ticket.fields.get("status")),
        assignee=assignee,
        due=due,
        overdue=due is not None and str(due.value) < at.today.isoformat(),
        sprint=sprint,
        sprint_start=sprints.get(str(sprint.value)) if sprint else None,
        blocker=_blocker(ticket.fields.get("blocked"), at),
        approvals=tuple(_approvals(ticket, at)),
        conflicts=tuple(_conflicts(ticket)),
        pulls=tuple(pull_view(pull, at=at) for pull in ticket.pulls if pull.own),
        merged_by_others=any(pull.status is PullStatus.MERGED and not pull.own for pull in ticket.pulls),
        commitments=commitments,
        quiet=at.wait(quiet, assignee) if quiet else None,
    )


def pull_view(pull: PullRequest, *, at: Standpoint) -> PullView:
    """See a pull request as it stands at a moment."""
    ready = pull.ready_since if pull.status is PullStatus.OPEN else None
    approval = _approval_of_head(pull)
    approved = max(approval.at, ready) if approval and ready else None
    events = dict.fromkeys((pull.event, *(review.event for review in pull.reviews)))
    return PullView(
        pull=pull,
        ready=at.wait(ready) if ready else None,
        approval=approval,
        approved=at.wait(approved, pull.author) if approved else None,
        merged=at.wait(pull.landed_at) if pull.landed_at else None,
        grounds=Grounds(evidence=tuple(events)),
    )


def _conflicts(ticket: Ticket) -> Iterator[Conflict]:
    for name in sorted([name for name, history in ticket.fields.items() if history.conflicts]):
        yield from ticket.fields[name].open_conflicts


def _approval_of_head(pull: PullRequest) -> Review | None:
    if not pull.reviews or any(not review.approves for review in pull.reviews):
        return None
    approvals = (review for review in pull.reviews if review.of_head)
    return max(approvals, key=lambda review: (review.at, review.reviewer), default=None)


def _due(ticket: Ticket, at: Standpoint) -> Fact | None:
    history = ticket.fields.get("due_date")
    day = day_of(history.value) if history else None
    if history is None or history.holder is None or day is None:
        return None
    return Fact(
        since=history.holder.said_at,
        day=at.day(history.holder.said_at),
        days=at.days_until(day),
        value=day.isoformat(),
        grounds=grounds(history.holder),
    )


def day_of(value: object) -> date | None:
    """Read an ISO date, with a time after it or without."""
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None


def _blocker(history: FieldHistory | None, at: Standpoint) -> Blocker | None:
    if history is None or history.value is not True or history.holder is None:
        return None
    said = supporters(history)
    waiting = next((claim for claim in reversed(said) if claim.waiting_on), history.holder)
    freeing = next((claim for claim in reversed(said) if claim.unblocker), waiting)
    waiting_on = at.known(waiting.waiting_on)
    unblocker = at.known(freeing.unblocker) or waiting_on
    fact = at.fact(history, waiting_on or unblocker)
    if fact is None:
        return None
    return Blocker(
        value=fact.value,
        since=fact.since,
        day=fact.day,
        days=fact.days,
        grounds=grounds(*dict.fromkeys((history.holder, waiting, freeing))),
        waiting_on=at.name(waiting.waiting_on),
        unblocker=unblocker,
        unblocker_name=at.name(freeing.unblocker or waiting_on),
    )


def _approvals(ticket: Ticket, at: Standpoint) -> Iterator[Approval]:
    for name in sorted([name for name in ticket.fields if name.startswith("approval:")]):
        history, who = ticket.fields[name], name.removeprefix("approval:")
        if history.value in _NOT_GIVEN and history.holder:
            asked = first_of(history, _NOT_GIVEN) or history.holder
            yield _approval(who, history.value, tuple(dict.fromkeys((asked, history.holder))), at)


def _approval(who: str, value: Value, said: tuple[Claim, ...], at: Standpoint) -> Approval:
    """See an approval that is not given, since it was first asked for: a refusal gives nothing and starts nothing."""
    person = at.known(who)
    wait = at.wait(said[0].said_at, person)
    return Approval(
        value=value,
        since=wait.since,
        day=wait.day,
        days=wait.days,
        grounds=grounds(*said),
        approver=at.name(who) or who,
        person=person,
    )
