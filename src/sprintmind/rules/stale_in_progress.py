"""A ticket is in progress, and nobody has shown or said anything of it."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import TicketView, first_known
from sprintmind.domain.work import Status
from sprintmind.risk import rule, threshold

MEDIUM = threshold("stale_in_progress_medium", 3)  # business days without evidence
HIGH = threshold("stale_in_progress_high", 5)  # the same


@rule
def stale_in_progress(view: TicketView) -> Iterator[Finding]:
    """Find a ticket in progress with no evidence from any source for three business days, high from five on.

    A push, a comment, a label or a review is evidence. Days on which its assignee is away do not count.
    """
    fact, quiet = view.status_fact, view.quiet
    if view.status is not Status.IN_PROGRESS or fact is None or quiet is None:
        return
    if quiet.days >= min(view.policy.limit(MEDIUM), view.policy.limit(HIGH)):
        yield Finding(
            rule="stale_in_progress",
            subject=view.subject,
            severity=Severity.HIGH if quiet.days >= view.policy.limit(HIGH) else Severity.MEDIUM,
            because=f"{view.key} is in progress, and no source has shown anything of it since {quiet.day}",
            since=quiet.since,
            evidence=fact.grounds.evidence,
            ask=first_known(view.assignee),
            resolves_when="any source shows or says something about it, or its status changes",
            tickets=(view.key,),
            audience=fact.grounds.audience,
        )
