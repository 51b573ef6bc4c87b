"""Commands that look after the home and the ledger, and what every command does when something is wrong."""

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commands.desk import TEAM, behind, desk
from sprintmind import cli
from sprintmind.answers import Check, Verification
from sprintmind.errors import ModelOutputError, UnavailableError


def test_a_ledger_that_differs_exits_with_one(tmp_path, capsys, monkeypatch):
    differs = Verification(events=3, claims=5, fields=2, differences=("NW-1 status: done, folded in_review",))
    with behind(verify=differs):
        status, out, _ = desk(tmp_path, capsys, monkeypatch).type("ledger", "verify", "--json")

    assert status == 1
    assert json.loads(out) == {
        "same": False, "events": 3, "claims": 5, "fields": 2, "differences": ["NW-1 status: done, folded in_review"],
    }  # fmt: skip


def test_a_ledger_that_is_the_same_exits_with_zero(tmp_path, capsys, monkeypatch):
    with behind(verify=Verification(events=3, claims=5, fields=2)):
        status, out, _ = desk(tmp_path, capsys, monkeypatch).type("ledger", "verify")

    assert status == 0
    assert "the state is the same" in out


def test_a_tick_tells_transitions_and_the_backlog(tmp_path, capsys, monkeypatch):
    with behind():
        _, out, _ = desk(tmp_path, capsys, monkeypatch).type("tick", "--json")

    found = json.loads(out)
    assert (found["transitions"], found["memory_backlog"]) == ([], 0)


def test_a_doctor_with_a_problem_exits_with_one_and_says_what_to_do(tmp_path, capsys, monkeypatch):
    checks = (Check(name="ledger", ok=True, detail="fine"), Check(name="disk", ok=False, detail="full", do="make room"))
    with behind(doctor=checks):
        at = desk(tmp_path, capsys, monkeypatch)
        status, out, _ = at.type("doctor", "--json")
        shown = at.type("doctor")[1]

    assert status == 1
    assert json.loads(out)["checks"][1] == {"name": "disk", "ok": False, "detail": "full", "do": "make room"}
    assert "make room" in shown


def test_a_doctor_looks_at_a_home_that_cannot_be_opened(tmp_path, capsys, monkeypatch):
    with behind():
        status, out, _ = desk(tmp_path, capsys, monkeypatch, team="[team]\nkey = []").type("doctor", "--json")

    [check] = json.loads(out)["checks"]
    assert status == 1
    assert "did you mean 'keys'?" in check["detail"]


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        pytest.param(UnavailableError("the ledger is locked by another process"), 4, id="locked"),
        pytest.param(ModelOutputError("the model said nothing"), 4, id="model"),
        pytest.param(OSError(errno.ENOSPC, "No space left on device"), 4, id="full disk"),
        pytest.param(PermissionError(errno.EACCES, "Permission denied", "/x"), 3, id="permission"),
        pytest.param(KeyboardInterrupt(), 130, id="Ctrl-C"),
    ],
)
def test_a_failure_is_a_message_and_a_status_and_never_a_trace(tmp_path, capsys, monkeypatch, failure, status):
    with behind(tickets=failure):
        got, out, err = desk(tmp_path, capsys, monkeypatch).type("tickets", "--json")

    assert (got, out) == (status, "")
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 1


@pytest.mark.parametrize(
    ("now", "message"),
    [
        pytest.param("2025-10-01T09:00:00", "has no offset", id="naive"),
        pytest.param("tomorrow", "is not a moment", id="nonsense"),
    ],
)
def test_a_clock_that_cannot_be_read_exits_with_two(tmp_path, capsys, monkeypatch, now, message):
    with behind():
        status, _, err = desk(tmp_path, capsys, monkeypatch, now=now).type("tickets")

    assert status == 2
    assert err.startswith("error: SPRINTMIND_NOW: ")
    assert message in err


def test_settings_that_cannot_be_used_exit_with_two(tmp_path, capsys, monkeypatch):
    with behind():
        status, _, err = desk(tmp_path, capsys, monkeypatch, team="[tema]").type("tickets", "--json")

    assert status == 2
    assert "did you mean 'team'?" in err


