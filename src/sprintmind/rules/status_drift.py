"""A ticket's status and its pull requests have drifted apart."""

from collections.abc import Iterator
from datetime import datetime

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import TicketView, first_known, joined
from sprintmind.domain.work import PullStatus, Status
from sprintmind.risk import rule, threshold

MEDIUM = threshold("status_drift_medium", 1)  # business days since the last merge


@rule
def status_drift(view: TicketView) -> Iterator[Finding]:
    """Find a done ticket with nothing merged (high), one merged but open (medium), a draft in review (low).

    A ticket in QA after its merge has been moved on and is not open in this sense. A pull request that was closed
    unmerged is no longer part of the work, unless the ticket is done and it is all there is.
    """
    if view.status_fact is None:
        return
    since = view.status_fact.since
    pulls = [each.pull for each in view.pulls]
    merged = [each for each in pulls if each.status is PullStatus.MERGED or each.landed_at]
    landed = [each for each in merged if each.landed_at]
    counted = [each for each in pulls if each.status is not PullStatus.CLOSED]
    if view.status is Status.DONE and pulls and not merged and not view.merged_by_others:
        yield _finding(view, Severity.HIGH, f"{view.key} is done, and none of its pull requests is merged", since=since)
    elif _open(view) and landed == counted and landed and not any(each.reverted for each in landed):
        last = max((each.merged for each in view.pulls if each.merged), key=lambda wait: wait.since, default=None)
        if last and last.days >= view.policy.limit(MEDIUM):
            because = f"All pull requests of {view.key} are merged since {last.day}, and it is {_words(view.status)}"
            yield _finding(view, Severity.MEDIUM, because, since=last.since)
    elif view.status is Status.IN_REVIEW and counted and all(each.status is PullStatus.DRAFT for each in counted):
        yield _finding(view, Severity.LOW, f"{view.key} is in review, and its pull request is a draft", since=since)


def _open(view: TicketView) -> bool:
    return view.live and view.status is not Status.IN_QA


def _words(status: Status | None) -> str:
    return status.replace("_", " ") if status else "open"


def _finding(view: TicketView, severity: Severity, because: str, *, since: datetime) -> Finding:
    facts = (view.status_fact,) if view.status_fact else ()
    grounds = joined((*(fact.grounds for fact in facts), *(each.grounds for each in view.pulls)))
    return Finding(
        rule="status_drift",
        subject=view.subject,
        severity=severity,
        because=because,
        since=since,
        evidence=grounds.evidence,
        ask=first_known(view.assignee, *(each.pull.author for each in view.pulls)),
        resolves_when="the status says what the pull requests show, or they catch up with it",
        tickets=(view.key,),
        audience=grounds.audience,
    )
