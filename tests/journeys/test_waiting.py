"""What is shown of sprints and pull requests, under any name and for any moment, is stored as it folds."""

import json
from datetime import timedelta

import pytest

import sprintmind.sources.github
import sprintmind.sources.jira  # noqa: F401 -- importing a source registers it
from github_builders import sample
from jira_payloads import hook
from spoken import EVERYBODY, Clock, app_in, at
from sprintmind.domain.moments import Moment
from sprintmind.intake import Delivery


def sprint(days, *, id=5, name="Sprint 5", start="2025-09-29T09:00:00.000+00:00"):
    shown = {"id": id, "name": name, "state": "active", "startDate": start, "originBoardId": 1}
    body = hook("sprint_updated", at=at(days).isoformat(), sprint=shown)
    return Delivery(source="jira", body=json.dumps(body).encode(), received_at=at(days))


def pull(days, *, merged=False):
    """A pull request that names no ticket."""
    payload = sample("pull_request__opened")
    shown = {**payload["pull_request"], "title": "Tidy", "body": "", "updated_at": at(days).isoformat()}
    shown["head"] = {**shown["head"], "ref": "tidy"}
    shown |= {"state": "closed", "merged": True, "merged_at": shown["updated_at"]} if merged else {}
    body = {**payload, "action": "closed" if merged else "opened", "pull_request": shown}
    return Delivery(source="github", body=json.dumps(body).encode(), received_at=at(0), name="pull_request")


@pytest.mark.parametrize(
    "deliveries",
    [
        pytest.param([sprint(0), sprint(0.5, name="Sprint five")], id="renamed"),
        pytest.param([sprint(0), sprint(0.5, name="Sprint five"), sprint(0.2)], id="renamed, and heard late"),
        pytest.param([sprint(0), sprint(0.5, start=None)], id="its start taken back"),
        pytest.param(
            [sprint(0), sprint(0.1, id=6, start="2025-10-02T09:00:00.000+00:00"), sprint(0.2)], id="two of one name"
        ),
        pytest.param(
            [sprint(0), sprint(0.1, id=6, start="2025-10-02T09:00:00.000+00:00"), sprint(0.2, id=6, name="Other")],
            id="two of one name, until one is renamed",
        ),
        pytest.param([sprint(0), sprint(3, start="2025-10-02T09:00:00.000+00:00")], id="shown for the future"),
    ],
)
def test_sprints_are_stored_as_they_fold_whatever_their_names_were(deliveries, tmp_path):
    clock = Clock(at(1))
    app = app_in(tmp_path, clock)
    app.ingest(deliveries)
    assert app.verify().differences == ()
    clock.now = at(4)
    app.tick()
    assert app.verify().differences == ()


def test_a_pull_request_without_a_ticket_that_is_shown_for_the_future_waits_until_then(tmp_path):
    clock = Clock(at(0))
    app = app_in(tmp_path, clock)
    app.ingest([pull(-1), pull(2, merged=True)])
    assert app.verify().differences == ()
    clock.now = at(2) + timedelta(minutes=1)
    assert app.verify().differences == ()
    app.tick()
    assert app.verify().differences == ()
    assert app.risks(Moment(now=clock.now), EVERYBODY) == ()


def of_repository(days, *, id, key=None):
    """A pull request of one head that works on a ticket, or a new name of its repository."""
    payload = sample("pull_request__opened")
    repository = {**payload["repository"], "id": id, "updated_at": at(days).isoformat()}
    if key is None:
        body = {"action": "renamed", "repository": {**repository, "full_name": "northwind/renamed"}}
        return Delivery(source="github", body=json.dumps(body).encode(), received_at=at(0), name="repository")
    shown = {**payload["pull_request"], "title": key, "body": "", "updated_at": at(days).isoformat()}
    shown["base"] = {**shown["base"], "repo": repository}
    body = {**payload, "pull_request": shown, "repository": repository}
    return Delivery(source="github", body=json.dumps(body).encode(), received_at=at(0), name="pull_request")


def test_a_new_name_reaches_the_tickets_of_other_repositories_that_share_its_commits(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([of_repository(0, id=1, key="NW-1"), of_repository(0.1, id=2, key="NW-2"), of_repository(3, id=1)])
    assert app.verify().differences == ()