def test_a_home_without_project_keys_works_and_says_what_to_do(tmp_path, capsys, monkeypatch):
    with behind():
        at = desk(tmp_path, capsys, monkeypatch)
        (tmp_path / "sprintmind.toml").unlink()
        status, out, err = at.type("tickets", "--json")

    assert (status, json.loads(out)) == (0, [])
    assert "sprintmind init" in err


def test_home_and_workspace_may_stand_before_the_command(tmp_path, capsys, monkeypatch):
    desk(tmp_path, capsys, monkeypatch)
    with behind() as app:
        assert cli.run(["--workspace", "two", f"--home={tmp_path}", "tickets"]) == 0

    assert (app.home, app.workspace) == (tmp_path, "two")


def test_the_home_comes_from_the_environment(tmp_path, capsys, monkeypatch):
    desk(tmp_path, capsys, monkeypatch)
    monkeypatch.setenv("SPRINTMIND_HOME", str(tmp_path))
    with behind() as app:
        assert cli.run(["tickets"]) == 0

    assert app.home == tmp_path


def test_init_makes_a_commented_file_and_never_overwrites_it(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    home = tmp_path / "new" / "home"
    words = ["init", "--yes", "--name", 'The "A" team', "--timezone", "Europe/Berlin", "--keys", "nw, pay"]

    assert cli.run([*words, "--home", str(home)]) == 0
    made = (home / "sprintmind.toml").read_text()
    assert cli.run(["init", "--yes", "--home", str(home)]) == 0
    assert (home / "sprintmind.toml").read_text() == made
    with behind() as app:
        assert cli.run(["tickets", "--home", str(home)]) == 0
    assert app.team.keys == ("NW", "PAY")
    assert "is there already" in at.capsys.readouterr().err


def test_init_asks_on_a_terminal_until_it_understands(tmp_path, capsys, monkeypatch):
    desk(tmp_path, capsys, monkeypatch)
    terminal = io.StringIO("Northwind\nBerlin\nEurope/Berlin\nnw\n")
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)

    assert cli.run(["init", "--home", str(tmp_path / "new")]) == 0
    made = (tmp_path / "new" / "sprintmind.toml").read_text()
    assert 'name = "Northwind"' in made
    assert 'timezone = "Europe/Berlin"' in made
    assert 'keys = ["NW"]' in made


def test_init_refuses_a_time_zone_that_does_not_exist(tmp_path, capsys, monkeypatch):
    desk(tmp_path, capsys, monkeypatch)

    assert cli.run(["init", "--yes", "--timezone", "Mars", "--home", str(tmp_path / "new")]) == 2
    assert not (tmp_path / "new").exists()


def python(*words, **environ):
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1]), **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("words", [["--help"], ["tickets", "--help"], ["promise", "add", "--help"], ["--version"]])
def test_help_loads_nothing_that_is_slow(words):
    program = f"""
import sys
from sprintmind.cli import run
status = run({words!r})
slow = [name for name in ("sqlalchemy", "fastapi", "numpy", "pydantic_ai", "structlog") if name in sys.modules]
assert status == 0 and not slow, slow
"""
    done = python("-c", program)

    assert done.returncode == 0, done.stderr


def test_a_reader_that_goes_away_is_no_failure(tmp_path):
    (tmp_path / "sprintmind.toml").write_text(TEAM)
    program = f"{sys.executable} -c 'from sprintmind.cli import main; main()' --help | true"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {program}"],
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1]), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_every_command_has_help_with_an_example():
    program = """
import io
from contextlib import redirect_stdout
from importlib import import_module
from sprintmind import cli
for name, path, _, _ in cli.COMMANDS:
    target = getattr(import_module(f"sprintmind.commands.{path.partition(':')[0]}"), path.partition(":")[2])
    for words in [[name], *([name, sub] for sub in getattr(target, "_commands", {}) if not sub.startswith("-"))]:
        with redirect_stdout(io.StringIO()) as printed:
            assert cli.run([*words, "--help"]) == 0, words
        assert f"$ sprintmind {' '.join(words)}" in printed.getvalue(), words
print("every one")
"""
    done = python("-c", program, COLUMNS="200")  # a process shows the help of one command
    assert (done.returncode, done.stdout.strip()) == (0, "every one"), done.stderr
