"""A Whisper model on this machine: what is no model is named, and nothing is ever downloaded."""

import os
import wave
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from sprintmind.errors import UnavailableError
from sprintmind.transcription.faster_whisper import NEEDED, open_whisper
from sprintmind.transcription.transcript import transcript_of

TALE = ("best of times", "worst of times", "age of wisdom", "age of foolishness", "spring of hope", "winter of despair")
NAGG = ("do you hear me", "still that resource", "in pain", "from that ditch")


def settings(model, language="en"):
    return SimpleNamespace(transcription_model=str(model), transcription_language=language)


@pytest.mark.parametrize("missing", NEEDED)
def test_a_folder_that_holds_no_model_is_named_with_what_it_lacks(tmp_path, missing):
    for name in NEEDED:
        if name != missing:
            (tmp_path / name).write_text("{}")
    with pytest.raises(UnavailableError, match=rf"\[transcription\] model: .* has no {missing}"):
        open_whisper(settings(tmp_path))


def test_files_that_are_no_model_are_said(tmp_path):
    for name in NEEDED:
        (tmp_path / name).write_text("{}")
    with pytest.raises(UnavailableError, match="cannot be loaded"):
        open_whisper(settings(tmp_path))


@pytest.mark.parametrize("name", ["tiny.en", "northwind/whisper", "no such model", "../models/none", "a/b/c"])
def test_a_model_that_is_not_here_is_not_downloaded(tmp_path, monkeypatch, name):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(UnavailableError, match="nothing is downloaded"):
        open_whisper(settings(name))


def test_the_cache_is_looked_into_and_no_hub_is_asked(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda name, **how: asked.append((name, how)) or tmp_path)
    with pytest.raises(UnavailableError, match=r"has no config\.json"):
        open_whisper(settings("tiny.en"))
    [(name, how)] = asked
    assert name == "Systran/faster-whisper-tiny.en"
    assert how["local_files_only"] is True


def place(name):
    """Find what real speech is tried with: a model's folder or a recording, below the directory that is named."""
    return next(Path(os.environ["SPRINTMIND_TEST_AUDIO"]).rglob(name))


@pytest.fixture(scope="module")
def model():
    return open_whisper(settings(place("model.bin").parent))


@pytest.mark.needs("audio")
@pytest.mark.parametrize(
    ("name", "phrases"),
    [pytest.param("two_cities", TALE, id="prose"), pytest.param("endgame_nagg_nell", NAGG, id="two")],
)
def test_real_speech_is_heard(model, name, phrases):
    recording = place(f"{name}.wav")
    text = transcript_of(recording, lambda: model, heard=lambda *_: None).decode()
    said = " ".join(text.lower().split())
    assert [phrase for phrase in phrases if phrase not in said] == []


@pytest.mark.needs("audio")
def test_real_speech_is_heard_within_the_recording_and_the_same_twice(model):
    recording = place("two_cities.wav")
    with wave.open(str(recording)) as sound:
        length = sound.getnframes() / sound.getframerate()
    heard = [list(model.transcribe(recording, heard=lambda *_: None)) for _ in range(2)]
    segments = heard[0]
    assert heard[1] == segments
    assert all(before.start <= after.start for before, after in pairwise(segments))
    assert segments[-1].end.total_seconds() <= length + 0.5
