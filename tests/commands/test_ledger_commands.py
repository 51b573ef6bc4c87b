"""Commands that look after the ledger: backup, export, import, and what `doctor` says of its database."""

import json
import sys
from dataclasses import replace

import pytest

from builders import claim
from commands.desk import behind, desk
from spoken import TEAM, Clock, at
from sprintmind.answers import MemoryReport, Reread, RereadDocument, TakenIn, Verification
from sprintmind.domain.events import Audience, Source, Span, Visibility
from sprintmind.domain.memories import MemoryStatus
from sprintmind.errors import InputError
from sprintmind.health import examine
from sprintmind.intake import READER
from sprintmind.ledger.port import About, Backup
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.ledger.telling import Waiting

STANDUP = "# Standup\n\n**Priya**: NW-1 is done. NW-2 is blocked by legal.\n"


def with_a_standup(tmp_path, capsys, monkeypatch):
    sat = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "monday.md").write_text(STANDUP, encoding="utf-8")
    assert sat.type("ingest", "standup", str(tmp_path / "monday.md"), "--date", "2025-09-29")[0] == 0
    return sat


def test_a_ledger_is_exported_and_taken_into_another_workspace(tmp_path, capsys, monkeypatch):
    sat = with_a_standup(tmp_path, capsys, monkeypatch)
    file = str(tmp_path / "team.jsonl")
    assert "ledger import" in sat.type("ledger", "export", file)[1]
    status, out, _ = sat.type("ledger", "import", file, "--workspace", "moved", "--json")
    assert status == 0
    assert (json.loads(out)["new"], json.loads(out)["same"]) == (1, True)
    tickets = [sat.type("tickets", "--json", "--workspace", name)[1] for name in ("default", "moved")]
    assert tickets[0] == tickets[1]
    assert "NW-2" in tickets[0]
    status, out, _ = sat.type("ledger", "import", file)
    assert (status, "nothing new" in out) == (0, True)


def test_a_backup_is_restored_by_the_command_that_it_says(tmp_path, capsys, monkeypatch):
    sat = with_a_standup(tmp_path, capsys, monkeypatch)
    before = sat.type("tickets", "--json")[1]
    _, out, _ = sat.type("ledger", "backup", str(tmp_path / "copy.db"), "--json")
    _, copy, place = json.loads(out)["restore"].split()
    for file in tmp_path.glob("default.db*"):
        file.unlink()
    assert sat.type("tickets", "--json")[1] != before
    for file in tmp_path.glob("default.db*"):
        file.unlink()
    (tmp_path / copy).rename(place)
    assert sat.type("tickets", "--json")[1] == before
    assert sat.type("ledger", "verify")[0] == 0


@pytest.mark.parametrize("command", ["export", "backup"])
def test_nothing_is_written_over(command, tmp_path, capsys, monkeypatch):
    sat = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "there").write_text("precious", encoding="utf-8")
    status, _, err = sat.type("ledger", command, str(tmp_path / "there"))
    assert status == 3
    assert "is there already" in err
    assert (tmp_path / "there").read_text(encoding="utf-8") == "precious"


def test_a_bad_export_is_named_with_its_file_and_line(tmp_path, capsys, monkeypatch):
    sat = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "team.jsonl").write_text('{"sprintmind":{"schema":1}}\n{"recipes":{}}\n', encoding="utf-8")
    status, _, err = sat.type("ledger", "import", str(tmp_path / "team.jsonl"))
    assert status == 3
    assert "team.jsonl: line 2: there is no table 'recipes'" in err


def test_an_import_whose_state_differs_exits_with_one(tmp_path, capsys, monkeypatch):
    differs = TakenIn(new=3, verification=Verification(events=3, claims=1, fields=1, differences=("ticket NW-1",)))
    (tmp_path / "team.jsonl").touch()
    with behind(take_in=differs):
        assert desk(tmp_path, capsys, monkeypatch).type("ledger", "import", str(tmp_path / "team.jsonl"))[0] == 1


def test_an_import_that_is_refused_names_its_file(tmp_path, capsys, monkeypatch):
    (tmp_path / "team.jsonl").touch()
    with behind(take_in=InputError("it is empty")):
        status, _, err = desk(tmp_path, capsys, monkeypatch).type("ledger", "import", str(tmp_path / "team.jsonl"))
    assert (status, "team.jsonl: it is empty" in err) == (3, True)


def test_a_backup_tells_its_size_and_how_to_restore_it(tmp_path, capsys, monkeypatch):
    with behind(backup=Backup(file=tmp_path / "b", size=42, restore="cp b a")):
        _, out, _ = desk(tmp_path, capsys, monkeypatch).type("ledger", "backup", "b")
    told = " ".join(out.split())  # a long path wraps
    assert "42 bytes" in told
    assert "cp b a" in told


def test_a_missing_extra_is_named_with_the_command_that_installs_it(tmp_path, capsys, monkeypatch):
    sat = desk(tmp_path, capsys, monkeypatch)
    monkeypatch.setenv("SPRINTMIND_DATABASE", "postgresql://u:hunter2@127.0.0.1:1/d")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "sprintmind.ledger.postgresql", raising=False)
    status, _, err = sat.type("tickets")
    assert status == 4
    assert 'pip install "sprintmind[postgres]"' in err
    assert "hunter2" not in err


