"""A promise to a customer will not be kept at this rate."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import CommitmentView, first_known, joined
from sprintmind.domain.work import Status
from sprintmind.risk import rule, threshold

HIGH = threshold("commitment_at_risk_high", 2)  # business days until it is due, not done
MEDIUM = threshold("commitment_at_risk_medium", 5)  # business days until it is due, not started


@rule
def commitment_at_risk(view: CommitmentView) -> Iterator[Finding]:
    """Find an open promise that is overdue (critical), nearly due and not done (high), or soon due and not started.

    It is due until the end of its day. A promise without a ticket counts as not started until somebody says that it
    was delivered. While a person has not confirmed the promise, nothing here is graver than medium.
    """
    severity = _severity(view)
    if severity is None:
        return
    grounds = joined((view.grounds, view.status_grounds))
    yield Finding(
        rule="commitment_at_risk",
        subject=view.subject,
        severity=view.at_most(severity),
        because=f"{view.deadline[0].upper()}{view.deadline[1:]}, and {_state(view)}",
        since=view.since,
        evidence=grounds.evidence,
        ask=first_known(view.owner, view.assignee),
        resolves_when=f"{view.key or 'it'} is done, or {view.customer} agrees to another date",
        tickets=(view.key,) if view.key else view.tickets,
        commitment=view.id,
        audience=grounds.audience,
    )


def _severity(view: CommitmentView) -> Severity | None:
    if view.overdue:
        return Severity.CRITICAL
    if view.due_within(view.policy.limit(HIGH)):
        return Severity.HIGH
    started = view.status not in (None, Status.TODO)
    return Severity.MEDIUM if view.due_within(view.policy.limit(MEDIUM)) and not started else None


def _state(view: CommitmentView) -> str:
    if view.key is None:
        return "nobody has said that it was delivered"
    if view.status in (None, Status.TODO):
        return f"{view.key} is not started"
    return f"{view.key} is not done"
