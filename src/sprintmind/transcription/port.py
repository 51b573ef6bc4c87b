"""What turns a recording into what was said; every adapter passes `tests/contract/test_transcription.py`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A stretch of a recording in which somebody speaks."""

    start: timedelta
    """From the beginning of the recording on."""
    end: timedelta
    words: str
    """Empty: somebody speaks, and it was not understood."""
    speaker: str | None = None
    """None where the adapter does not know a name; a number that it gave a voice is none."""


Heard = Callable[[timedelta, timedelta], None]
"""Is told how much of a recording was heard, and how long it is; a length of nothing: not known."""


class Transcription(Protocol):
    """Turns recordings into what was said."""

    @property
    def name(self) -> str:
        """Who transcribes, with the model; stands in every transcript."""

    def transcribe(self, recording: Path, *, heard: Heard) -> Iterator[Segment]:
        """Transcribe a recording whose container is known to be whole.

        Args:
            recording: A file; it is read and left as it is.
            heard: Is told how far it is, while it runs.

        Returns:
            What was said, in its order; nothing where nobody speaks.

        Raises:
            InputError: It holds no sound that can be decoded.
            UnavailableError: The model cannot be loaded or asked.
        """
