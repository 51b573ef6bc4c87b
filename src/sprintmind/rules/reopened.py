"""A ticket was done, and is not done any more."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.past_views import ReopenedView
from sprintmind.domain.telling import said_status
from sprintmind.domain.views import first_known, joined
from sprintmind.risk import optional_rule, threshold

WITHIN = threshold("reopened_within", 5)  # business days from done to not done
HIGH = threshold("reopened_high", 5)  # business days until a promise that hangs on it is due


@optional_rule
def reopened(view: ReopenedView) -> Iterator[Finding]:
    """Find a ticket that was done and, within five business days, was not done any more: medium.

    It is high if a confirmed promise that hangs on it is overdue or due within five business days. It ends when the
    ticket is done again, or cancelled. QA after a merge takes nothing back: a merge tells of the code only.
    """
    done, again = view.done, view.again
    if view.between > view.policy.limit(WITHIN):
        return
    promise = view.ticket.commitment(due_within=view.policy.limit(HIGH))
    grounds = joined((done.grounds, again.grounds, *((promise.grounds,) if promise else ())))
    yield Finding(
        rule="reopened",
        subject=view.subject,
        severity=Severity.HIGH if promise else Severity.MEDIUM,
        because=f"{view.ticket.key} was done on {done.day} according to {done.source}, "
        f"and {said_status(again.value)} again on {again.day} according to {again.source}"
        + (f"; {promise.deadline}" if promise else ""),
        since=again.since,
        evidence=grounds.evidence,
        ask=first_known(view.ticket.assignee, again.by),
        resolves_when=f"{view.ticket.key} is done again, or is cancelled",
        tickets=(view.ticket.key,),
        commitment=promise.id if promise else None,
        audience=grounds.audience,
    )
