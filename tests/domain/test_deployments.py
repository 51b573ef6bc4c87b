"""Where a merged pull request was deployed to: the newest word on each environment, in whatever order it is heard."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprintmind.domain.deployments import deployments, is_production, told_deployment
from sprintmind.domain.repositories import DeploymentSeen
from sprintmind.domain.work import DeployState

NOON = datetime(2025, 9, 30, 12, tzinfo=UTC)


def seen(state, *, minutes=0, deployment=1, environment="production"):
    return DeploymentSeen(
        event=f"github:{deployment}-{environment}-{state}-{minutes}",
        at=NOON + timedelta(minutes=minutes),
        repository_id=1,
        deployment=deployment,
        sha="a" * 40,
        ref="main",
        environment=environment,
        state=state,
    )


@pytest.mark.parametrize(
    ("states", "wanted"),
    [
        pytest.param(["queued", "in_progress"], DeployState.UNDER_WAY, id="under way"),
        pytest.param(["in_progress", "success"], DeployState.SUCCEEDED, id="succeeded"),
        pytest.param(["in_progress", "failure"], DeployState.FAILED, id="failed"),
        pytest.param(["success", "inactive"], DeployState.SUCCEEDED, id="a later one took its place"),
        pytest.param(["failure", "success"], DeployState.SUCCEEDED, id="tried again"),
        pytest.param(["success", "error"], DeployState.FAILED, id="deployed again, and failed"),
    ],
)
def test_the_newest_word_counts(states, wanted):
    (found,) = deployments(seen(each, minutes=n) for n, each in enumerate(states))
    assert found.state is wanted


def test_of_one_second_how_it_ends_comes_after_that_it_runs():
    (found,) = deployments([seen("success"), seen("in_progress")])
    assert found.state is DeployState.SUCCEEDED


@given(st.permutations([seen(s, minutes=n % 3, deployment=n, environment=e) for n, (s, e) in enumerate(
    (s, e) for s in ("in_progress", "success", "failure", "inactive") for e in ("production", "staging")
)]))  # fmt: skip
def test_the_order_and_the_number_of_deliveries_make_no_difference(some):
    assert deployments(some) == deployments([*some, *reversed(some)]) == deployments(sorted(some, key=repr))


@pytest.mark.parametrize("name", ["production", "Production", "prod", "eu-prod", "prod_eu", "live"])
def test_what_customers_use_is_known_by_its_name(name):
    assert is_production(name)


@pytest.mark.parametrize("name", ["", "staging", "preview", "pre-production", "preprod", "nonprod", "product-tests"])
def test_what_comes_before_it_is_not_taken_for_it(name):
    assert not is_production(name)


def test_an_environment_may_have_no_name_and_markup_in_it_is_harmless():
    (found,) = deployments([seen("failure", environment="")])
    assert told_deployment(found, day=NOON.date()) == "the deployment failed on 2025-09-30"
    (found,) = deployments([seen("success", environment="<b>[1]`x`")])
    assert told_deployment(found, day=NOON.date()) == "deployed to b (1)'x' on 2025-09-30"
