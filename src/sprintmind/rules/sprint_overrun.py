"""A sprint is over, and a ticket in it is still to be done."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.sprint_views import OverrunView
from sprintmind.domain.views import first_known
from sprintmind.risk import optional_rule, threshold

MEDIUM = threshold("sprint_overrun_medium", 2)  # business days since the sprint's end


@optional_rule
def sprint_overrun(view: OverrunView) -> Iterator[Finding]:
    """Find a ticket, still to be done, whose sprint is over: low, and medium from two business days after its end on.

    Over is what was closed, or was to end on a day that is over. Where nobody knows when it ends, nothing is found.
    """
    ended = "was closed" if view.closed else "was to end"
    yield Finding(
        rule="sprint_overrun",
        subject=view.subject,
        severity=Severity.MEDIUM if view.over.days >= view.policy.limit(MEDIUM) else Severity.LOW,
        because=f"{view.ticket.key} is still to be done and in {view.sprint}, which {ended} on {view.ended}",
        since=view.over.since,
        evidence=view.grounds.evidence,
        ask=first_known(view.ticket.assignee),
        resolves_when=f"{view.ticket.key} is done, or goes into a sprint that is not over",
        tickets=(view.ticket.key,),
        audience=view.grounds.audience,
    )
