"""A source that tells by itself was not heard for days."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.source_views import SourceView
from sprintmind.risk import optional_rule, threshold

MEDIUM = threshold("source_silent_medium", 3)  # business days since it was last heard


@optional_rule
def source_silent(view: SourceView) -> Iterator[Finding]:
    """Find GitHub or the tracker if it was heard before, and then not for three business days: medium.

    What is told of it is then as old as that, and perhaps its webhook no longer arrives. Comments, and what was known
    already and came again, are no sign of it. It ends with the next event that is heard.
    """
    if view.heard.days < view.policy.limit(MEDIUM):
        return
    yield Finding(
        rule="source_silent",
        subject=view.subject,
        severity=Severity.MEDIUM,
        because=f"Nothing but comments, if any, was heard from {view.name} since {view.heard.day}",
        since=view.heard.since,
        evidence=view.grounds.evidence,
        ask=view.ask,
        resolves_when=f"something else is heard from {view.name}",
        audience=view.grounds.audience,
    )
