"""A pull request waits for a review, or for its merge after one."""

from collections.abc import Iterator
from datetime import datetime

from sprintmind.domain.events import PersonId
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import Grounds, PullView, ReviewView, first_known
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
        yield from _stalled(view, pull)
    fact = view.in_review
    if fact and fact.days > view.policy.limit(IN_REVIEW):
        because = f"{view.subject} has been in review since {fact.day}"
        yield _finding(view, Severity.HIGH, because, since=fact.since, grounds=fact.grounds, ask=view.assignee)


def _stalled(view: ReviewView, pull: PullView) -> Iterator[Finding]:
    waited, name, limit = pull.ready_days or 0, pull.pull.name, view.policy.limit
    ready = pull.pull.ready_since
    if ready is None:
        return
    if not pull.pull.reviews and waited >= min(limit(MEDIUM), limit(HIGH)):
        severity = Severity.HIGH if waited >= limit(HIGH) else Severity.MEDIUM
        yield _of_pull(
            view, pull, severity, f"{name} has been ready for {waited} business days without a review", ready
        )
    if waited > limit(IN_REVIEW):
        yield _of_pull(view, pull, Severity.HIGH, f"{name} has been in review for {waited} business days", ready)
    if pull.approved_since and pull.approved_days is not None and pull.approved_days >= limit(UNMERGED):
        yield _of_pull(view, pull, Severity.MEDIUM, f"{name} is approved and not merged", pull.approved_since)


def _of_pull(view: ReviewView, pull: PullView, severity: Severity, because: str, since: datetime) -> Finding:
    return _finding(view, severity, because, since=since, grounds=pull.grounds, ask=pull.pull.author or view.assignee)


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
        ask=first_known(ask),
        resolves_when="somebody reviews it, it is merged, or it goes back to draft",
        tickets=(view.key,) if view.key else (),
        audience=grounds.audience,
    )
