"""The log: what this process did, one JSON document a line; what anybody said or sent is never in it, and no secret.

A sentence is left out whoever hands it over: what is noted are names and numbers, and of a failure its kind and its
places. That a name is no secret is for the caller to see to.
"""

import io
import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from typing import TextIO

import structlog

LEVELS = {"off": logging.CRITICAL, "error": logging.ERROR, "info": logging.INFO}
"""What is noted: nothing, what failed, everything."""

PLACES = 5
"""How many of our places a failure is noted with, the innermost last."""

_FIELDS = frozenset({"event", "source", "key", "what", "outcome", "duration_ms", "error", "places", "counts"})
_NAME = re.compile(r"[\w.:/#@+{}-]{0,200}")
"""What a name or a key looks like: without spaces, no sentence."""
_OURS = Path(__file__).parent


@dataclass(slots=True)
class Line:
    """What is going on, and what came of it."""

    key: str = ""
    outcome: str = "done"
    counts: Mapping[str, int] | None = None

    def came_of(self, outcome: str = "done", *, key: str = "", **counts: int) -> None:
        """Say what came of it: in a word, of which event, and how many of what."""
        self.key, self.outcome, self.counts = key, outcome, counts or None


class Journal:
    """Writes the log.

    Args:
        stream: Where to; standard error.
        level: What is noted: off, error or info.
    """

    def __init__(self, stream: TextIO, *, level: str = "info") -> None:
        self._logger = structlog.wrap_logger(
            structlog.WriteLogger(stream),
            processors=[
                _only_names,
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
                structlog.processors.JSONRenderer(),
            ],
            wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        )

    @contextmanager
    def line(self, event: str, *, source: str = "", what: str = "") -> Iterator[Line]:
        """Note what happens inside once it is over, how long it took, and, where it fails, of which kind that was."""
        began, line = perf_counter(), Line()
        try:
            yield line
        finally:
            error = sys.exception()
            if error is None:
                about = {
                    "source": source,
                    "what": what,
                    "key": line.key,
                    "outcome": line.outcome,
                    "counts": line.counts,
                }
                self._logger.info(event, duration_ms=_since(began), **about)
            else:
                self.failed(event, error, source=source, what=what, began=began)

    def failed(
        self, event: str, error: BaseException, *, source: str = "", what: str = "", began: float | None = None
    ) -> None:
        """Note a failure: its kind and where it was, and not its message, which may quote what was sent."""
        about = {"source": source, "what": what, "outcome": "failed", "error": type(error).__name__}
        took = None if began is None else _since(began)
        self._logger.error(event, **about, places=_places(error), duration_ms=took)


class Relay(logging.Handler):
    """Brings what a library logs into the journal; what it says of itself without a failure is said to a person."""

    def __init__(self, journal: Journal, *, say: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal
        self._say = say

    def emit(self, record: logging.LogRecord) -> None:
        """Note a record."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            self._say(record.getMessage())
        else:
            self._journal.failed("server", error)


def _only_names(_: object, __: str, fields: MutableMapping[str, object]) -> Mapping[str, object]:
    """Let only what is known to hold names and numbers through, and leave out what is empty."""
    return {name: _plain(value) for name, value in fields.items() if name in _FIELDS and value not in (None, "", [])}


def _plain(value: object) -> object:
    match value:
        case bool() | int() | float():
            return value
        case Mapping():
            return {str(name): _plain(each) for name, each in value.items()}
        case list():
            return [_plain(each) for each in value]
    text = str(value)
    return text if _NAME.fullmatch(text) else "left out"


def _places(error: BaseException) -> list[str]:
    """List the last of our places that a failure came through."""
    frames = ((Path(frame.f_code.co_filename), number) for frame, number in walk_tb(error.__traceback__))
    ours = [f"{file.relative_to(_OURS)}:{number}" for file, number in frames if file.is_relative_to(_OURS)]
    return ours[-PLACES:]


def _since(began: float) -> int:
    return round(1000 * (perf_counter() - began))


SILENT = Journal(io.StringIO(), level="off")
"""Notes nothing."""
