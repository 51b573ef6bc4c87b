"""Commands that record something, or refuse to."""

import io
import json
import sys
from datetime import UTC, date, datetime

import pytest

from commands.desk import TEAM, behind, desk
from commands.made import claim, decided, finding, recorded
from sprintmind.answers import Ingested, LinkPreview, Refused
from sprintmind.domain.authority import Decision
from sprintmind.domain.events import Source, Visibility
from sprintmind.domain.findings import Change, Transition
from sprintmind.reading.statements import Kind, Statement

DISPUTED = decided(
    claim("in_progress", Source.MEETING, quote="still on it", line=4), Decision.CONFLICTING, reason="less trusted"
)
RESULT = Ingested(
    events=(recorded(decided(claim("done"), current=True), DISPUTED, promises=1),),
    transitions=(Transition(finding=finding(), change=Change.OPENED, at=datetime(2025, 9, 30, tzinfo=UTC)),),
    memory_backlog=2,
)


def test_ingest_tells_events_and_transitions(tmp_path, capsys, monkeypatch):
    (tmp_path / "a.json").write_text("{}")
    with behind(ingest=RESULT):
        status, out, err = desk(tmp_path, capsys, monkeypatch).type(
            "ingest", "github", str(tmp_path / "a.json"), "--json"
        )

    found = json.loads(out)
    [event] = found["events"]
    assert (status, err) == (0, "")
    counts = ("claims", "accepted", "confirmed", "conflicting", "rejected")
    assert (event["key"], event["new"]) == ("github:pull:1", True)
    assert [event[name] for name in counts] == [2, 1, 0, 1, 0]
    assert event["claim_list"][1]["claim"] == "c1"
    assert event["claim_list"][1]["quote"] == "still on it"
    assert found["transitions"][0]["change"] == "opened"
    assert found["transitions"][0]["severity"] == "critical"
    assert found["memory_backlog"] == 2
    assert found["refused"] == []


def test_what_is_known_about_a_file_goes_along_with_it(tmp_path, capsys, monkeypatch):
    (tmp_path / "weekly.vtt").write_text("WEBVTT")
    with behind() as app:
        status, _, _ = desk(tmp_path, capsys, monkeypatch).type(
            "ingest", "meeting", "--date", "2025-10-01", "--title", "Weekly", "--author", "Pri",
            "--participants", "tom,dana", "--participants", "lena", "--visibility", "participants", "--event", "x",
            str(tmp_path / "weekly.vtt"),
        )  # fmt: skip

    [delivery] = app.deliveries
    assert status == 0
    assert (delivery.said, delivery.title, delivery.author) == (date(2025, 10, 1), "Weekly", "Pri")
    assert delivery.participants == ("tom", "dana", "lena")
    assert delivery.visibility is Visibility.PARTICIPANTS
    assert (delivery.name, delivery.body) == ("x", b"WEBVTT")
    assert delivery.received_at == datetime(2025, 10, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param("2025-10-01T14:30", "2025-10-01T12:30:00+00:00", id="the team's zone"),
        pytest.param("2025-10-01T14:30:00+05:30", "2025-10-01T09:00:00+00:00", id="its own offset"),
    ],
)
def test_a_date_may_have_a_time(tmp_path, capsys, monkeypatch, given, said):
    (tmp_path / "a.md").write_text("x")
    with behind() as app:
        desk(tmp_path, capsys, monkeypatch).type("ingest", "standup", "--date", given, str(tmp_path / "a.md"))

    assert app.deliveries[0].said.isoformat() == said


def test_of_several_files_the_good_ones_go_in_and_the_bad_ones_are_listed(tmp_path, capsys, monkeypatch):
    (tmp_path / "good.json").write_text("{}")
    (tmp_path / "empty.json").write_text("")
    files = [str(tmp_path / name) for name in ("missing.json", "good.json", "empty.json")]
    with behind() as app:
        status, out, err = desk(tmp_path, capsys, monkeypatch).type("ingest", "jira", *files, "--json")

    assert status == 3
    assert [delivery.filename for delivery in app.deliveries] == [files[1]]
    assert json.loads(out)["refused"] == [
        {"file": files[0], "reason": "there is no such file"},
        {"file": files[2], "reason": "is empty"},
    ]
    assert len(err.splitlines()) == 2


