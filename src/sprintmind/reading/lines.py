"""Numbered lines of a text, and what every format needs of them."""

import re
from datetime import timedelta

from msgspec import Struct


class Line(Struct, frozen=True, gc=False, kw_only=True):
    """One line without the white space at its end."""

    number: int
    """In the file, from 1."""
    text: str

    @property
    def indent(self) -> int:
        """Columns of white space before its first character, a tab reaching the next multiple of four."""
        head = self.text[: len(self.text) - len(self.text.lstrip())]
        return len(head.expandtabs(4))

    @property
    def words(self) -> str:
        """The line without the white space around it."""
        return self.text.strip()


def lines_of(text: str) -> tuple[Line, ...]:
    """Cut a decoded text into its lines."""
    return tuple(Line(number=number, text=line.rstrip()) for number, line in enumerate(text.split("\n"), start=1))


KEY = re.compile(r"(?<![A-Za-z0-9_/])[A-Za-z][A-Za-z0-9_]{0,19}-\d{1,9}(?![A-Za-z0-9])")
"""What may be a ticket key of any team; whose projects there are is not known here."""

CLOCK = r"(?:(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?)"
"""A time on a recording's clock: `0:04`, `01:02:03`, `00:00:12.340`."""


def clock(text: str) -> timedelta:
    """Read a time on a recording's clock; what is no such time, or one past all recordings, is zero.

    >>> clock("1:02:03.5")
    datetime.timedelta(seconds=3723, microseconds=500000)
    """
    parts = re.findall(r"\d+(?:[.,]\d+)?", text)[:3]
    seconds = 0.0
    for part in parts:
        seconds = seconds * 60 + float(part.replace(",", "."))
    return timedelta(seconds=seconds) if seconds < 10**8 else timedelta()
