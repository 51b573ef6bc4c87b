"""An approval was asked for and is not given."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import Grounds, TicketView, first_known, joined
from sprintmind.risk import rule, threshold

MEDIUM = threshold("approval_pending_medium", 1)  # business days since it was asked for
HIGH = threshold("approval_pending_high", 2)  # business days until the ticket or its promise is due


@rule
def approval_pending(view: TicketView) -> Iterator[Finding]:
    """Find an approval not given for a business day, high if the ticket or its promise is due within two.

    Only a word that it was given resolves it: a refusal leaves it open. Days on which the approver is away do not
    count. A promise that no person has confirmed makes nothing high.
    """
    for approval in view.approvals if view.live else ():
        if approval.days >= view.policy.limit(MEDIUM):
            pressure, deadline = _pressure(view)
            grounds = joined((approval.grounds, *pressure))
            refused = approval.value == "rejected"
            yield Finding(
                rule="approval_pending",
                subject=view.subject,
                severity=Severity.HIGH if pressure else Severity.MEDIUM,
                because=f"{view.key} has been waiting for approval by {approval.approver} since {approval.day}"
                f"{', and it was refused' if refused else ''}{deadline}",
                since=approval.since,
                evidence=grounds.evidence,
                ask=first_known(approval.person, view.assignee),
                resolves_when=f"{approval.approver} approves {view.key}",
                tickets=(view.key,),
                audience=grounds.audience,
            )


def _pressure(view: TicketView) -> tuple[tuple[Grounds, ...], str]:
    limit = view.policy.limit(HIGH)
    if view.due and (view.overdue or view.due.days <= limit):
        return (view.due.grounds,), f"; it {'was' if view.overdue else 'is'} due on {view.due.value}"
    promise = view.commitment(due_within=limit)
    return ((promise.grounds,), f"; {promise.deadline}") if promise else ((), "")