def test_what_the_ledger_refuses_exits_with_three(tmp_path, capsys, monkeypatch):
    (tmp_path / "cut.json").write_text("{")
    with behind(ingest=Ingested(refused=(Refused(file="cut.json", reason="no JSON at 1"),))):
        status, _, err = desk(tmp_path, capsys, monkeypatch).type("ingest", "jira", str(tmp_path / "cut.json"))

    assert (status, err) == (3, "error: cut.json: no JSON at 1\n")


def test_a_directory_means_every_file_below_it(tmp_path, capsys, monkeypatch):
    for name in ("in/b.json", "in/deep/a.json", "in/.hidden/c.json", "in/.d.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    with behind() as app:
        desk(tmp_path, capsys, monkeypatch).type("ingest", "github", str(tmp_path / "in"))

    assert [delivery.body.decode() for delivery in app.deliveries] == ["in/b.json", "in/deep/a.json"]


def test_an_empty_directory_is_refused(tmp_path, capsys, monkeypatch):
    (tmp_path / "in").mkdir()
    with behind():
        status, _, err = desk(tmp_path, capsys, monkeypatch).type("ingest", "github", str(tmp_path / "in"))

    assert status == 3
    assert "holds no files" in err


def test_a_dash_means_stdin(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"NW-1 is done")))
    with behind() as app:
        status, _, _ = desk(tmp_path, capsys, monkeypatch).type("ingest", "standup", "-", "--author", "priya")

    assert status == 0
    assert app.deliveries[0].body == b"NW-1 is done"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["ingest", "carrier-pigeon", "x"], "carrier-pigeon", id="unknown source"),
        pytest.param(["ingest", "github"], "PATH is missing", id="no file"),
        pytest.param(["ingest", "github", "x", "--bogus"], "--bogus", id="unknown option"),
        pytest.param(["ingest", "meeting", "x", "--date", "soon"], "--date: 'soon'", id="no date"),
        pytest.param(["ingest", "meeting", "x", "--visibility", "all"], "visibility", id="unknown visibility"),
        pytest.param(["extract", "github", "x"], "github", id="a source without text"),
        pytest.param(["correct", "x", "--by", "dana", "--field", "status"], "belong together", id="half a field"),
        pytest.param(["correct", "x"], "--by requires", id="nobody's correction"),
        pytest.param(["settle", "c", "--value", "done", "--by", "dana"], "--reason", id="no reason"),
        pytest.param(
            ["promise", "add", "--customer", "Acme", "--what", "x", "--due", "soon", "--by", "dana"],
            "--due",
            id="no day",
        ),
        pytest.param(["promise", "keep"], "keep", id="unknown word"),
    ],
)
def test_bad_usage_exits_with_two_and_records_nothing(tmp_path, capsys, monkeypatch, words, message):
    with behind() as app:
        status, out, err = desk(tmp_path, capsys, monkeypatch).type(*words)

    assert (status, out) == (2, "")
    assert message in err
    assert app.deliveries == app.asked == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(
            ["correct", "x", "--by", "prya"],
            "--by: nobody of the team is called 'prya'; did you mean 'priya'?",
            id="by",
        ),
        pytest.param(["withdraw", "c", "--by", "tom x"], "--by: nobody", id="withdraw"),
        pytest.param(
            ["promise", "add", "--customer", "Acne", "--what", "x", "--due", "2025-10-10", "--by", "dana"],
            "did you mean 'Acme'?",
            id="customer",
        ),
        pytest.param(["people", "link", "github:octo", "Tom", "--by", "dana"], "could be two people", id="two people"),
    ],
)
def test_a_name_that_the_team_does_not_know_exits_with_three(tmp_path, capsys, monkeypatch, words, message):
    with behind() as app:
        status, out, err = desk(tmp_path, capsys, monkeypatch).type(*words)

    assert (status, out) == (3, "")
    assert message in err
    assert app.asked == []


