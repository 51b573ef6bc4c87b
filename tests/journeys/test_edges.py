"""What is wrong at the edges, through the real command line: files, streams, words, clocks, and what is left of it."""

import json
import os
import subprocess
import sys
import threading
from datetime import date

import pytest

from commands.desk import desk
from jira_payloads import hook, issue
from sprintmind import cli
from sprintmind.domain.calendar import Calendar

STANDUP = "- NW-1 is done\n"


def events(at):
    return json.loads(at.type("ledger", "verify", "--json")[1])["events"]


def file(tmp_path, name, content=STANDUP):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def test_a_pipe_into_which_nobody_writes_is_empty_and_keeps_nobody_waiting(tmp_path, capsys, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    status, _, err = desk(tmp_path, capsys, monkeypatch).type("ingest", "standup", str(tmp_path / "pipe"))
    assert (status, "is empty" in err) == (3, True)


def test_a_pipe_into_which_somebody_writes_is_read_to_its_end(tmp_path, capsys, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)  # so that the writer need not wait for us
    writing = os.open(tmp_path / "pipe", os.O_WRONLY)
    late = threading.Timer(0.2, lambda: (os.write(writing, STANDUP.encode()), os.close(writing)))
    late.start()
    status, out, _ = desk(tmp_path, capsys, monkeypatch).type("ingest", "standup", str(tmp_path / "pipe"))
    late.join()
    os.close(reading)
    assert (status, "1 accepted" in out) == (0, True)


def test_an_empty_path_is_refused_and_does_not_mean_this_directory(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    file(tmp_path, "standup.md")
    monkeypatch.chdir(tmp_path)
    assert at.type("ingest", "standup", "")[0] == 3
    assert events(at) == 0


def test_an_empty_home_is_refused_and_makes_no_ledger_in_this_directory(tmp_path, capsys, monkeypatch):
    desk(tmp_path, capsys, monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert cli.run(["tickets", "--home", ""]) == 2
    assert not (tmp_path / "default.db").exists()


def test_a_file_whose_name_is_no_utf8_is_read_like_any_other(tmp_path, capsys, monkeypatch):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.md")
    file(tmp_path, path)
    at = desk(tmp_path, capsys, monkeypatch)
    assert at.type("ingest", "standup", path, "--author", "\udce9")[0] == 0
    assert at.type("tickets", "--json")[0] == 0
    assert events(at) == 1


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("correct", "NW-1 is done caf\udce9", "--by", "dana"), id="text"),
        pytest.param(("people", "link", "github:\udce9", "priya", "--by", "dana"), id="identity"),
        pytest.param(("acknowledge", "blocked/NW-1", "--by", "dana", "--reason", "\udce9"), id="reason"),
    ],
)
def test_words_that_are_no_utf8_are_refused_before_anything_is_stored(words, tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    status, out, err = at.type(*words)
    assert (status, out) == (2, "")
    assert "not UTF-8" in err
    assert events(at) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(
            ("correct", "x", "--ticket", "ZZ-1", "--field", "status", "--value", "done"), "ZZ-1", id="correct"
        ),
        pytest.param(
            ("promise", "add", "--customer", "Acme", "--what", "x", "--due", "2025-10-10", "--ticket", "soon"),
            "soon",
            id="promise",
        ),
    ],
)
def test_what_is_no_ticket_of_the_team_is_corrected_and_promised_by_nobody(
    words, message, tmp_path, capsys, monkeypatch
):
    at = desk(tmp_path, capsys, monkeypatch)
    status, out, err = at.type(*words, "--by", "dana")
    assert (status, out) == (3, "")
    assert f"{message!r} is not the key of a ticket of NW or PAY" in err
    assert events(at) == 0


def test_a_link_of_what_is_no_identity_shows_no_preview(tmp_path, capsys, monkeypatch):
    status, out, err = desk(tmp_path, capsys, monkeypatch).type("people", "link", "octo", "priya", "--by", "dana")
    assert (status, out) == (3, "")
    assert "is no identity" in err


def test_a_risk_is_not_put_aside_until_a_moment_that_is_over(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    at.type("ingest", "standup", file(tmp_path, "s.md", "- NW-1 is blocked by tom\n"), "--author", "priya")
    before = events(at)
    status, _, err = at.type("snooze", "blocked/NW-1", "--by", "dana", "--until", "2025-09-30")
    assert (status, "is over already" in err) == (2, True)
    assert events(at) == before


@pytest.mark.parametrize("source", ["github", "jira", "standup", "meeting"])
def test_a_refusal_names_its_file_once(source, tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    path = file(tmp_path, "cut.json", '{"issue": ')
    _, out, err = at.type("ingest", source, path, "--json")
    assert err.count("cut.json") == 1
    assert "cut.json" not in json.loads(out)["refused"][0]["reason"]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "0001-01-01T00:00:00+00:00", "9999-12-31T23:00:00+00:00"])
