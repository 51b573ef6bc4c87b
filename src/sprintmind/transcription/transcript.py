"""What was heard as a transcript: WebVTT that names who transcribed which recording, and can be read without either."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from pathlib import Path

from sprintmind.errors import InputError
from sprintmind.transcription.port import Heard, Segment, Transcription
from sprintmind.transcription.recordings import checked

_LABEL = re.compile(r"\s*[:：](?=\s)")
_CLOCK = re.compile(r"(?<=\d):(?=\d\d:\d\d)")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "{": "&#123;"})


def transcript_of(recording: Path, opened: Callable[[], Transcription], *, heard: Heard) -> bytes:
    """Transcribe a recording; a file that is none is refused before any model is loaded.

    Args:
        recording: A file.
        opened: Opens what turns it into words.
        heard: Is told how far it is.

    Returns:
        WebVTT in UTF-8.

    Raises:
        InputError: It is no recording, or not a whole one, or nobody says anything in it.
        UnavailableError: The model cannot be loaded or asked.
    """
    digest = checked(recording)
    transcription = opened()
    segments = tuple(transcription.transcribe(recording, heard=heard))
    if not any(_line(segment.words) for segment in segments):
        raise InputError("nobody says anything in this recording that was understood")
    return webvtt(segments, name=transcription.name, digest=digest).encode()


def webvtt(segments: Iterable[Segment], *, name: str, digest: str) -> str:
    """Write what was heard as WebVTT; what was not understood is said where it was.

    Args:
        segments: In their order.
        name: Who transcribed.
        digest: The SHA-256 of the recording.
    """
    note = f"NOTE\nTranscribed by {_line(name)}\nfrom a recording with SHA-256 {digest}"
    return "\n\n".join(("WEBVTT", note, *_cues(segments))) + "\n"


def _cues(segments: Iterable[Segment]) -> Iterator[str]:
    for segment in segments:
        start, end = _time(segment.start), _time(max(segment.start, segment.end))
        if words := _line(segment.words):
            yield f"{start} --> {end}\n{_spoken(words, segment.speaker)}"
        else:
            yield f"NOTE not understood from {start} to {end}"


def _spoken(words: str, speaker: str | None) -> str:
    """Write a cue's words; without a speaker no mark of a model's may look like one.

    Punctuation is a model's guess. A colon becomes a comma, because a reader takes what stands before one for a name.
    """
    if name := _line(speaker or ""):
        return f"<v {name}>{words}"
    return _CLOCK.sub("&#58;", _LABEL.sub(",", words))


def _line(text: str) -> str:
    """Write a text in one line in which nothing is markup."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split()).translate(_MARKUP)


def _time(at: timedelta) -> str:
    """Write a time as WebVTT does.

    >>> _time(timedelta(hours=1, seconds=2.5))
    '01:00:02.500'
    """
    thousandths = max(0, round(at / timedelta(milliseconds=1)))
    seconds, thousandths = divmod(thousandths, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{thousandths:03}"