def test_a_correction_that_conflicts_says_how_to_settle_it(tmp_path, capsys, monkeypatch):
    with behind(correct=RESULT) as app:
        status, _, err = desk(tmp_path, capsys, monkeypatch).type(
            "correct",
            "not done",
            "--by",
            "Dana Fox",
            "--ticket",
            "nw-236",
            "--field",
            "status",
            "--value",
            "in_progress",
        )

    assert status == 0
    assert "--reason" in err
    assert app.asked[0][2] == {
        "by": "dana", "ticket": "NW-236", "field": "status", "value": "in_progress", "reason": None, "answer": None,
    }  # fmt: skip


def test_a_correction_with_a_reason_stands_and_warns_of_nothing(tmp_path, capsys, monkeypatch):
    settled = decided(claim("in_progress", Source.SETTLEMENT, id="c3"), current=True)
    with behind(correct=Ingested(events=(recorded(DISPUTED, settled),))):
        status, _, err = desk(tmp_path, capsys, monkeypatch).type(
            "correct", "not done", "--by", "dana", "--ticket", "NW-236", "--field", "status",
            "--value", "in_progress", "--reason", "half of it was merged",
        )  # fmt: skip

    assert (status, err) == (0, "")


def test_a_correction_of_which_nothing_is_read_says_how_to_name_a_field(tmp_path, capsys, monkeypatch):
    with behind(correct=Ingested(events=(recorded(),))):
        _, _, err = desk(tmp_path, capsys, monkeypatch).type("correct", "hello", "--by", "dana")

    assert "--ticket, --field and --value" in err


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(
            ["correct", "x", "--by", "dana", "--field", "status", "--value", "done", "--ticket"], id="correction"
        ),
        pytest.param(
            ["promise", "add", "--customer", "Acme", "--what", "x", "--due", "2025-10-10", "--by", "dana", "--ticket"],
            id="promise",
        ),
    ],
)
@pytest.mark.parametrize("key", ["UTF-8", "NW-0", "NW-12a", "XNW-1", ""])
def test_only_a_key_of_the_teams_projects_is_a_ticket(tmp_path, capsys, monkeypatch, words, key):
    with behind() as app:
        status, _, err = desk(tmp_path, capsys, monkeypatch).type(*words, key)

    assert (status, app.asked) == (3, [])
    assert "not the key of a ticket of NW or PAY" in err


def test_of_two_people_who_could_be_meant_the_ids_are_named(tmp_path, capsys, monkeypatch):
    twins = f"""{TEAM}
[[people]]
id = "tom_k"
name = "Tom Keller"
aliases = ["Tommy"]
"""
    with behind():
        _, _, err = desk(tmp_path, capsys, monkeypatch, team=twins).type("correct", "x", "--by", "tommy")

    assert "give the id tom or tom_k" in err


def test_what_a_dry_run_stored_is_told(tmp_path, capsys, monkeypatch):
    (tmp_path / "a.json").write_text("{}")
    with behind(ingest=RESULT):
        _, out, err = desk(tmp_path, capsys, monkeypatch).type("ingest", "jira", "--dry-run", str(tmp_path / "a.json"))

    assert "1 new event; 1 accepted" in out
    assert "nothing was stored" in err


def test_a_promise_is_entered_with_names_as_people_write_them(tmp_path, capsys, monkeypatch):
    with behind() as app:
        status, _, _ = desk(tmp_path, capsys, monkeypatch).type(
            "promise", "add", "--customer", "acme corp", "--what", "SSO", "--due", "2025-10-10", "--owner", "Pri",
            "--ticket", "nw-231", "--by", "dana",
        )  # fmt: skip

    assert status == 0
    assert app.asked[0][2] == {
        "customer": "Acme",
        "what": "SSO",
        "due": date(2025, 10, 10),
        "by": "dana",
        "owner": "priya",
        "ticket": "NW-231",
    }


@pytest.mark.parametrize("action", ["confirm", "reject", "close"])
def test_a_promise_is_answered(tmp_path, capsys, monkeypatch, action):
    with behind() as app:
        desk(tmp_path, capsys, monkeypatch).type("promise", action, "p1", "--by", "dana", "--reason", "asked her")

    name, given, named = app.asked[0]
    assert (name, given) == ("answer_promise", ("p1",))
    assert (named["action"], named["reason"]) == (action, "asked her")


