"""Commands around the pages: they are served, and people get accounts whose passwords stand on no command line."""

import io
import json
import sys

import pytest

from commands.desk import TEAM, desk
from sprintmind import bootstrap, cli
from sprintmind.errors import UnavailableError

PASSWORD = "correct horse battery"


def typing(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def accounts(at):
    return json.loads(at.type("accounts", "list", "--json")[1])["accounts"]


def test_an_account_is_made_with_a_password_from_stdin_and_is_listed_without_it(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    typing(monkeypatch, f"{PASSWORD}\n")
    status, _, err = at.type("accounts", "add", "Pri")
    assert (status, "Priya Raman signs in as priya." in err) == (0, True)
    [found] = accounts(at)
    assert (found["name"], found["person"]) == ("priya", "priya")
    assert "secret" not in found
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("default.db*"))
    assert PASSWORD.encode() not in stored
    assert b"$argon2id$" in stored


def test_an_account_of_another_name_is_removed_again(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    typing(monkeypatch, PASSWORD)
    assert at.type("accounts", "add", "dana", "--name", "D.Fox")[0] == 0
    assert "d.fox" in at.type("accounts", "list")[1]
    assert at.type("accounts", "remove", "d.fox")[0] == 0
    assert accounts(at) == []
    assert at.type("accounts", "remove", "d.fox")[0] == 3


@pytest.mark.parametrize(
    ("words", "password", "said"),
    [
        pytest.param(("nobody",), PASSWORD, "nobody of the team", id="a stranger"),
        pytest.param(("dana",), "short", "10 to 1000 letters", id="a short password"),
        pytest.param(("dana",), "", "10 to 1000 letters", id="no password"),
        pytest.param(("ann",), PASSWORD, "Acme's people", id="a customer's person"),
    ],
)
def test_an_account_that_cannot_be_is_refused_and_not_stored(tmp_path, capsys, monkeypatch, words, password, said):
    at = desk(tmp_path, capsys, monkeypatch, team=f'{TEAM}\n[[people]]\nid = "ann"\ncustomer = "Acme"\n')
    typing(monkeypatch, password)
    status, _, err = at.type("accounts", "add", *words)
    assert (status, said in " ".join(err.split())) == (3, True)
    assert accounts(at) == []


def test_a_second_account_of_the_same_name_is_refused(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch)
    for expected in (0, 3):
        typing(monkeypatch, PASSWORD)
        assert at.type("accounts", "add", "dana")[0] == expected


def test_an_address_that_others_reach_is_refused_before_anything_listens(tmp_path, capsys, monkeypatch):
    status, _, err = desk(tmp_path, capsys, monkeypatch).type("serve", "--host", "0.0.0.0")
    assert (status, "sprintmind accounts add" in " ".join(err.split())) == (2, True)


def test_without_what_serves_pages_the_command_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(bootstrap, "_PAGES", "sprintmind.no_such_module:serve")
    monkeypatch.setitem(bootstrap._EXTRAS, "sprintmind.no_such_module:serve", "web")  # noqa: SLF001  # the table itself
    status, _, err = desk(tmp_path, capsys, monkeypatch).type("serve")
    assert (status, 'pip install "sprintmind[web]"' in " ".join(err.split())) == (UnavailableError.exit_status, True)


def test_the_sample_is_served_where_a_port_is_named(tmp_path, capsys, monkeypatch):
    served = []
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr(bootstrap, "pages", lambda: lambda app, **named: served.append((app.verify().same, named)))
    desk(tmp_path, capsys, monkeypatch)
    for words in (["demo"], ["demo", "--no-serve", "--port", "1"], ["demo", "--port", "8400"]):
        typing(monkeypatch, "")
        assert cli.run(words) == 0
    [(same, named)] = served
    assert same
    assert (named["host"], named["port"]) == ("127.0.0.1", 8400)
