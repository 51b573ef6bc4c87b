"""From a plan to what became of it: pull requests, commits, deployments; and what of that asks whether it failed."""

import json
from datetime import timedelta

import pytest

from learned import NOW, preflight_in
from spoken import Clock
from sprintmind.domain.plan_checks import outcomes_of
from sprintmind.evals.github import deploy_payload, pull_payload, sha
from sprintmind.evals.given import Deploy, Pull
from sprintmind.intake import Delivery
from sprintmind.plans.asking import Request
from work_builders import moment

OPEN = Pull(number=88, branch="nw-1-sso", title="NW-1: SSO", head="sso")
MERGED = OPEN.model_copy(update={"state": "merged", "merge_commit": "landed"})
ALONE = Pull(number=90, branch="tidy", title="Tidy", head="tidy")


def heard(app, what, at):
    name = "deployment_status" if isinstance(what, Deploy) else "pull_request"
    make = deploy_payload if isinstance(what, Deploy) else pull_payload
    body = Delivery(source="github", name=name, body=_json(make(what, at=moment(at))), received_at=moment(at))
    assert not app.ingest([body]).refused


def _json(payload):

    return json.dumps(payload).encode()


def opened(place):
    return preflight_in(place, clock=Clock(NOW))


def checked(app, text="Friday deploy of NW-1"):
    made = app.check_plan(Request(body=text.encode())).check
    app._clock.now = NOW + timedelta(days=9)  # noqa: SLF001 -- the test's own clock
    return made


def asked(app):
    return [each.ask for each in app.outcomes_due()]


def test_a_failed_deployment_of_the_merge_asks_and_shows_its_way(place):
    app = opened(place)
    heard(app, OPEN, "2025-09-30")
    made = checked(app)
    heard(app, MERGED, "2025-10-02")
    heard(app, Deploy(commit="landed", state="failure"), "2025-10-03")

    [found] = app.followed(made)

    assert (found.pull.name, found.ticket, found.commits) == ("northwind/shop#88", "NW-1", (sha("sso"), sha("landed")))
    assert [(each.environment, each.state, each.sha) for each in found.deployments] == [
        ("production", "failure", sha("landed"))
    ]
    assert asked(app) == [
        "the deployment of northwind/shop#88, which works on NW-1, to production failed: did this fail?"
    ]


def test_a_failure_stays_one_when_the_deployment_is_put_aside(place):
    app = opened(place)
    heard(app, OPEN, "2025-09-30")
    checked(app)
    heard(app, MERGED, "2025-10-02")
    heard(app, Deploy(commit="landed", state="error"), "2025-10-03")
    heard(app, Deploy(commit="landed", state="inactive"), "2025-10-04")
    assert len(asked(app)) == 1


@pytest.mark.parametrize(
    ("deployment", "at"),
    [
        pytest.param(Deploy(commit="landed", state="success"), "2025-10-03", id="it went well"),
        pytest.param(Deploy(commit="other", state="failure"), "2025-10-03", id="of another commit"),
        pytest.param(Deploy(commit="sso", state="failure", environment="preview"), "2025-10-01 13:00", id="a trial"),
    ],
)
def test_what_is_no_failure_of_what_landed_asks_nothing(place, deployment, at):
    app = opened(place)
    heard(app, OPEN, "2025-09-30")
    checked(app)
    heard(app, deployment, at)
    heard(app, MERGED, "2025-10-02")
    assert asked(app) == []


@pytest.mark.parametrize("words", ["northwind/shop#90", "PR 90", "pull request #90"])
def test_a_pull_request_that_works_on_no_ticket_is_followed_by_its_name(place, words):
    app = opened(place)
    heard(app, ALONE, "2025-09-30")
    made = checked(app, f"Friday deploy of {words} at last")
    assert [(each.pull.name, each.ticket) for each in app.followed(made)] == [("northwind/shop#90", None)]


def test_what_is_asked_is_told_by_people_alone(place):
    app = opened(place)
    heard(app, OPEN, "2025-09-30")
    made = checked(app)
    heard(app, MERGED, "2025-10-02")
    heard(app, Deploy(commit="landed", state="failure"), "2025-10-03")
    assert outcomes_of([app.plan_check(made.id)]) == ()
    assert made.at == NOW