@pytest.mark.parametrize(
    ("address", "status"),
    [
        pytest.param("mysql://u:hunter2@127.0.0.1/d", 2, id="another database"),
        pytest.param("postgresql://u:hunter2@127.0.0.1:port/d", 2, id="no port"),
        pytest.param("postgresql://u:hunter2@127.0.0.1:1/d", 4, id="nobody listens"),
    ],
)
def test_a_database_that_cannot_be_used_is_named_without_its_password(tmp_path, capsys, monkeypatch, address, status):
    sat = desk(tmp_path, capsys, monkeypatch)
    monkeypatch.setenv("SPRINTMIND_DATABASE", address)
    exited, out, err = sat.type("tickets")
    _, told, _ = sat.type("doctor", "--json")
    assert exited == status
    assert "hunter2" not in out + err + told
    assert "postgresql://" in told


WELL = MemoryReport(
    waiting=Waiting(pending=0, parked=0, oldest=None, error=None),
    status=MemoryStatus(backend="embedded", ready=True, mode="hybrid", memories=3),
)


def checks(tmp_path, about, memory=WELL):
    with SqliteLedger(tmp_path / "ledger.db", now=Clock()).reading() as reading:
        found = examine(reading, about=about, team=TEAM, now=at(1), unmapped=(), memory=memory)
    return {each.name: each for each in found}


@pytest.mark.parametrize(
    ("memory", "name", "said"),
    [
        pytest.param(replace(WELL, status=None, error="no such server"), "memory", "no such server", id="closed"),
        pytest.param(
            replace(WELL, waiting=Waiting(pending=0, parked=2, oldest=at(0), error="too long")),
            "memory backlog",
            "refused 2 items again and again: too long",
            id="parked",
        ),
        pytest.param(
            replace(WELL, waiting=Waiting(pending=5, parked=0, oldest=at(-0.5), error=None)),
            "memory backlog",
            "5 items wait",
            id="nobody tells it",
        ),
    ],
)
def test_a_doctor_says_what_memory_lacks_and_what_to_do(tmp_path, memory, name, said):
    about = SqliteLedger(tmp_path / "ledger.db", now=Clock()).about()
    assert {
        name for name, each in checks(tmp_path, about).items() if name.startswith("memory") and not each.ok
    } == set()
    found = checks(tmp_path, about, memory)[name]
    assert not found.ok
    assert said in found.detail
    assert found.do


def test_a_doctor_tells_which_database_it_is_and_how_much_room_it_has(tmp_path):
    about = SqliteLedger(tmp_path / "ledger.db", now=Clock()).about()
    found = checks(tmp_path, about)
    assert str(tmp_path / "ledger.db") in found["database"].detail
    assert f"schema {about.schema}" in found["database"].detail
    assert (found["disk"].ok, found["disk"].do) == (True, "")


@pytest.mark.parametrize(
    ("name", "how", "advice"),
    [
        pytest.param("disk", {"free": 1000}, "make room on the disk of /here", id="no room"),
        pytest.param("disk", {"free": 10**9, "size": 10**9}, "make room", id="no room for a second one"),
        pytest.param("database", {"forgetful": "fsync"}, "turn fsync on", id="a server that forgets"),
    ],
)
def test_a_doctor_says_what_to_do_about_a_database_that_is_not_well(tmp_path, name, how, advice):
    well = {"kind": "SQLite 3", "location": "/here", "schema": 1, "size": 10, "free": 10**12}
    found = checks(tmp_path, About(**{**well, **how}))[name]
    assert not found.ok
    assert advice in found.do


def test_reading_again_tells_that_every_document_is_read_as_it_was(tmp_path, capsys, monkeypatch):
    sat = with_a_standup(tmp_path, capsys, monkeypatch)
    assert "read as it was before" in sat.type("ledger", "reread")[1]
    status, out, _ = sat.type("ledger", "reread", "--apply", "--json")
    assert (status, json.loads(out)) == (0, {"applied": True, "reader": READER, "documents": [], "restricted": 0})


def read_otherwise(visibility):
    said = claim(Source.STANDUP, "in_review")
    now = replace(said, span=Span(quote="NW-1 is in review", line=1))
    audience = Audience(visibility=visibility)
    return RereadDocument(event=said.event, title="Monday", said_at=at(0), audience=audience, new=(now,))


def test_what_is_read_otherwise_is_shown_with_its_words_and_a_restricted_document_is_only_counted(
    tmp_path, capsys, monkeypatch
):
    documents = tuple(map(read_otherwise, (Visibility.TEAM, Visibility.PRIVATE)))
    with behind(reread=Reread(documents=documents, applied=False, reader="2")):
        sat = desk(tmp_path, capsys, monkeypatch)
        told = sat.type("ledger", "reread")[1]
        found = json.loads(sat.type("ledger", "reread", "--json")[1])
    assert all(word in told for word in ("NW-1 is in review", "1 of restricted", "--apply"))
    assert (len(found["documents"]), found["restricted"]) == (1, 1)
    assert found["documents"][0]["new"][0]["value"] == "in_review"
