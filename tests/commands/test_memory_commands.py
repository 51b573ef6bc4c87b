"""`memory` and `forget` as they are typed, with a workspace and the memory that comes with it."""

import json

import pytest

from commands.desk import desk

MINUTES = (
    "Priya: The migration of NW-1 overlaps the nightly batch.\n"
    "Tom Weber: Then Acme gets the sandbox by Friday, I promise.\n"
    "Priya: I was up all night for it.\n"
)
WAITING = 2
"""What memory must be told of it: the meeting, and that the promise is due soon."""


@pytest.fixture
def sat(tmp_path, capsys, monkeypatch):
    """A desk at which a meeting was just ingested."""
    sat = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "minutes.txt").write_text(MINUTES, encoding="utf-8")
    status, _, _ = sat.type(
        "ingest", "meeting", str(tmp_path / "minutes.txt"), "--date", "2025-09-30", "--title", "Sync"
    )
    assert status == 0
    return sat


def typed(sat, *words):
    status, out, err = sat.type(*words, "--json")
    return status, json.loads(out), err


def test_memory_is_told_of_what_waits_before_it_recalls(sat):
    assert typed(sat, "memory", "status")[1]["backlog"] == WAITING
    status, found, err = typed(sat, "memory", "recall", "which migration overlaps the batch?")
    assert (status, err) == (0, "")
    memory = found[0]
    assert list(memory) == ["id", "text", "tags", "at", "score"]
    assert memory["id"].startswith("meeting:meeting|2025-09-30||Sync:")
    assert memory["at"] == "2025-09-30T09:00:00+02:00"
    assert {"ticket:NW-1", "customer:Acme", "person:priya", "kind:meeting", "visibility:team"} <= set(memory["tags"])
    after = typed(sat, "memory", "status")[1]
    assert (after["backend"], after["ready"], after["backlog"], after["oldest_pending"], after["parked"]) == (
        "embedded", True, 0, None, 0,
    )  # fmt: skip


def test_memory_is_read_at_eighty_columns(sat):
    for words in (["recall", "batch"], ["status"], ["deliver"], ["rebuild"], ["models", "--refresh"]):
        status, out, _ = sat.type("memory", *words)
        assert status == 0
        assert out
        assert max(map(len, out.splitlines())) <= 80


def test_a_recall_may_be_narrowed_and_an_unknown_name_is_told(sat):
    assert typed(sat, "memory", "recall", "batch", "--ticket", "nw-1", "--customer", "Acme Corp")[1]
    assert typed(sat, "memory", "recall", "batch", "--person", "dana")[1] == []
    assert typed(sat, "memory", "recall", "batch", "--kind", "correction")[1] == []
    assert sat.type("memory", "recall", "batch", "--customer", "Acmee")[0] == 3
    assert sat.type("memory", "recall", "batch", "--person", "nobody")[0] == 3
    assert sat.type("memory", "recall", " ")[0] == 2
    assert sat.type("memory", "recall", "batch", "--limit", "0")[0] == 2


def test_what_memory_was_told_is_counted(sat):
    assert typed(sat, "memory", "deliver")[1] == {
        "told": WAITING, "failed": 0, "error": None, "backlog": 0, "parked": 0, "leased": 0, "free_at": None,
    }  # fmt: skip
    assert typed(sat, "memory", "deliver")[1]["told"] == 0
    assert typed(sat, "memory", "rebuild")[1]["told"] == WAITING


def test_a_memory_that_cannot_be_opened_stops_no_recording_and_is_named(sat):
    sat.home.joinpath("default.memory.db").write_bytes(b"no database at all, but some words of text" * 100)
    assert sat.type("correct", "NW-1 is done", "--by", "tom")[0] == 0
    status, found, err = typed(sat, "tick")
    assert (status, found["memory_backlog"]) == (0, WAITING + 1)
    assert f"memory was not told of {WAITING + 1} items" in err
    assert typed(sat, "memory", "status")[1]["ready"] is False
    assert sat.type("memory", "recall", "batch")[0] == 4
    assert sat.type("memory", "deliver")[0] == 4
    checks = {check["name"]: check for check in typed(sat, "doctor")[1]["checks"]}
    assert checks["memory"]["ok"] is False


def test_mental_models_are_made_by_time_passing_and_say_what_they_rest_on(sat):
    assert typed(sat, "memory", "models")[1] == []
    sat.type("tick")
    models = {model["name"]: model for model in typed(sat, "memory", "models")[1]}
    assert set(models) == {"sprint-status-board", "customer-commitments", "recurring-mistakes"}
    promises = models["customer-commitments"]
    assert "Acme" in promises["text"]
    assert promises["sources"][0].startswith("meeting:meeting|2025-09-30||Sync:")
    sat.type("promise", "add", "--customer", "Acme", "--what", "the report", "--due", "2025-10-10", "--by", "tom")
    stale = {model["name"]: model["stale"] for model in typed(sat, "memory", "models")[1]}
    assert stale == {"sprint-status-board": False, "customer-commitments": True, "recurring-mistakes": False}
    sat.type("tick")
    models = {model["name"]: model for model in typed(sat, "memory", "models")[1]}
    assert "the report by 2025-10-10" in models["customer-commitments"]["text"]
    assert not any(model["stale"] for model in models.values())


def test_forgetting_shows_first_then_erases_and_gives_a_receipt(sat):
    sat.type("memory", "deliver")
    status, told, _ = typed(sat, "forget", "--person", "Priya", "--dry-run")
    assert (status, told["stored"], told["events"]) == (0, False, 1)
    assert typed(sat, "memory", "recall", "up all night")[1]
    status, receipt, _ = typed(sat, "forget", "--person", "Priya", "--yes")
    assert (status, receipt["stored"], receipt["found"], receipt["memories"]) == (0, True, {}, 1)
    assert receipt["left"] == ["sprintmind.toml still names priya: take the entry with this id out of [[people]]"]
    assert "up all night" not in json.dumps(typed(sat, "memory", "recall", "up all night")[1])
    for file in sat.home.glob("default.*"):
        content = file.read_bytes()
        assert b"up all night" not in content
        assert b"riya" not in content
    assert typed(sat, "ledger", "verify")[1]["same"]


def test_forgetting_asks_on_a_terminal_and_no_means_no(sat):
    sat.monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    sat.monkeypatch.setattr("sys.stdin.readline", lambda: "n\n", raising=False)
    status, out, err = sat.type("forget", "--person", "priya")
    assert status == 1
    assert "would be erased" in out
    assert "Erase 'priya' for good?" in err
    assert typed(sat, "memory", "recall", "up all night")[1]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        pytest.param([], 2, id="nothing"),
        pytest.param(["--person", "priya", "--document", "x"], 2, id="both"),
        pytest.param(["--person", "tomm"], 3, id="nobody"),
        pytest.param(["--document", "meeting:x"], 3, id="no document"),
    ],
)
def test_what_cannot_be_forgotten_is_said(sat, words, status):
    assert sat.type("forget", *words)[0] == status
