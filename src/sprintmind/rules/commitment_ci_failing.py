"""CI is failing on a ticket that a customer was promised soon."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import CommitmentView, Grounds, first_known, joined
from sprintmind.domain.work import CiState
from sprintmind.risk import rule, threshold

DUE_WITHIN = threshold("commitment_ci_failing_critical", 2)  # business days until the promise is due


@rule
def commitment_ci_failing(view: CommitmentView) -> Iterator[Finding]:
    """Find a promise, overdue or due within two business days, whose open pull request has a red head.

    A build that has not run yet is not red: silence is not evidence of failure. A draft is open too. While a person
    has not confirmed the promise, it is medium.
    """
    if not view.due_within(view.policy.limit(DUE_WITHIN)):
        return
    for pull in view.open_pulls:
        if pull.ci is CiState.FAILING:
            grounds = joined((Grounds(evidence=pull.ci_evidence or (pull.event,)), view.grounds))
            yield Finding(
                rule="commitment_ci_failing",
                subject=view.subject,
                severity=view.at_most(Severity.CRITICAL),
                because=f"CI is failing on {pull.name}, and {view.deadline}",
                since=max(view.since, pull.opened_at or view.since),
                evidence=grounds.evidence,
                ask=first_known(pull.author, view.assignee, view.owner),
                resolves_when=f"CI passes on the head of {pull.name}, or it is merged",
                tickets=(view.key,) if view.key else view.tickets,
                commitment=view.id,
                audience=grounds.audience,
            )
