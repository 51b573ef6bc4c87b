"""A pull request waits for a review, or for its merge after one."""

from collections.abc import Iterator
from datetime import datetime

from sprintmind.domain.events import PersonId
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import Grounds, PullView, ReviewView, Wait, first_known
from sprintmind.risk import rule, threshold

MEDIUM = threshold("review_stalled_medium", 2)  # business days ready without a decisive review
HIGH = threshold("review_stalled_high", 3)  # the same
IN_REVIEW = threshold("review_stalled_in_review", 4)  # business days in review: high after them
UNMERGED = threshold("review_stalled_unmerged", 1)  # business days since the current head was approved


@rule
def review_stalled(view: ReviewView) -> Iterator[Finding]:
    """Find what is ready and has had no decisive review, is long in review, or is approved and not merged.

    A draft waits for nobody, a comment decides nothing, and bots review nothing. An approval given before the head
    moved is a review, and no approval of the current head. The author's days away do not count for the merge.
    """
    for pull in view.pulls:
        for severity, words, wait in _waits(view, pull):
            because = f"{pull.pull.name} {words} {wait.day}"
            yield _finding(view, severity, because, since=wait.since, grounds=pull.grounds, ask=pull.pull.author)
    fact = view.in_review
    if fact and fact.days > view.policy.limit(IN_REVIEW):
        because = f"{view.subject} has been in review since {fact.day}"
        yield _finding(view, Severity.HIGH, because, since=fact.since, grounds=fact.grounds, ask=None)


def _waits(view: ReviewView, pull: PullView) -> Iterator[tuple[Severity, str, Wait]]:
    ready, approved, limit = pull.ready, pull.approved, view.policy.limit
    if ready and not pull.pull.reviews and ready.days >= min(limit(MEDIUM), limit(HIGH)):
        severity = Severity.HIGH if ready.days >= limit(HIGH) else Severity.MEDIUM
        yield severity, "has waited for a first review since", ready
    if ready and ready.days > limit(IN_REVIEW):
        yield Severity.HIGH, "has been in review since", ready
    if approved and approved.days >= limit(UNMERGED):
        yield Severity.MEDIUM, "is approved, and not merged since", approved


def _finding(
    view: ReviewView, severity: Severity, because: str, *, since: datetime, grounds: Grounds, ask: PersonId | None
) -> Finding:
    return Finding(
        rule="review_stalled",
        subject=view.subject,
        severity=severity,
        because=because,
        since=since,
        evidence=grounds.evidence,
        ask=first_known(ask, view.assignee),
        resolves_when="somebody reviews it, it is merged, or it goes back to draft",
        tickets=(view.key,) if view.key else (),
        audience=grounds.audience,
    )
