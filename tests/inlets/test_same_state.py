"""The law of reading: whatever webhooks told or lost, a sync ends where all of them would have ended."""

import copy
import json
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import jira_payloads
from github_builders import TEAM as GITHUB_TEAM
from inlets.fake_github import REPOSITORY, Github, check_run, pull, review, sha, user
from inlets.fake_jira import Jira, issue, item
from inlets.local_server import api, serving
from spoken import EVERYBODY, Clock, app_in, values
from sprintmind.domain.moments import Moment
from sprintmind.inlets.github import GithubInlet
from sprintmind.inlets.jira import JiraInlet
from sprintmind.intake import Delivery

NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)
few = settings(max_examples=15)


def iso(minute):
    return (NOW - timedelta(days=2) + timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Story:
    """What happens to a repository, with the webhook of everything that does."""

    def __init__(self):
        self.github, self.hooks, self.minute = Github(), [], 0

    def open(self, number, *, draft):
        self.minute += 1
        self.github.add(
            pull(number, f"NW-{number}: Part", created=iso(self.minute), draft=draft, head=sha(f"{number}/0"))
        )
        self._hook("opened", number)

    def happen(self, number, what):
        self.minute += 1
        found = self.github.pulls[number]
        if found["state"] == "closed":
            return
        if what in ("approved", "changes_requested"):
            self._review(number, what)
        elif what in ("success", "failure"):
            self._check(number, what)
        else:
            self._change(found, what)
            self._hook(what, number)

    def _change(self, found, what):
        found["updated_at"] = iso(self.minute)
        match what:
            case "ready":
                found["draft"] = False
            case "push":
                found["head"]["sha"] = sha(f"{found['number']}/{self.minute}")
            case "retitle":
                found["title"] = "NW-9: Another ticket"
            case "merge" | "close":
                ended = iso(self.minute)
                found |= {"state": "closed", "closed_at": ended}
                if what == "merge":
                    found |= {"merged_at": ended, "merge_commit_sha": sha(f"merge{found['number']}")}

    def _review(self, number, state):
        found = self.github.pulls[number]
        found["updated_at"] = iso(self.minute)
        made = review(1000 + self.minute, "tom-w", state, iso(self.minute), head=found["head"]["sha"])
        self.github.reviews.setdefault(number, []).append({**made, "state": state.upper()})
        self._told("pull_request_review", {"action": "submitted", "review": made, "pull_request": found})

    def _check(self, number, conclusion):
        head = self.github.pulls[number]["head"]["sha"]
        run = check_run(2000 + self.minute, "build", conclusion, iso(self.minute), head=head)
        self.github.runs[head] = [run]  # the interface shows the latest of a name
        self._told("check_run", {"action": "completed", "check_run": run})

    def _hook(self, action, number):
        self._told("pull_request", {"action": action, "number": number, "pull_request": self.github.pulls[number]})

    def _told(self, name, body):
        told = copy.deepcopy({**body, "repository": REPOSITORY, "sender": user("priya-r")})
        self.hooks.append(Delivery(source="github", body=json.dumps(told).encode(), received_at=NOW, name=name))


WORDS = ("ready", "push", "approved", "changes_requested", "success", "failure", "merge", "close")
happenings = st.lists(st.tuples(st.integers(1, 3), st.sampled_from(WORDS)), max_size=14)


def story(drafts, happened):
    told = Story()
    for number, draft in enumerate(drafts, start=1):
        told.open(number, draft=draft)
    for number, what in happened:
        told.happen(number, what)
    return told


def shown(found):
    reviews = [(each.reviewer, each.approves, each.of_head) for each in found.reviews]
    return (found.status, found.ci, found.head, found.merged_at, found.draft, reviews)


def state(app):
    tickets = app.tickets(Moment(now=NOW), EVERYBODY)
    pulls = {(ticket.key, each.number): shown(each) for ticket in tickets for each in ticket.pulls}
    return values(app), pulls


def from_hooks(hooks, team):
    with tempfile.TemporaryDirectory() as folder:
        app = app_in(Path(folder), Clock(NOW), team=team)
        assert not app.ingest(hooks).refused
        return state(app)


@few
@given(st.tuples(st.booleans(), st.booleans(), st.booleans()), happenings, st.data())
def test_github_ends_as_if_every_webhook_had_come(drafts, happened, data):
    told = story(drafts, happened)
    came = [hook for hook in told.hooks if data.draw(st.booleans())]
    with tempfile.TemporaryDirectory() as folder, serving(told.github.answer) as server:
        app = app_in(Path(folder), Clock(NOW), team=GITHUB_TEAM)
        app.ingest(came)
        synced = app.sync(GithubInlet(api=api(server), repository="northwind/shop", now=lambda: NOW))
        assert not synced.refused
        assert state(app) == from_hooks(told.hooks, GITHUB_TEAM)
        assert app.verify().same


def test_github_tells_nothing_new_of_what_every_webhook_told():
    told = story((False, True, False), [(1, "approved"), (1, "success"), (1, "merge"), (2, "ready"), (3, "failure")])
    with tempfile.TemporaryDirectory() as folder, serving(told.github.answer) as server:
        app = app_in(Path(folder), Clock(NOW), team=GITHUB_TEAM)
        app.ingest(told.hooks)
        synced = app.sync(GithubInlet(api=api(server), repository="northwind/shop", now=lambda: NOW))
    assert synced.new == 0
    assert synced.known == 6


MOVES = ("To Do", "In Progress", "In Review", "Done")
changes = st.lists(st.tuples(st.integers(1, 3), st.sampled_from(MOVES), st.booleans()), max_size=12)


def jira_story(changed):
    jira, hooks = Jira(page=2), []
    start = NOW - timedelta(days=2)
    for n in (1, 2, 3):
        jira.add(issue(f"NW-{n}", 10000 + n, created=start))
        hooks.append(hook("jira:issue_created", jira.issues[str(10000 + n)], start))
    for minute, (n, to, retitled) in enumerate(changed, start=1):
        number, at = 10000 + n, start + timedelta(minutes=minute)
        before = jira.issues[str(number)]["fields"]
        items = [item("status", before["status"]["name"], to)] if before["status"]["name"] != to else []
        items += [item("summary", before["summary"], f"Take {minute}")] if retitled else []
        if items:
            entry = jira.change(number, at, *items)
            log = {"id": entry["id"], "items": items}
            hooks.append(hook("jira:issue_updated", jira.issues[str(number)], at, changelog=log, user=entry["author"]))
    return jira, hooks


def hook(name, found, at, **more):
    body = {"timestamp": int(at.timestamp() * 1000) + 200, "webhookEvent": name, "issue": found, **more}
    return Delivery(source="jira", body=json.dumps(body).encode(), received_at=NOW)


@few
@given(changes, st.data())
def test_jira_ends_as_if_every_webhook_had_come(changed, data):
    jira, hooks = jira_story(changed)
    came = [hook for hook in hooks if data.draw(st.booleans())]
    with tempfile.TemporaryDirectory() as folder, serving(jira.answer) as server:
        app = app_in(Path(folder), Clock(NOW), team=jira_payloads.TEAM)
        app.ingest(came)
        asked = api(server, name="Jira")
        assert not app.sync(JiraInlet(api=asked, projects=("NW",), now=lambda: NOW)).refused
        assert state(app) == from_hooks(hooks, jira_payloads.TEAM)
        assert app.verify().same


def test_jira_tells_of_a_changelog_nothing_that_its_webhooks_told():
    jira, hooks = jira_story([(1, "In Progress", False), (1, "Done", True), (2, "Done", False)])
    with tempfile.TemporaryDirectory() as folder, serving(jira.answer) as server:
        app = app_in(Path(folder), Clock(NOW), team=jira_payloads.TEAM)
        app.ingest(hooks)
        synced = app.sync(JiraInlet(api=api(server, name="Jira"), projects=("NW",), now=lambda: NOW))
    # Three entries and an issue as it was made are known; two issues as they stand now no webhook shows.
    assert (synced.new, synced.known) == (2, 4)