def test_nothing_was_said_at_the_ends_of_the_calendar(day, tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    assert at.type("ingest", "standup", file(tmp_path, "s.md"), "--date", day)[0] == 2
    assert at.type("tickets", "--as-of", day)[0] == 2
    assert at.type("tickets", "--known-at", day)[0] == 2
    assert events(at) == 0
    monkeypatch.setenv("SPRINTMIND_NOW", day if "T" in day else f"{day}T00:00:00+00:00")
    assert at.type("tickets")[0] == 2


def test_a_tracker_that_tells_a_time_outside_the_calendar_is_refused(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    body = hook("jira:issue_created", issue(created="0001-01-01T00:00:00.000+0000"))
    body["timestamp"] = -62135596800000
    status, _, err = at.type("ingest", "jira", file(tmp_path, "old.json", json.dumps(body)))
    assert (status, "expected milliseconds since 1970" in err) == (3, True)
    assert events(at) == 0


def test_a_text_that_a_tracker_cut_in_the_middle_of_a_character_is_read(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    body = hook("jira:issue_created", issue(summary="Sandbox \ud83d", description="\0"))
    assert at.type("ingest", "jira", file(tmp_path, "cut.json", json.dumps(body)))[0] == 0
    assert json.loads(at.type("tickets", "--json")[1])[0]["title"] == "Sandbox \ufffd"


def test_a_date_that_stands_for_never_costs_no_look_at_every_day_until_then():
    class Counting(frozenset):
        looks = 0

        def __contains__(self, day):
            Counting.looks += 1
            return False

    start, never = date(2025, 10, 1), date(9999, 12, 31)
    days = Calendar(holidays=Counting()).days_between(start, never)
    assert days == sum(day % 7 < 5 for day in range(start.toordinal(), never.toordinal()))
    assert Counting.looks < 2000


@pytest.mark.parametrize(
    ("closed", "words", "status"),
    [
        pytest.param("<&-", ("ingest", "standup", "-"), 3, id="stdin"),
        pytest.param(">&-", ("tickets",), 0, id="stdout"),
        pytest.param("<&- >&- 2>&-", ("tickets",), 0, id="all"),
        pytest.param("2>&-", ("ingest", "standup", "nothing.md"), 3, id="stderr"),
    ],
)
def test_a_stream_that_is_closed_is_an_empty_one(closed, words, status, tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    command = f'exec "$0" -c "from sprintmind.cli import main; main()" "$@" {closed}'
    run = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, *words, "--home", str(at.home)], capture_output=True, check=False
    )
    assert (run.returncode, b"Traceback" in run.stderr) == (status, False)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_what_a_terminal_cannot_write_is_replaced(encoding, tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    at.type("ingest", "standup", file(tmp_path, "s.md", "- NW-1 is done, said 李"), "--author", "priya")
    command = [sys.executable, "-c", "from sprintmind.cli import main; main()", "why", "NW-1", "--home", str(at.home)]
    run = subprocess.run(command, capture_output=True, check=False, env=os.environ | {"PYTHONIOENCODING": encoding})
    assert (run.returncode, run.stderr) == (0, b"")
    assert ("李" if encoding == "utf-8" else "said ?") in run.stdout.decode(encoding)


def test_words_for_few_are_in_nobody_elses_answer_not_even_as_the_name_of_a_field(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    text = (
        "- NW-1 is blocked by Xylophone\n- NW-2 depends on Xylophone\n- NW-2 is waiting for approval from Xylophone\n"
    )
    at.type("ingest", "standup", file(tmp_path, "s.md", text), "--author", "priya", "--visibility", "private")
    told = [
        at.type(*words, *more)
        for words in (["tickets"], ["ticket", "NW-2"], ["why", "NW-2"], ["risks"], ["conflicts"], ["people"], ["tick"])
        for more in ([], ["--json"])
    ]
    assert [status for status, _, _ in told] == [0] * len(told)
    assert "xylophone" not in "".join(out + err for _, out, err in told).casefold()
    assert "Xylophone" in at.type("why", "NW-2", "--as", "priya")[1]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a = " + "[" * 5000 + "]" * 5000, id="nested deeply"),
        pytest.param("[policy]\nconflict_window_days = " + "9" * 5000, id="a number of thousands of digits"),
    ],
)
def test_settings_that_no_reader_of_toml_takes_are_refused_in_one_message(text, tmp_path, capsys, monkeypatch):
    status, out, err = desk(tmp_path, capsys, monkeypatch, team=text).type("tickets")
    assert (status, out) == (2, "")
    assert "sprintmind.toml is not TOML that can be read" in err
