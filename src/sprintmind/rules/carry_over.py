"""A ticket goes from sprint to sprint."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.sprint_views import CarriedView
from sprintmind.domain.telling import listed
from sprintmind.domain.views import first_known
from sprintmind.risk import optional_rule, threshold

MEDIUM = threshold("carry_over_medium", 3, unit="sprints")  # that it was in, the last one among them


@optional_rule
def carry_over(view: CarriedView) -> Iterator[Finding]:
    """Find a ticket, still to be done, that is in its second sprint (low), or in its third or a later one (medium).

    A sprint counts if the ticket was in it and left it on a day after it had started; where nobody knows when a sprint
    started, it does not.
    """
    grave = len(view.sprints) >= view.policy.limit(MEDIUM)
    yield Finding(
        rule="carry_over",
        subject=view.subject,
        severity=Severity.MEDIUM if grave else Severity.LOW,
        because=f"{view.ticket.key} is still to be done and in {view.sprints[-1]} since {view.into.day}; "
        f"before that it was in {listed(view.sprints[:-1])}",
        since=view.into.since,
        evidence=view.grounds.evidence,
        ask=first_known(view.ticket.assignee),
        resolves_when=f"{view.ticket.key} is done, or leaves the sprint",
        tickets=(view.ticket.key,),
        audience=view.grounds.audience,
    )
