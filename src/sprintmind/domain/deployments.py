"""Where a pull request's commits were deployed to, from the deployments of its merge commit and of its head."""

import re
from collections.abc import Iterable
from datetime import date

from sprintmind.domain.repositories import DeploymentSeen
from sprintmind.domain.telling import foreign
from sprintmind.domain.work import Deployment, DeployState, PullRequest

_STATES = {
    "success": DeployState.SUCCEEDED,
    "failure": DeployState.FAILED,
    "error": DeployState.FAILED,
}
"""How a deployment ends, in GitHub's words; `inactive` only says that a later one took its place, all else that it is
under way."""
_PRODUCTION = re.compile(r"(?:^|[^a-z])(?:prod|production|live)(?:$|[^a-z])", re.IGNORECASE)
_BEFORE = re.compile(r"(?:pre|non|not)[-_ ]?(?:prod|production|live)", re.IGNORECASE)


def deployments(seen: Iterable[DeploymentSeen]) -> tuple[Deployment, ...]:
    """Tell how the newest deployment to each environment stands, by environment.

    Args:
        seen: Deployments of commits that carry one pull request, in any order, with repeats.
    """
    newest: dict[str, Deployment] = {}
    for each in sorted(seen, key=lambda each: (each.at, each.deployment, _is_over(each), each.event)):
        before = newest.get(each.environment)
        if each.state == "inactive" and before:
            continue
        newest[each.environment] = Deployment(
            environment=each.environment,
            state=_STATES.get(each.state, DeployState.UNDER_WAY),
            at=each.at,
            event=each.event,
        )
    return tuple(newest[name] for name in sorted(newest))


def has_failed(state: str) -> bool:
    """Tell whether a word of GitHub's says that a deployment did not come about."""
    return _STATES.get(state) is DeployState.FAILED


def is_production(environment: str) -> bool:
    """Tell whether an environment is, by its name, the one that customers use.

    >>> is_production("eu-production"), is_production("staging"), is_production("pre-prod")
    (True, False, False)
    """
    return bool(_PRODUCTION.search(environment)) and not _BEFORE.search(environment)


def is_live(pull: PullRequest) -> bool:
    """Tell whether a pull request was deployed to production, and neither failed there since nor was reverted."""
    there = [each for each in pull.deployments if is_production(each.environment)]
    return bool(there) and not pull.reverted and max(there, key=lambda each: each.at).state is DeployState.SUCCEEDED


def told_deployment(found: Deployment, *, day: date) -> str:
    """Say how a deployment fares: `the deployment to staging failed on 2025-09-30`."""
    where = f" to {foreign(found.environment, most=60)}" if found.environment else ""
    return {
        DeployState.SUCCEEDED: f"deployed{where} on {day}",
        DeployState.FAILED: f"the deployment{where} failed on {day}",
        DeployState.UNDER_WAY: f"on its way{where} since {day}",
    }[found.state]


def _is_over(seen: DeploymentSeen) -> bool:
    """Order what one second tells of a deployment: how it ends comes after that it runs."""
    return seen.state in _STATES
