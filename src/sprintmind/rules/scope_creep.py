"""Work came into a sprint after it had started."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import TicketView
from sprintmind.risk import optional_rule


@optional_rule
def scope_creep(view: TicketView) -> Iterator[Finding]:
    """Find a ticket, still to be done, that was put into its sprint on a day after the sprint had started: low.

    Where nobody knows when the sprint started, nothing is found.
    """
    sprint, start = view.sprint, view.sprint_start
    if not view.live or sprint is None or start is None or sprint.day <= start:
        return
    yield Finding(
        rule="scope_creep",
        subject=view.subject,
        severity=Severity.LOW,
        because=f"{view.key} came into {sprint.value} on {sprint.day}, which had started on {start}",
        since=sprint.since,
        evidence=sprint.grounds.evidence,
        ask=view.assignee,
        resolves_when=f"{view.key} is done, or leaves the sprint",
        tickets=(view.key,),
        audience=sprint.grounds.audience,
    )
