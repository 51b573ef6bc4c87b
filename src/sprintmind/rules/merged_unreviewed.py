"""A pull request was merged and nobody had reviewed it."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import TicketView, first_known
from sprintmind.domain.work import PullStatus
from sprintmind.risk import optional_rule, threshold

FOR = threshold("merged_unreviewed_for", 5)  # business days since the merge, after which it is past


@optional_rule
def merged_unreviewed(view: TicketView) -> Iterator[Finding]:
    """Find a pull request of a ticket that was merged within five business days without a decisive review: medium.

    Bots review nothing, and a comment decides nothing. One that was reverted is left out.
    """
    for each in view.pulls:
        pull = each.pull
        if pull.status is not PullStatus.MERGED or pull.reviews or pull.reverted or each.merged is None:
            continue
        if each.merged.days <= view.policy.limit(FOR):
            yield Finding(
                rule="merged_unreviewed",
                subject=view.subject,
                severity=Severity.MEDIUM,
                because=f"{pull.name} was merged on {each.merged.day}, and nobody had reviewed it",
                since=each.merged.since,
                evidence=each.grounds.evidence,
                ask=first_known(pull.author, view.assignee),
                resolves_when="somebody reviews it, or it is reverted",
                tickets=(view.key,),
                audience=each.grounds.audience,
            )
