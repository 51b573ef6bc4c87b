"""A ticket is being worked on and is in no sprint."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import TicketView
from sprintmind.domain.work import Status
from sprintmind.risk import optional_rule, threshold

LOW = threshold("unplanned_work_low", 1)  # business days in work without a sprint

_BEGUN = (Status.IN_PROGRESS, Status.IN_REVIEW, Status.IN_QA)


@optional_rule
def unplanned_work(view: TicketView) -> Iterator[Finding]:
    """Find a ticket that has been in progress, review or QA for a business day and is in no sprint: low.

    It is for teams that plan in sprints; of the others it finds everything.
    """
    fact = view.status_fact
    if view.status not in _BEGUN or fact is None or view.sprint is not None or fact.days < view.policy.limit(LOW):
        return
    yield Finding(
        rule="unplanned_work",
        subject=view.subject,
        severity=Severity.LOW,
        because=f"{view.key} has been {view.status.replace('_', ' ')} since {fact.day}, and is in no sprint",
        since=fact.since,
        evidence=fact.grounds.evidence,
        ask=view.assignee,
        resolves_when=f"{view.key} is put into a sprint, or is done",
        tickets=(view.key,),
        audience=fact.grounds.audience,
    )
