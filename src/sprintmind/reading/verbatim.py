"""Quotes as they stand in the file: what was read without its markup is found again with it."""

import html
import re
from bisect import bisect_right
from functools import cached_property

from sprintmind.errors import DeliveryError
from sprintmind.reading.decoding import decoded
from sprintmind.reading.transcripts.docx import is_zip

_PIECE = re.compile(r"<[^<>\n]{0,2000}>|(?P<entity>&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,31});)|(?P<sign>\S)")
_STAMP = re.compile(r"^[ \t]*(?:\d+[ \t]*\n[ \t]*)?[\d:.,]{5,16}[ \t]*-->[^\n]*$", re.MULTILINE)


class Words:
    """The text of a file, in which quotes are found again.

    >>> Words(b"<td>NW-1</td><td>R&amp;D <b>done</b></td>").quoted("NW-1 | R&D done")
    'NW-1</td><td>R&amp;D <b>done'
    """

    def __init__(self, body: bytes) -> None:
        self._body = body

    def quoted(self, words: str) -> str:
        """Give the stretch of the file that holds some words; as they are, where it cannot be found."""
        if not words or words in self._text:
            return words
        found = _stretch(self._signs, "".join(words.split())) or _stretch(self._spelled, _letters(words))
        return self._text[found[0] : found[1]] if found else words

    @cached_property
    def _text(self) -> str:
        """The file as text; empty where it is no text but an archive of one."""
        try:
            return "" if is_zip(self._body) else decoded(self._body)
        except DeliveryError:
            return ""

    @cached_property
    def _signs(self) -> "_Spread":
        """Each sign that a person reads; tags, space and lines of times are none."""
        stamps = [found.span() for found in _STAMP.finditer(self._text)]
        starts = [start for start, _ in stamps]
        found = []
        for piece in _PIECE.finditer(self._text):
            at = bisect_right(starts, piece.start()) - 1
            read = piece["sign"] or (html.unescape(piece["entity"]).strip() if piece["entity"] else "")
            if at < 0 or piece.start() >= stamps[at][1]:
                found += [(sign, piece.start(), piece.end()) for sign in read]
        return _Spread(found)

    @cached_property
    def _spelled(self) -> "_Spread":
        return _Spread([each for each in self._signs.places if each[0].isalnum()])


class _Spread:
    """Signs in order, each with where it starts and ends in the file."""

    def __init__(self, places: list[tuple[str, int, int]]) -> None:
        self.places = places
        self.line = "".join(sign for sign, _, _ in places)


def _stretch(spread: _Spread, words: str) -> tuple[int, int] | None:
    at = spread.line.find(words) if words else -1
    return (spread.places[at][1], spread.places[at + len(words) - 1][2]) if at >= 0 else None


def _letters(words: str) -> str:
    return "".join(sign for sign in words if sign.isalnum())
