"""A ticket cannot go on, and somebody can free it."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import Blocker, CommitmentView, TicketView, first_known, joined
from sprintmind.risk import rule, threshold

HIGH = threshold("blocked_high", 2)  # business days blocked
CRITICAL = threshold("blocked_critical", 5)  # business days until a promise that it stands before is due


@rule
def blocked(view: TicketView) -> Iterator[Finding]:
    """Find an open blocker: medium, high from two business days on, critical before a promise due within five.

    Where it waits on one person, that person's days away do not count. The promise may be on the ticket or on its
    parent; one that no person has confirmed makes nothing critical.
    """
    if view.blocker is None or not view.live:
        return
    promise = view.commitment(due_within=view.policy.limit(CRITICAL))
    grounds = joined((view.blocker.grounds, promise.grounds) if promise else (view.blocker.grounds,))
    long = view.blocker.days >= view.policy.limit(HIGH)
    yield Finding(
        rule="blocked",
        subject=view.subject,
        severity=Severity.CRITICAL if promise else Severity.HIGH if long else Severity.MEDIUM,
        because=_sentence(view, view.blocker, promise),
        since=view.blocker.since,
        evidence=grounds.evidence,
        ask=first_known(view.blocker.unblocker, view.assignee),
        resolves_when=f"somebody says that {view.key} is no longer blocked",
        tickets=(view.key,),
        commitment=promise.id if promise else None,
        audience=grounds.audience,
    )


def _sentence(view: TicketView, blocker: Blocker, promise: CommitmentView | None) -> str:
    waiting = f", waiting on {blocker.waiting_on}" if blocker.waiting_on else ""
    who = f"; {blocker.unblocker_name} can unblock it" if blocker.unblocker_name else "; nobody said who can unblock it"
    before = f", and {promise.deadline}" if promise else ""
    return f"{view.key} has been blocked since {blocker.day}{waiting}{who}{before}"
