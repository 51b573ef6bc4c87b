"""A promise to a customer is nobody's."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import CommitmentView, first_known
from sprintmind.risk import optional_rule, threshold

HIGH = threshold("unowned_commitment_high", 5)  # business days until it is due


@optional_rule
def unowned_commitment(view: CommitmentView) -> Iterator[Finding]:
    """Find an open promise of which nobody knows who made it: medium, high if it is due within five business days.

    While a person has not confirmed the promise, it is never graver than medium.
    """
    if first_known(view.owner):
        return
    severity = Severity.HIGH if view.due_within(view.policy.limit(HIGH)) else Severity.MEDIUM
    due = f", due on {view.due}," if view.due else ""
    yield Finding(
        rule="unowned_commitment",
        subject=view.subject,
        severity=view.at_most(severity),
        because=f"A promise to {view.customer}{due} has no known owner",
        since=view.since,
        evidence=view.grounds.evidence,
        ask=first_known(view.assignee),
        resolves_when="somebody who is known says that the promise is theirs, or it ends",
        tickets=(view.key,) if view.key else view.tickets,
        commitment=view.id,
        audience=view.grounds.audience,
    )
