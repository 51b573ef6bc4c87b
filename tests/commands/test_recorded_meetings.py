"""A recorded meeting at the command line: the transcript is kept, the recording is not, and what is none is named."""

import json
import sqlite3
import sys
import zlib
from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256

import pytest

from commands.desk import TEAM, desk
from house.test_commands import modules_loaded_by
from inlets.local_server import Reply, serving
from recordings import wav
from sprintmind import bootstrap
from sprintmind.commands.workplace import opening
from sprintmind.errors import UnavailableError
from sprintmind.testing import ListenerInMind
from sprintmind.transcription.port import Segment

SAID = ("NW-231 is done.", "NW-232 is blocked by NW-231.")


def segments(*said, speaker=None):
    return tuple(
        Segment(start=timedelta(seconds=n), end=timedelta(seconds=n + 1), words=words, speaker=speaker)
        for n, words in enumerate(said)
    )


@pytest.fixture
def hearing(tmp_path, capsys, monkeypatch):
    """A command line beside somebody who listens."""
    listener = ListenerInMind(segments=segments(*SAID))
    beside = partial(bootstrap.open_app, beside=lambda adapters: replace(adapters, transcription=lambda: listener))
    token = opening.set(beside)
    yield listener, desk(tmp_path, capsys, monkeypatch)
    opening.reset(token)


def recorded(tmp_path, name="weekly.wav"):
    file = tmp_path / name
    file.write_bytes(wav())
    return file


def bodies(home):
    """Everything that the ledger holds, unpacked."""
    with sqlite3.connect(home / "default.db") as ledger:
        tables = [name for (name,) in ledger.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = [v for table in tables for row in ledger.execute(f'SELECT * FROM "{table}"') for v in row]
    return b"\n".join(unpacked(value) if isinstance(value, bytes) else str(value).encode() for value in values)


def unpacked(value):
    return zlib.decompress(value) if value[:1] == b"x" else value


def test_a_recorded_meeting_is_read_as_its_transcript(tmp_path, hearing):
    listener, terminal = hearing
    file = recorded(tmp_path)
    status, out, err = terminal.type("ingest", "meeting", str(file), "--date", "2025-09-30", "--json")
    assert (status, err) == (0, "")
    [event] = json.loads(out)["events"]
    done, blocked = event["claim_list"]
    assert (done["ticket"], done["kind"], done["value"]) == ("NW-231", "status", "done")
    assert (blocked["ticket"], blocked["waiting_on"]) == ("NW-232", "NW-231")
    assert [(claim["quote"], claim["person"], claim["line"]) for claim in (done, blocked)] == [
        (SAID[0], None, 1),
        (SAID[1], None, 2),
    ]
    assert listener.listened == [file]


def test_the_transcript_is_kept_with_who_made_it_and_the_recording_is_not(tmp_path, hearing):
    _, terminal = hearing
    file = recorded(tmp_path)
    assert terminal.type("ingest", "meeting", str(file))[0] == 0
    kept = bodies(tmp_path)
    assert b"Transcribed by a listener in mind" in kept
    assert sha256(file.read_bytes()).hexdigest().encode() in kept
    assert file.read_bytes()[1000:1200] not in kept


def test_what_is_kept_is_folded_and_read_again_without_a_model(tmp_path, hearing):
    listener, terminal = hearing
    terminal.type("ingest", "meeting", str(recorded(tmp_path)))
    listener.fails = UnavailableError("the model is gone")
    (tmp_path / "sprintmind.toml").write_text(TEAM.replace("Priya Raman", "Priya R."), encoding="utf-8")
    again = "the team's settings changed: 1 event was read again"
    for words in (("ledger", "verify"), ("ledger", "rebuild"), ("ledger", "reread"), ("why", "NW-231")):
        status, _, err = terminal.type(*words)
        assert (status, [line for line in err.splitlines() if again not in line]) == (0, [])
    assert len(listener.listened) == 1


def test_the_same_recording_counts_once(tmp_path, hearing):
    _, terminal = hearing
    file = recorded(tmp_path)
    terminal.type("ingest", "meeting", str(file))
    _, out, _ = terminal.type("ingest", "meeting", str(file), "--json")
    assert [event["new"] for event in json.loads(out)["events"]] == [False]


def test_extract_and_a_dry_run_store_nothing(tmp_path, hearing):
    _, terminal = hearing
    file = str(recorded(tmp_path))
    _, out, _ = terminal.type("extract", "meeting", file, "--json")
    assert "NW-231" in out
    _, out, _ = terminal.type("ingest", "meeting", file, "--dry-run", "--json")
    assert len(json.loads(out)["events"]) == 1
    assert b"NW-231" not in bodies(tmp_path)


def test_a_recording_may_be_confidential(tmp_path, hearing):
    _, terminal = hearing
    file = str(recorded(tmp_path))
    terminal.type("ingest", "meeting", file, "--visibility", "private", "--author", "dana")
    status, out, _ = terminal.type("why", "NW-231", "--as", "tom", "--json")
    assert (status, "NW-231 is done" in out) == (0, False)
    _, out, _ = terminal.type("why", "NW-231", "--as", "dana", "--json")
    assert "NW-231 is done" in out


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"Priya: NW-231 is done.", "is no recording", id="a text"),
        pytest.param(wav()[:9000], "is only a part of a recording", id="cut off"),
    ],
)
@pytest.mark.parametrize("command", ["ingest", "extract"])
def test_what_is_no_recording_is_named_and_nothing_is_stored(tmp_path, hearing, command, body, said):
    listener, terminal = hearing
    (tmp_path / "a.mp3").write_bytes(body)
    status, _, err = terminal.type(command, "meeting", str(tmp_path / "a.mp3"))
    assert status == 3
    assert err.startswith(f"error: {tmp_path / 'a.mp3'}: {said}")
    assert err.count("\n") == 1
    assert listener.listened == []
    assert b"NW-231" not in bodies(tmp_path)


