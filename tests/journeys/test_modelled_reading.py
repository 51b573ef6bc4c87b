"""A text that a model helped to read is stored with what held, and is read alike for ever, whether a model is there."""

import json
from contextlib import closing
from datetime import UTC, datetime

import pytest
from pydantic_ai import models

from ask.model_server import Says, model_server
from commands.desk import desk
from proposer import proposal, proposes
from sprintmind import bootstrap
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.intake import Delivery
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.settings.loading import load
from web.visits import visit

NOW = datetime(2025, 9, 29, 12, tzinfo=UTC)
TEAM = """
[team]
keys = ["NW"]
timezone = "Europe/Berlin"

[[people]]
id = "priya"
name = "Priya Raman"

[[people]]
id = "tom"
name = "Tom Weber"

[[customers]]
name = "Acme"
"""
BEAST = "Finally got NW-1, that old beast of a ticket, merged."
TALK = f"Priya: {BEAST}\nTom: NW-2 is in review.\n"
DONE = proposal("status", "Finally got NW-1, that old beast of a ticket, merged", "NW-1", value="done")
WRONG = proposal("status", "NW-2 is in review", "NW-2", value="done")
ADDED = proposes(DONE, WRONG)


@pytest.fixture(autouse=True)
def _to_this_machine():
    with models.override_allow_model_requests(True):
        yield


def opened(home, server=None, *, timeout=5):
    """Open a workspace with the model of a server, or with none."""
    (home / "sprintmind.toml").write_text(TEAM, encoding="utf-8")
    model = {"SPRINTMIND_MODEL": "openai:scripted", "SPRINTMIND_MODEL_URL": server.address} if server else {}
    chosen = load(home, {**model, "SPRINTMIND_MODEL_TIMEOUT": str(timeout)})
    return bootstrap.open_app(home, settings=chosen, now=lambda: NOW)


def meeting(words=TALK, **more):
    given = {"said": NOW.date(), "title": "Weekly", "filename": "weekly.txt"} | more
    return Delivery(source="meeting", body=words.encode(), received_at=NOW, **given)


def statuses(app):
    tickets = app.tickets(Moment(now=NOW), Caller(operator=True))
    return {ticket.key: ticket.fields["status"].value for ticket in tickets if "status" in ticket.fields}


def calls_of(home):
    with closing(SqliteLedger(home / "default.db", now=lambda: NOW)) as ledger:
        return ledger.asks.calls()


def test_what_holds_is_recorded_and_who_read_is_said(tmp_path):
    with model_server(ADDED) as server:
        app = opened(tmp_path, server)
        result = app.ingest([meeting()])
    assert str(result.read_by) == "rules + openai:scripted (2 proposed, 1 dropped)"
    assert statuses(app) == {"NW-1": "done", "NW-2": "in_review"}
    (calls,) = calls_of(tmp_path)
    assert (calls.purpose, calls.calls, calls.failed) == ("reading", 1, 0)


def test_without_the_model_the_ledger_reads_everything_as_it_was_read(tmp_path):
    with model_server(ADDED) as server:
        opened(tmp_path, server).ingest([meeting()])
        asked = len(server.asked)
    app = opened(tmp_path)
    assert app.verify().same
    assert app.rebuild().same
    assert statuses(app) == {"NW-1": "done", "NW-2": "in_review"}
    assert asked == 1


def test_reading_the_past_anew_asks_no_model(tmp_path):
    with model_server(ADDED) as server:
        app = opened(tmp_path, server)
        app.ingest([meeting(TALK + "Bob: Hello.\n")])
        app.link("speaker:Bob", "tom", by="priya")
        app.rebuild()
        app.verify()
        assert len(server.asked) == 1
    assert statuses(app)["NW-1"] == "done"


def test_a_text_that_is_known_is_not_shown_to_the_model_again(tmp_path):
    with model_server(ADDED) as server:
        app = opened(tmp_path, server)
        app.ingest([meeting()])
        again = app.ingest([meeting(TALK.replace("\n", "\r\n"))])
        assert len(server.asked) == 1
    assert not again.events[0].new


def test_the_model_makes_no_other_event_of_a_text(tmp_path):
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    with model_server(ADDED) as server:
        ours = opened(tmp_path / "with", server).ingest([meeting()])
    theirs = opened(tmp_path / "without").ingest([meeting()])
    assert ours.events[0].key == theirs.events[0].key
    assert theirs.read_by is not None
    assert str(theirs.read_by) == "rules"


def test_an_export_keeps_what_held(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    with model_server(ADDED) as server:
        app = opened(tmp_path / "old", server)
        app.ingest([meeting()])
        lines = list(app.export())
    moved = opened(tmp_path / "new")
    assert moved.take_in(lines).verification.same
    assert moved.rebuild().same
    assert statuses(moved) == {"NW-1": "done", "NW-2": "in_review"}


def test_what_is_forgotten_is_forgotten_in_what_a_model_proposed(tmp_path):
    with model_server(ADDED) as server:
        app = opened(tmp_path, server)
        app.ingest([meeting()])
    app.forget(person="priya")
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("default.db*"))
    assert b"old beast" not in kept
    assert statuses(app)["NW-1"] == "done"
    assert app.verify().same


