"""GitHub's REST interface, read page by page."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from github_builders import TEAM, delivered
from inlets.fake_github import REPOSITORY, Github, check_run, commit, pull, review, sha, status, user
from inlets.local_server import Reply, api, serving
from sprintmind.errors import ConfigError, UnavailableError
from sprintmind.inlets.github import GithubInlet, open_inlets
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.port import Step
from sprintmind.sources.github import parse

NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)


class Nothing:
    """A ledger that knows nothing."""

    def keys(self):
        return frozenset()

    def issue(self, key):
        return None


def shop(**more):
    github = Github(**more)
    github.add(
        pull(1, "NW-1: Totals", created="2025-09-29T08:00:00Z", updated="2025-09-30T08:00:00Z"),
        pull(2, "NW-2: Tax", state="merged", created="2025-09-20T08:00:00Z", merged="2025-09-29T10:00:00Z"),
        pull(3, "NW-3: Old", state="merged", created="2025-01-01T08:00:00Z", merged="2025-01-02T08:00:00Z"),
        pull(4, "NW-4: Old and open", created="2025-01-01T08:00:00Z"),
    )
    github.reviews[1] = [review(11, "tom-w", "APPROVED", "2025-09-29T12:00:00Z")]
    github.runs[sha("head1")] = [check_run(21, "build", "failure", "2025-09-29T08:10:00Z")]
    github.statuses[sha("head1")] = [status(31, "deploy/preview", "success", "2025-09-29T08:20:00Z")]
    github.commits = [commit("merge2", "NW-2: Tax (#2)", "2025-09-29T10:00:00Z")]
    return github


def inlet(server, name="northwind/shop"):
    return GithubInlet(api=api(server), repository=name, now=lambda: NOW)


def read(server, cursors, *, since=None, until=None):
    """Read, keep the cursors as the ledger does, and stop after so many steps; what was read."""
    steps = []
    for step in inlet(server).read(dict(cursors), since=since, known=Nothing()):
        steps.append(step)
        for name, value in step.cursors.items():
            cursors.pop(name, None)
            if value is not None:
                cursors[name] = value
        if until and len(steps) == until:
            break
    return steps


def events(steps: list[Step], kind=None):
    found = [event for step in steps for each in step.deliveries for event in parse(each, TEAM)]
    return [event for event in found if kind is None or event.kind == kind]


def kinds(steps):
    return Counter({each.key: each.kind for each in events(steps)}.values())


def test_it_reads_pull_requests_reviews_checks_and_commits():
    with serving(shop().answer) as server:
        steps = read(server, {})
    assert kinds(steps) == {
        "pull_request": 4, "pull_request_review": 1, "check_run": 1, "status": 1, "push": 1,
    }  # fmt: skip
    assert not any(event.ignored for event in events(steps))


def test_it_looks_into_what_is_open_or_changed_lately():
    with serving(shop().answer) as server:
        read(server, {})
        looked_into = {path.split("/")[5] for path in server.paths("/reviews")}
    assert looked_into == {"1", "2", "4"}


def test_pages_are_followed_to_the_last():
    github = shop(size=2)
    github.add(*(pull(n, f"NW-{n}: More", created=f"2025-09-{n:02}T08:00:00Z") for n in range(10, 21)))
    github.runs[sha("head1")] = [check_run(n, f"test {n}", "success", "2025-09-29T08:10:00Z") for n in range(40, 47)]
    with serving(github.answer) as server:
        steps = read(server, {})
    shown = {event.observations[0].number for event in events(steps, "pull_request")}
    assert shown >= set(github.pulls) - {3}
    assert kinds(steps)["check_run"] == 7


def test_a_second_reading_is_told_only_that_nothing_changed():
    cursors = {}
    with serving(shop().answer) as server:
        read(server, cursors)
        server.asked.clear()
        assert events(read(server, cursors), "pull_request") == []
        assert all("if-none-match" in each.headers for each in server.asked if "/pulls" in each.target)
    assert cursors["since"] == NOW.isoformat()


def test_a_check_that_changes_nothing_else_is_read():
    cursors, github = {}, shop()
    with serving(github.answer) as server:
        read(server, cursors)
        github.runs[sha("head1")] = [check_run(22, "build", "success", "2025-09-30T09:00:00Z")]
        found = events(read(server, cursors), "check_run")
    assert [event.observations[0].state for event in found] == ["success"]


def test_whoever_is_stopped_goes_on_where_they_were():
    cursors, github = {}, shop()
    with serving(github.answer) as server:
        every = {event.key for event in events(read(server, {}))}
        total = len(read(server, {}))
        for stop in range(1, total, 2):
            cursors = {}
            before = read(server, cursors, until=stop)
            server.asked.clear()
            after = read(server, cursors)
            assert {event.key for event in events(before + after)} == every
    assert server.paths("/pulls/1/reviews") == []  # it was read before the last stop


def test_a_pull_request_that_moves_to_another_page_meanwhile_is_not_lost():
    github = shop(size=2)
    github.add(*(pull(n, f"NW-{n}: More", created=f"2025-09-{n:02}T08:00:00Z") for n in range(10, 15)))

    def close_the_oldest(asked):
        if asked.query.get("state") == "all" and asked.query.get("page") == "2" and not github.pulls[10]["closed_at"]:
            moved = pull(10, "NW-10: More", state="closed", created="2025-09-10T08:00:00Z",
                         updated="2025-10-01T08:59:00Z", closed="2025-10-01T08:59:00Z")  # fmt: skip
            github.add(moved)

    with serving(github.answer) as server:
        server.before = close_the_oldest
        found = events(read(server, {}), "pull_request")
    states = [event.observations[0].status.value for event in found if event.observations[0].number == 10]
    assert states[-1] == "closed"
    assert {event.observations[0].number for event in found} >= set(github.pulls) - {3}


def test_lists_that_never_stand_still_are_told():
    github, n = shop(), iter(range(100, 200))

    def change(asked):
        if asked.query.get("state") == "all":
            number = next(n)
            github.add(pull(number, "NW-9: Again", created=f"2025-10-01T08:{number % 60:02}:00Z"))

    with serving(github.answer) as server:
        server.before = change
        with pytest.raises(UnavailableError, match="kept changing"):
            read(server, {})


def test_checks_that_do_not_add_up_to_their_total_are_read_again():
    github = shop()
    short = Reply({"total_count": 2, "check_runs": [check_run(21, "build", "failure", "2025-09-29T08:10:00Z")]})
    github.runs[sha("head1")].append(check_run(22, "lint", "success", "2025-09-29T08:10:00Z"))
    with serving(github.answer) as server:
        server.faults = [("check-runs", short)]
        assert kinds(read(server, {}))["check_run"] == 2


def test_a_dismissed_review_is_told_as_its_webhooks_told_it():
    github = shop()
    github.reviews[1] = [review(11, "tom-w", "DISMISSED", "2025-09-29T12:00:00Z")]
    dismissal = {"review_id": 11, "state": "approved", "dismissal_message": "stale"}
    github.events[1] = [
        {"id": 1, "event": "labeled", "created_at": "2025-09-29T12:30:00Z"},
        {"id": 2, "event": "review_dismissed", "created_at": "2025-09-29T13:00:00Z", "dismissed_review": dismissal},
    ]
    with serving(github.answer) as server:
        found = events(read(server, {}), "pull_request_review")
    seen = [(event.observations[0].state, event.said_at.hour) for event in found]
    assert seen == [("approved", 12), ("dismissed", 13)]


def test_a_commit_that_was_pushed_alone_is_the_push_of_its_webhook():
    github = shop()
    with serving(github.answer) as server:
        (found,) = events(read(server, {}), "push")
    author = {"name": "Tom Weber", "email": "tom@northwind.example", "username": "tom-w"}
    told = {
        "id": sha("merge2"),
        "message": "NW-2: Tax (#2)",
        "timestamp": "2025-09-29T12:00:00+02:00",
        "author": author,
    }
    pushed = int(datetime(2025, 9, 29, 10, tzinfo=UTC).timestamp())
    hook = {
        "ref": "refs/heads/main", "before": sha("base"), "after": sha("merge2"), "commits": [told], "head_commit": told,
        "repository": {**REPOSITORY, "pushed_at": pushed}, "pusher": author, "sender": user("tom-w"),
    }  # fmt: skip
    (pushed_alone,) = delivered(hook, name="push")
    assert (found.key, found.observations) == (pushed_alone.key, pushed_alone.observations)


def test_a_renamed_repository_is_read_under_its_new_name_and_told():
    github = shop()

    def answer(asked):
        old = asked.path.startswith("/repos/northwind/till")
        return Reply(None, 301, {"Location": "/repos/northwind/shop"}) if old else github.answer(asked)

    with serving(answer) as server:
        found = inlet(server, "northwind/till")
        notes = [note for step in found.read({}, since=None, known=Nothing()) for note in step.notes]
    assert notes == ["northwind/till is called northwind/shop now; change it in sprintmind.toml"]


def test_a_repository_that_is_gone_is_named():
    with serving(shop().answer) as server, pytest.raises(UnavailableError, match=r"404 for .*northwind/gone"):
        inlet(server, "northwind/gone").survey({}, since=None)


def test_a_survey_counts_and_reads_nothing():
    with serving(shop().answer) as server:
        survey = inlet(server).survey({}, since=None)
        assert server.paths("/reviews") == []
    assert {count.what: count.count for count in survey.counts} == {
        "pull requests of northwind/shop": 3, "commits on main": 1, "requests": 12,
    }  # fmt: skip


def test_it_counts_by_the_number_of_the_last_page():
    github = shop()
    github.commits = [commit(f"c{n}", "Tidy", f"2025-09-29T10:00:{n:02}Z") for n in range(37)]
    with serving(github.answer) as server:
        survey = inlet(server).survey({}, since=None)
    assert [count.count for count in survey.counts if count.what == "commits on main"] == [37]


def test_a_bound_of_ones_own_reads_from_there():
    cursors = {}
    with serving(shop().answer) as server:
        read(server, cursors)
        server.asked.clear()
        read(server, cursors, since=datetime(2025, 1, 1, tzinfo=UTC))
        assert any("/pulls/3/reviews" in path for path in server.paths())


@pytest.mark.parametrize(
    ("environ", "parts", "told"),
    [
        pytest.param({}, ("northwind/shop",), "SPRINTMIND_GITHUB_TOKEN is not set", id="no token"),
        pytest.param({"SPRINTMIND_GITHUB_TOKEN": "t"}, (), "no repository is named", id="no repository"),
    ],
)
def test_what_is_missing_is_named(environ, parts, told):
    with pytest.raises(ConfigError, match=told):
        open_inlets(
            address="https://api.github.com", parts=parts, environ=environ, now=lambda: NOW, patience=Patience()
        )
