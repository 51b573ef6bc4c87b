"""A plan that resembles past failures carries what was promised to a customer."""

from collections.abc import Iterator

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import PlanView, joined
from sprintmind.domain.work import CiState, PullRequest, PullStatus
from sprintmind.risk import optional_rule, threshold

HIGH = threshold("red_plan_with_promise_high", 3)  # business days until the promise is due


@optional_rule
def red_plan_with_promise(view: PlanView) -> Iterator[Finding]:
    """Find a promised ticket that a plan names whose check is RED (medium), due soon or overdue (high).

    It ends when the plan is checked again and is no longer RED, when its outcome is told, or when the ticket is done.
    A promise that a person has not confirmed keeps it at medium.
    """
    promise, plan = view.commitment, view.plan
    severity = Severity.HIGH if promise.due_within(view.policy.limit(HIGH)) else Severity.MEDIUM
    failing = next(
        (f", and CI is failing on {pull.name}" for pull in (each.pull for each in view.ticket.pulls) if _red(pull)), ""
    )
    due = promise.deadline if promise.due else f"it is promised to {promise.customer}, without a date"
    grounds = joined((promise.grounds, *(each.grounds for each in view.ticket.pulls)))
    yield Finding(
        rule="red_plan_with_promise",
        subject=view.subject,
        severity=promise.at_most(severity),
        because=f"the check {plan.id} of a plan that carries {view.ticket.key} is RED; {due}{failing}",
        since=max(plan.at, promise.since),
        evidence=grounds.evidence,
        ask=plan.by or promise.owner or view.ticket.assignee,
        resolves_when="the plan is changed and no longer RED, or its outcome is told",
        tickets=(view.ticket.key,),
        commitment=promise.id,
        audience=grounds.audience,
    )


def _red(pull: PullRequest) -> bool:
    return pull.ci is CiState.FAILING and pull.status in (PullStatus.OPEN, PullStatus.DRAFT)