def test_a_link_shows_what_it_changes_and_proceeds_without_a_terminal(tmp_path, capsys, monkeypatch):
    preview = LinkPreview(
        identity="github:octo", person="priya", events=3, changes=("NW-231 assignee: unknown → priya",)
    )
    with behind(preview_link=preview) as app:
        at = desk(tmp_path, capsys, monkeypatch)
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        status, out, _ = at.type("people", "link", "github:octo", "Priya", "--by", "dana", "--json")

    found = json.loads(out)
    assert status == 0
    assert [name for name, _, _ in app.asked] == ["preview_link", "link"]
    assert found["changes"] == ["NW-231 assignee: unknown → priya"]
    assert found["recorded"]


@pytest.mark.parametrize(
    ("answer", "status", "recorded"), [pytest.param("n\n", 1, False, id="no"), pytest.param("y\n", 0, True, id="yes")]
)
def test_a_link_asks_on_a_terminal(tmp_path, capsys, monkeypatch, answer, status, recorded):
    preview = LinkPreview(identity="github:octo", person=None, events=3)
    terminal = io.StringIO(answer)
    terminal.isatty = lambda: True
    with behind(preview_link=preview) as app:
        at = desk(tmp_path, capsys, monkeypatch)
        monkeypatch.setattr(sys, "stdin", terminal)
        got, _, err = at.type("people", "unlink", "github:octo", "--by", "dana")

    assert got == status
    assert "Record it?" in err
    assert ("link" in [name for name, _, _ in app.asked]) is recorded


@pytest.mark.parametrize(
    ("options", "until"),
    [
        pytest.param([], "2025-10-06T07:00:00+00:00", id="the next business day, after a holiday and a weekend"),
        pytest.param(["--until", "2025-10-05"], "2025-10-05T21:59:59+00:00", id="a day's end"),
    ],
)
def test_a_snoozed_finding_comes_back(tmp_path, capsys, monkeypatch, options, until):
    with behind() as app:
        at = desk(tmp_path, capsys, monkeypatch, now="2025-10-02T09:00:00+00:00")
        status, _, _ = at.type("snooze", "blocked/NW-231", "--by", "dana", *options)

    assert status == 0
    assert app.asked[0][2]["until"].isoformat() == until
    assert app.asked[0][2]["snooze"] is True


def test_extract_prints_a_claim_a_line_and_leaves_out_what_claims_nothing(tmp_path, capsys, monkeypatch):
    (tmp_path / "s.md").write_text("x")
    said = datetime(2025, 9, 29, 7, tzinfo=UTC)
    statements = (
        Statement(
            kind=Kind.STATUS,
            quote="NW-231 is in review",
            line=4,
            said_at=said,
            ticket="NW-231",
            value="in_review",
            person="priya",
        ),
        Statement(kind=Kind.NONE, quote="NW-232 should be done", line=5, said_at=said, reason="a hope", cues=("hope",)),
        Statement(
            kind=Kind.COMMITMENT,
            quote="Acme gets it",
            line=6,
            said_at=said,
            customer="Acme",
            due=date(2025, 10, 3),
            replaces_due=date(2025, 10, 1),
        ),
    )
    with behind(extract=statements):
        at = desk(tmp_path, capsys, monkeypatch)
        status, out, _ = at.type("extract", "standup", str(tmp_path / "s.md"), "--json")
        everything = at.type("extract", "standup", str(tmp_path / "s.md"), "--json", "--all", "--explain")[1]

    first, promise = map(json.loads, out.splitlines())
    assert status == 0
    assert first == {
        "kind": "status", "ticket": "NW-231", "value": "in_review", "person": "priya", "quote": "NW-231 is in review",
        "line": 4, "said_at": "2025-09-29T09:00:00+02:00", "needs_review": False,
    }  # fmt: skip
    assert (promise["due"], promise["replaces_due"]) == ("2025-10-03", "2025-10-01")
    assert [json.loads(line)["kind"] for line in everything.splitlines()] == ["status", "none", "commitment"]
    assert json.loads(everything.splitlines()[1])["reason"] == "a hope"


def test_extracting_a_missing_file_names_it(tmp_path, capsys, monkeypatch):
    with behind():
        status, out, err = desk(tmp_path, capsys, monkeypatch).type("extract", "standup", "nowhere.md", "--json")

    assert (status, out, err) == (3, "", "error: nowhere.md: there is no such file\n")
