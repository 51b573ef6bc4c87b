"""The log of a process: one JSON document a line, with what happened and never with what was said, sent or secret."""

import io
import json
import logging
import sys

import pytest

from inlets.fake_github import Github, pull
from inlets.local_server import SECRET as TOKEN
from inlets.local_server import Reply, serving
from sprintmind import cli
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.journal import Journal, Relay
from web.test_webhooks import ENVIRON, SECRET, body, send
from web.visits import visit

PLANTED = "the zebra budget of Acme is 4711"
"""What is sent and said, and must stand in no log."""

TEAM = '[team]\nname = "Northwind"\nkeys = ["NW"]\n'


def logged(tmp_path, level="info"):
    """Open pages whose log can be read."""
    stream = io.StringIO()
    here = visit(tmp_path, environ=ENVIRON, alone=False, journal=Journal(stream, level=level))
    return here, lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def unsaid(told):
    """See that nothing planted stands in a log, in any form."""
    text = json.dumps(told)
    return [word for word in (PLANTED, "zebra", "4711", SECRET, TOKEN) if word in text] == []


def test_a_delivery_is_logged_with_its_source_key_outcome_and_time_and_without_its_words(tmp_path):
    here, log = logged(tmp_path)
    key = send(here, body(summary=PLANTED)).json()["key"]
    (line,) = log()
    assert {name: line[name] for name in ("event", "source", "key", "outcome", "level")} == {
        "event": "webhook", "source": "jira", "key": key, "outcome": "understood", "level": "info",
    }  # fmt: skip
    assert line["duration_ms"] >= 0
    assert [each.value("title") for each in here.app.tickets(Moment(now=here.app.now()), Caller())] == [PLANTED]
    assert unsaid(log())


@pytest.mark.parametrize(
    ("content", "signature"),
    [
        pytest.param(body(summary=PLANTED), "sha256=00", id="signed by nobody"),
        pytest.param(f'{{"zebra": "{PLANTED}"'.encode(), None, id="cut off"),
        pytest.param(f'["{PLANTED}"]'.encode(), None, id="of no shape"),
    ],
)
def test_a_refused_delivery_is_logged_without_its_words(tmp_path, content, signature):
    here, log = logged(tmp_path)
    assert send(here, content, signature=signature).status_code in (400, 401)
    assert [line["outcome"] for line in log()] == ["refused"]
    assert unsaid(log())


def test_what_fails_inside_is_logged_by_its_kind_and_place_and_not_by_its_message(tmp_path, monkeypatch):
    here, log = logged(tmp_path)
    monkeypatch.setattr(type(here.app), "take", raising(RuntimeError(f"cannot read {PLANTED!r} with {SECRET}")))
    with pytest.raises(RuntimeError):
        send(here, body(summary=PLANTED))
    assert {line["error"] for line in log()} == {"RuntimeError"}
    assert any(place.startswith("web/webhooks.py:") for line in log() for place in line["places"])
    assert unsaid(log())


def test_a_provider_that_fails_is_logged_without_what_it_answered(tmp_path, monkeypatch):
    here, log = logged(tmp_path)
    monkeypatch.setattr(type(here.app), "take", raising(UnavailableError(f"the model answered 500: {PLANTED}")))
    assert send(here, body(summary=PLANTED)).status_code == 503
    assert [line["error"] for line in log()] == ["UnavailableError", "UnavailableError"]
    assert unsaid(log())


def raising(error):
    def fail(*_, **__):
        raise error

    return fail


def test_what_the_server_itself_reports_of_a_failure_comes_without_its_message():
    stream, said = io.StringIO(), []
    relay = Relay(Journal(stream), say=said.append)
    try:
        raising(ValueError(PLANTED))()
    except ValueError:
        relay.emit(logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception", (), sys.exc_info()))
    relay.emit(logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid HTTP request received.", (), None))
    assert [json.loads(line)["error"] for line in stream.getvalue().splitlines()] == ["ValueError"]
    assert said == ["Invalid HTTP request received."]
    assert unsaid(stream.getvalue())


def test_a_caller_that_hands_over_words_finds_them_left_out():
    stream = io.StringIO()
    with Journal(stream).line("tick", source=PLANTED, what=f"secret {SECRET}") as line:
        line.came_of(PLANTED, key=PLANTED)
    (told,) = map(json.loads, stream.getvalue().splitlines())
    assert told["outcome"] == told["source"] == told["key"] == told["what"] == "left out"
    assert unsaid(told)


def test_a_log_that_is_off_holds_nothing_and_one_of_errors_holds_what_failed(tmp_path):
    off, errors = io.StringIO(), io.StringIO()
    for stream, level in ((off, "off"), (errors, "error")):
        journal = Journal(stream, level=level)
        with journal.line("tick"):
            pass
        journal.failed("tick", ValueError(PLANTED))
    assert off.getvalue() == ""
    assert [json.loads(line)["level"] for line in errors.getvalue().splitlines()] == ["error"]


def typed(tmp_path, monkeypatch, capsys, *words):
    """Run a command as cron does, and read its log."""
    (tmp_path / "sprintmind.toml").write_text(TEAM)
    monkeypatch.setenv("SPRINTMIND_GITHUB_TOKEN", TOKEN)
    status = cli.run([*words, "--home", str(tmp_path)])
    lines = capsys.readouterr().err.splitlines()
    return status, [json.loads(line) for line in lines if line.startswith("{")]


def test_a_sync_is_logged_by_what_it_read(tmp_path, monkeypatch, capsys):
    github = Github()
    github.add(pull(1, f"NW-1: {PLANTED}", created="2025-09-15T08:00:00Z"))
    with serving(github.answer) as server:
        words = ("sync", "github", "--repository", "northwind/shop", "--api", server.address)
        status, log = typed(tmp_path, monkeypatch, capsys, *words)
    assert status == 0
    assert [(line["event"], line["outcome"], line["counts"]["new"] > 0) for line in log] == [("sync", "done", True)]
    assert log[0]["source"].endswith("northwind/shop")
    assert unsaid(log)


def test_a_sync_that_fails_is_logged_without_what_was_answered(tmp_path, monkeypatch, capsys):
    with serving(lambda *_, **__: Reply(content={"message": PLANTED}, status=404)) as server:
        words = ("sync", "github", "--repository", "northwind/shop", "--api", server.address)
        status, log = typed(tmp_path, monkeypatch, capsys, *words)
    assert status != 0
    assert [(line["event"], line["outcome"]) for line in log] == [("sync", "failed")]
    assert unsaid(log)


def test_a_tick_and_a_delivery_to_memory_are_logged(tmp_path, monkeypatch, capsys):
    _, log = typed(tmp_path, monkeypatch, capsys, "tick")
    assert [(line["event"], line["counts"]["transitions"]) for line in log] == [("tick", 0)]
    _, log = typed(tmp_path, monkeypatch, capsys, "memory", "deliver")
    assert [(line["event"], line["source"], line["outcome"]) for line in log] == [("deliver", "memory", "done")]
