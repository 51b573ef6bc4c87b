"""A pull request works on no ticket."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import ReviewView
from sprintmind.risk import optional_rule


@optional_rule
def unlinked_pull(view: ReviewView) -> Iterator[Finding]:
    """Find a pull request that is open and ready and works on no ticket: low.

    A draft, a bot's, a batch and a revert are left out.
    """
    if view.key is not None:
        return
    for each in view.pulls:
        if each.ready:
            yield Finding(
                rule="unlinked_pull",
                subject=view.subject,
                severity=Severity.LOW,
                because=f"{each.pull.name} works on no ticket",
                since=each.ready.since,
                evidence=each.grounds.evidence,
                ask=each.pull.author,
                resolves_when="a ticket's key stands in its title, its branch or after a closing word, or it ends",
                audience=each.grounds.audience,
            )
