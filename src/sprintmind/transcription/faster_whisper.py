"""A Whisper model on this machine, in the format of faster-whisper; nothing is ever downloaded for it."""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import file_digest
from pathlib import Path
from typing import Protocol

import av
import ctranslate2
import faster_whisper
from faster_whisper.transcribe import Segment as Stretch
from faster_whisper.utils import download_model

from sprintmind.errors import InputError, UnavailableError
from sprintmind.transcription.port import Heard, Segment

NEEDED = ("config.json", "model.bin", "tokenizer.json")
"""Files of a model; the library would ask a hub for a tokenizer that is missing."""
UNSURE = -1.0  # mean log probability of a word piece; below it Whisper's authors call a stretch failed
REPETITIVE = 2.4  # how far a text compresses; above it the model goes round in circles, by the same authors


class Chosen(Protocol):
    """What is needed of the settings."""

    @property
    def transcription_model(self) -> str:
        """A folder, or the name of a model in the cache."""

    @property
    def transcription_language(self) -> str:
        """Empty: as the model hears it."""


def open_whisper(settings: Chosen) -> "Whisper":
    """Load the model that the settings name; its name is made of its content.

    Raises:
        UnavailableError: It is not there, or is none.
    """
    folder = _folder(settings.transcription_model)
    lacking = [name for name in NEEDED if not (folder / name).is_file()]
    if lacking:
        raise UnavailableError(f"[transcription] model: {folder} has no {lacking[0]}, so it holds no Whisper model")
    try:
        with (folder / "model.bin").open("rb") as weights:
            digest = file_digest(weights, "sha256").hexdigest()
        model = faster_whisper.WhisperModel(str(folder), device="cpu", compute_type="int8", local_files_only=True)
    except Exception as error:  # of a tokenizer that is none the library raises nothing narrower
        raise UnavailableError(f"[transcription] model: {folder} cannot be loaded: {error}") from error
    name = f"faster-whisper {faster_whisper.__version__} with {Path(settings.transcription_model).name}@{digest[:12]}"
    return Whisper(model, name=name, language=settings.transcription_language)


class Whisper:
    """Transcribes by itself; it knows no speakers.

    Args:
        model: Loaded.
        name: Names it and its content.
        language: Which is spoken; empty: as the model hears it.
    """

    def __init__(self, model: faster_whisper.WhisperModel, *, name: str, language: str) -> None:
        self._model = model
        self._name = name
        self._language = language or None

    @property
    def name(self) -> str:
        """See `Transcription.name`."""
        return self._name

    def transcribe(self, recording: Path, *, heard: Heard) -> Iterator[Segment]:
        """See `Transcription.transcribe`; the same every time, though a second attempt at a stretch draws lots."""
        ctranslate2.set_random_seed(0)
        try:
            sound = faster_whisper.decode_audio(str(recording))
            length = timedelta(seconds=len(sound) / 16_000)  # it is resampled to this rate
        except (av.FFmpegError, IndexError, TypeError, ValueError) as error:  # no track of sound, or no frame in it
            raise InputError("holds no sound that can be decoded") from error
        if not length:
            raise InputError("holds no sound that can be decoded")
        heard(timedelta(), length)
        stretches, _ = self._model.transcribe(
            sound, language=self._language, vad_filter=True, condition_on_previous_text=False
        )
        for stretch in stretches:
            segment = _segment(stretch)
            heard(segment.end, length)
            yield segment
        heard(length, length)


def _segment(stretch: Stretch) -> Segment:
    understood = stretch.avg_logprob >= UNSURE and stretch.compression_ratio <= REPETITIVE
    return Segment(
        start=timedelta(seconds=stretch.start),
        end=timedelta(seconds=stretch.end),
        words=stretch.text if understood else "",
    )


def _folder(chosen: str) -> Path:
    """Find a model's folder: the one named, else the one of the cache."""
    folder = Path(chosen).expanduser()
    if folder.is_dir():
        return folder
    try:
        return Path(download_model(chosen, local_files_only=True))
    except (OSError, ValueError) as error:
        raise UnavailableError(
            f"[transcription] model: {chosen!r} is no folder, and no model of that name is in the cache; "
            "nothing is downloaded"
        ) from error
