"""`connect` and `sync`, typed at a terminal, with GitHub and Jira on this machine."""

import json

import pytest

from commands.desk import desk
from inlets.fake_github import Github, commit, pull
from inlets.fake_jira import Jira, issue, item
from inlets.local_server import SECRET, Reply, serving
from inlets.test_jira import NOW

TEAM = """
[team]
name = "Northwind"
keys = ["NW"]

[[people]]
id = "priya"
name = "Priya Raman"
github = ["priya-r"]

[[people]]
id = "tom"
name = "Tom Weber"
email = ["tom@northwind.example"]
"""


@pytest.fixture
def typed(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch, team=TEAM, now="2025-10-01T09:00:00+00:00", columns=100)
    monkeypatch.setenv("SPRINTMIND_GITHUB_TOKEN", SECRET)
    monkeypatch.setenv("SPRINTMIND_JIRA_TOKEN", SECRET)
    return at


def shop():
    github = Github()
    github.add(
        pull(1, "NW-1: Totals", created="2025-09-15T08:00:00Z"),
        pull(2, "OPS-1: Pipeline", created="2025-09-16T08:00:00Z", login="octo"),
        pull(3, "OPS-2: More of UTF-8 in SHA-256", created="2025-09-16T08:00:00Z", login="octo"),
        pull(4, "OPS-3: Most", created="2025-09-16T08:00:00Z", login="tw-77"),
    )
    github.commits = [commit("c1", "OPS-3: Tidy", "2025-09-29T10:00:00Z", login="tw-77")]
    return github


def github(server, *more):
    return ("github", "--repository", "northwind/shop", "--api", server.address, *more)


def test_connect_shows_first_what_it_would_read(typed):
    with serving(shop().answer) as server:
        status, out, err = typed.type("connect", *github(server))
    assert status == 0
    assert out.index("pull requests of northwind/shop") < out.index("this is the baseline, of which nobody is notified")
    assert SECRET not in out + err


def test_whoever_declines_has_read_nothing(typed, monkeypatch):
    class Terminal:
        def isatty(self):
            return True

        def readline(self):
            return "n\n"

    monkeypatch.setattr("sys.stdin", Terminal())
    with serving(shop().answer) as server:
        status, out, _ = typed.type("connect", *github(server, "--json"))
    assert status == 1
    assert json.loads(out)["read"] is None
    assert json.loads(typed.type("tickets", "--json")[1]) == []


def test_a_baseline_opens_findings_and_queues_none_for_anybody(typed):
    with serving(shop().answer) as server:
        document = json.loads(typed.type("connect", *github(server, "--yes", "--json"))[1])
        (system,) = document["read"]["systems"]
        assert system["baseline"]
        assert document["read"]["transitions"][0]["change"] == "opened"
        assert document["read"]["memory_backlog"] == document["read"]["new"]  # the events alone
        again = json.loads(typed.type("sync", *github(server, "--json"))[1])
    assert (again["new"], again["systems"][0]["baseline"]) == (0, False)
    assert json.loads(typed.type("risks", "--json")[1])


def test_connect_proposes_settings_and_writes_none(typed):
    before = (typed.home / "sprintmind.toml").read_text()
    with serving(shop().answer) as server:
        _, out, _ = typed.type("connect", *github(server, "--yes"))
    assert 'keys = ["NW", "OPS"]' in out
    assert '# in the table of Tom Weber (tom)\ngithub = ["tw-77"]' in out
    assert '[[people]]\nid = "octo"' in out
    assert "UTF" not in out
    assert (typed.home / "sprintmind.toml").read_text() == before


def test_what_is_proposed_can_be_pasted(typed):
    with serving(shop().answer) as server:
        document = json.loads(typed.type("connect", *github(server, "--yes", "--json"))[1])
    toml = document["proposals"]["toml"]
    people = "\n\n".join(part for part in toml.split("\n\n") if part.startswith("[[people]]"))
    (typed.home / "sprintmind.toml").write_text(TEAM.replace('["NW"]', '["NW", "OPS"]') + "\n" + people)
    assert typed.type("ledger", "rebuild")[0] == 0
    assert {each["key"] for each in json.loads(typed.type("tickets", "--json")[1])} == {
        "NW-1",
        "OPS-1",
        "OPS-2",
        "OPS-3",
    }


def test_sync_tells_how_much_no_webhook_had_told(typed):
    told = shop()
    with serving(told.answer) as server:
        typed.type("connect", *github(server, "--yes", "--json"))
        told.add(pull(1, "NW-1: Totals", state="merged", created="2025-09-15T08:00:00Z", merged="2025-10-01T08:59:00Z"))
        _, out, _ = typed.type("sync", *github(server))
    assert "1 new event, " in out
    assert "had reached us by no webhook" in out


def test_jira_is_read_with_its_changelogs(typed):
    jira = Jira()
    jira.add(issue("NW-1", 10001, created=NOW.replace(day=1, month=9)))
    jira.change(10001, NOW.replace(hour=8), item("status", "To Do", "In Progress"))
    with serving(jira.answer) as server:
        status, out, _ = typed.type("connect", "jira", "--url", server.address, "--yes", "--json")
    assert status == 0
    assert json.loads(out)["would_read"][1] == {"what": "issues of NW", "count": 1, "exact": True}
    (ticket,) = json.loads(typed.type("tickets", "--json")[1])
    assert ticket["status"] == "in_progress"


def test_what_a_merge_means_is_seen_in_what_the_tracker_said_next(typed):
    told, jira = Github(), Jira()
    for n in range(1, 7):
        told.add(
            pull(n, f"NW-{n}: Part", state="merged", created="2025-09-29T08:00:00Z", merged="2025-09-30T08:00:00Z")
        )
        jira.add(issue(f"NW-{n}", 10000 + n, created=NOW.replace(day=1, month=9)))
        jira.change(10000 + n, NOW.replace(month=9, day=30), item("status", "To Do", "In QA"))
    with serving(told.answer) as server:
        typed.type("connect", *github(server, "--yes", "--json"))
    with serving(jira.answer) as server:
        _, out, _ = typed.type("connect", "jira", "--url", server.address, "--yes")
    assert 'merged_means = "in_qa"' in out
    assert "in_qa 6 times" in out


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        pytest.param(("connect", "github"), 2, "no repository is named", id="no repository"),
        pytest.param(("connect", "github", "--repository", "shop"), 2, "expected owner/name", id="no full name"),
        pytest.param(("connect", "jira"), 2, "address is not set", id="no address"),
        pytest.param(
            ("sync", "github", "--repository", "a/b", "--api", "http://api.example"), 2, "https", id="open line"
        ),
        pytest.param(("sync", "jira", "--url", "http://127.0.0.1:1", "--since", "soon"), 2, "--since", id="no moment"),
    ],
)
def test_what_is_missing_is_told_before_anything_is_read(typed, words, status, told):
    found = typed.type(*words)
    assert found[0] == status
    assert told in found[2]


def test_a_wrong_token_is_a_dependency_that_is_not_there(typed):
    with serving(lambda _: Reply({"message": "Bad credentials"}, 401)) as server:
        status, _, err = typed.type("sync", *github(server))
    assert status == 4
    assert "SPRINTMIND_GITHUB_TOKEN is not accepted" in " ".join(err.split())


def test_nothing_in_the_home_holds_the_token(typed):
    with serving(shop().answer) as server:
        typed.type("connect", *github(server, "--yes"))
    assert all(SECRET.encode() not in file.read_bytes() for file in typed.home.rglob("*") if file.is_file())
