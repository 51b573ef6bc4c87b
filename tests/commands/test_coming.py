"""Files that come in one command: those that would take each other's place are named, and leave no trace."""

import io
import json
import sys

import pytest

from commands.desk import desk


@pytest.fixture
def at(tmp_path, capsys, monkeypatch):
    """A desk with a ledger of its own, and two texts of one name and one day."""
    for folder, words in (("mon", "- NW-1 is done\n"), ("tue", "- NW-2 is in review\n"), ("same", "- NW-1 is done\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "standup.md").write_text(words)
    monkeypatch.chdir(tmp_path)
    return desk(tmp_path, capsys, monkeypatch)


MON, TUE, SAME = ("mon/standup.md", "tue/standup.md", "same/standup.md")


def statuses(at):
    return {each["key"]: each["status"] for each in json.loads(at.type("tickets", "--json")[1])}


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_two_texts_of_one_title_in_one_command_are_named_and_neither_is_recorded(at, dry):
    (at.home / "good.md").write_text("- NW-3 is blocked by legal\n")
    status, out, err = at.type("ingest", "standup", MON, "good.md", TUE, "--author", "priya", "--json", *dry)

    assert status == 3
    told = json.loads(out)
    assert [each["file"] for each in told["refused"]] == [MON, TUE]
    assert f"title of {TUE}, so that one would take back what the other says" in told["refused"][0]["reason"]
    assert "--title" in err
    assert len(told["events"]) == 1
    assert statuses(at) == ({} if dry else {"NW-3": None})


def test_two_texts_of_one_title_one_after_the_other_are_versions_and_then_known_together(at):
    for path in (MON, TUE):
        assert at.type("ingest", "standup", path, "--author", "priya")[0] == 0

    assert statuses(at)["NW-2"] == "in_review"
    assert at.type("ingest", "standup", MON, TUE, "--author", "priya")[0] == 0
    assert statuses(at)["NW-2"] == "in_review"


def test_texts_of_one_title_that_say_the_same_are_one(at):
    status, out, _ = at.type("ingest", "standup", MON, SAME, "--author", "priya", "--json")

    assert (status, len(json.loads(out)["events"])) == (0, 1)


def test_what_stdin_brings_is_kept_apart_from_a_file_too_and_is_read_once(at, monkeypatch):
    for given, status in ((("--title", "Daily"), 3), ((), 0)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"- NW-9 is done")))
        assert at.type("ingest", "standup", "-", MON, "--author", "priya", *given)[0] == status

    assert statuses(at) == {"NW-1": "done", "NW-9": "done"}


def test_recordings_of_one_title_are_refused_before_they_are_heard(at):
    for name in ("a.wav", "b.wav"):
        (at.home / name).write_bytes(b"RIFF")
    status, _, err = at.type("ingest", "meeting", "a.wav", "b.wav", "--title", "Weekly")

    assert status == 3
    assert err.count("one would take back") == 2