def test_a_dry_run_stores_nothing_and_says_who_read(tmp_path):
    with model_server(ADDED) as server:
        app = opened(tmp_path, server)
        result = app.ingest([meeting()], dry_run=True)
    assert result.read_by is not None
    assert result.read_by.proposed == 2
    assert statuses(app) == {}


@pytest.mark.parametrize(
    "says",
    [
        pytest.param(Says(status=500), id="broken"),
        pytest.param(Says(status=429), id="too busy"),
        pytest.param(Says("I would rather not."), id="refuses"),
        pytest.param(Says(""), id="empty"),
        pytest.param(Says('{"proposals": "all of them"}'), id="garbage"),
        pytest.param(Says('{"proposals": [', finish="length"), id="cut off"),
        pytest.param(Says("{}", broken=True), id="connection lost"),
    ],
)
def test_whatever_the_model_does_the_rules_reading_is_recorded(tmp_path, says):
    with model_server(says) as server:
        app = opened(tmp_path, server)
        result = app.ingest([meeting()])
    assert statuses(app) == {"NW-2": "in_review"}
    assert str(result.read_by).startswith("rules; openai:scripted is not used: ")
    (calls,) = calls_of(tmp_path)
    assert calls.failed == calls.calls == 1


def test_a_model_that_is_too_slow_is_waited_for_once(tmp_path):
    with model_server(Says("{}", slow=3)) as server:
        app = opened(tmp_path, server, timeout=1)
        result = app.ingest([meeting(), meeting(TALK + "Tom: Bye.\n", title="Other")])
        assert len(server.asked) <= 2  # its own client may ask once more
    assert str(result.read_by).startswith("rules; openai:scripted is not used: ")
    assert len(result.events) == 2


def test_a_model_that_cannot_be_opened_is_said(tmp_path):
    (tmp_path / "sprintmind.toml").write_text(f'{TEAM}\n[model]\nname = "nobody:nothing"\n', encoding="utf-8")
    app = bootstrap.open_app(tmp_path, settings=load(tmp_path, {}), now=lambda: NOW)
    result = app.ingest([meeting()])
    assert str(result.read_by).startswith("rules; no model reads beside them: ")
    assert statuses(app) == {"NW-2": "in_review"}


def test_what_is_no_text_is_not_shown_to_a_model(tmp_path):
    with model_server(ADDED) as server:
        app = opened(tmp_path, server)
        result = app.ingest([Delivery(source="github", body=b"{}", name="ping", received_at=NOW)])
        assert server.asked == []
    assert result.read_by is None


def test_the_command_line_says_who_read_and_why_the_rest_was_dropped(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch, team=TEAM)
    (tmp_path / "weekly.txt").write_text(TALK, encoding="utf-8")
    with model_server(ADDED) as server:
        monkeypatch.setenv("SPRINTMIND_MODEL", "openai:scripted")
        monkeypatch.setenv("SPRINTMIND_MODEL_URL", server.address)
        status, out, err = at.type("extract", "meeting", str(tmp_path / "weekly.txt"), "--explain")
        ingested = at.type("ingest", "meeting", str(tmp_path / "weekly.txt"))
    assert status == ingested[0] == 0
    assert "proposed by openai:scripted" in " ".join(out.split())
    told = " ".join(err.split())
    assert "reader: rules + openai:scripted (2 proposed, 1 dropped)" in told
    assert "dropped: status NW-2 done “NW-2 is in review”: no word in it says done" in told
    assert "reader: rules + openai:scripted (2 proposed, 1 dropped)" in ingested[1]


def test_why_tells_on_every_way_that_a_model_proposed_a_claim_and_of_none_that_rules_read(
    tmp_path, capsys, monkeypatch
):
    at = desk(tmp_path, capsys, monkeypatch, team=TEAM)
    with model_server(ADDED) as server:
        opened(tmp_path, server).ingest([meeting()])
    _, table, _ = at.type("why", "NW-1")
    _, document, _ = at.type("why", "NW-1", "--json")
    _, of_rules, _ = at.type("why", "NW-2", "--json")
    here = visit(tmp_path, team=TEAM, now=NOW)
    assert "proposed by openai:scripted, not read by the rules" in " ".join(table.split())
    told = {each["decision"]: each.get("proposed_by") for each in json.loads(document)}
    assert told == {"rejected": None, "accepted": "openai:scripted"}
    assert [each.get("proposed_by") for each in json.loads(of_rules)] == [None]
    assert here.get("/api/tickets/NW-1/why").json() == json.loads(document)
    assert "proposed by openai:scripted" in here.get("/tickets/NW-1").text
    assert "proposed by" not in here.get("/tickets/NW-2").text