def test_of_several_recordings_the_good_ones_are_stored(tmp_path, hearing):
    _, terminal = hearing
    (tmp_path / "bad.wav").write_bytes(b"")
    status, out, err = terminal.type("ingest", "meeting", str(tmp_path / "bad.wav"), str(recorded(tmp_path)), "--json")
    assert (status, len(json.loads(out)["events"])) == (3, 1)
    assert err == f"error: {tmp_path / 'bad.wav'}: is empty\n"


def test_a_model_that_fails_midway_stores_nothing_of_its_recording(tmp_path, hearing):
    listener, terminal = hearing
    first = recorded(tmp_path, "a.wav")
    (tmp_path / "notes.md").write_text("Priya: NW-300 is done.")
    listener.fails = UnavailableError("the model is gone.")
    status, _, err = terminal.type("ingest", "meeting", str(tmp_path / "notes.md"), str(first))
    assert (status, err.count("\n")) == (4, 1)
    assert "the model is gone. Files before it, if any, are recorded" in err
    assert b"NW-300" in bodies(tmp_path)
    assert b"NW-231" not in bodies(tmp_path)


def test_a_recording_is_a_meeting_and_nothing_else(tmp_path, hearing):
    listener, terminal = hearing
    status, _, err = terminal.type("ingest", "standup", str(recorded(tmp_path)))
    assert (status, listener.listened) == (3, [])
    assert "a recording, not a text" in err


def test_without_a_setting_the_extra_and_the_settings_are_named(tmp_path, capsys, monkeypatch):
    status, _, err = desk(tmp_path, capsys, monkeypatch).type("ingest", "meeting", str(recorded(tmp_path)))
    assert (status, err.count("\n")) == (4, 1)
    for word in ("[transcription] model", 'pip install "sprintmind[audio]"', "[transcription] url and name"):
        assert word in err


def test_without_the_extra_it_and_the_setting_are_named(tmp_path, capsys, monkeypatch):
    terminal = desk(tmp_path, capsys, monkeypatch, team=f"{TEAM}\n[transcription]\nmodel = '/srv/whisper'\n")
    monkeypatch.delitem(sys.modules, "sprintmind.transcription.faster_whisper", raising=False)
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    status, _, err = terminal.type("ingest", "meeting", str(recorded(tmp_path)))
    assert (status, err.count("\n")) == (4, 1)
    assert "[transcription] model" in err
    assert 'pip install "sprintmind[audio]"' in err


def test_a_server_may_listen(tmp_path, capsys, monkeypatch):
    answer = {"segments": [{"start": 0, "end": 1, "text": "NW-231 is done."}]}
    with serving(lambda _: Reply(answer)) as server:
        table = f"[transcription]\nurl = '{server.address}/v1'\nname = 'whisper-1'\n"
        terminal = desk(tmp_path, capsys, monkeypatch, team=f"{TEAM}\n{table}")
        status, out, err = terminal.type("extract", "meeting", str(recorded(tmp_path)), "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["value"] == "done"


def test_a_model_here_and_a_server_contradict_each_other(tmp_path, capsys, monkeypatch):
    table = "[transcription]\nmodel = '/srv/whisper'\nurl = 'https://example.com/v1'\n"
    status, _, err = desk(tmp_path, capsys, monkeypatch, team=f"{TEAM}\n{table}").type("tickets")
    assert status == 2
    assert "transcription.url" in err


@pytest.mark.parametrize("words", [["ingest", "--help"], ["ingest", "meeting", "a.vtt"]], ids=["help", "a transcript"])
def test_what_hears_nothing_loads_nothing_that_hears(tmp_path, monkeypatch, words):
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n00:01.000 --> 00:02.000\nNW-231 is done.\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPRINTMIND_HOME", str(tmp_path))
    monkeypatch.setenv("SPRINTMIND_TRANSCRIPTION_MODEL", "/srv/whisper")
    loaded = modules_loaded_by([str(word) for word in words])
    assert loaded & {"faster_whisper", "av", "ctranslate2", "httpx2", "sprintmind.transcription.endpoint"} == set()
