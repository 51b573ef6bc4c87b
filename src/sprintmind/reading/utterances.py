"""What a document or transcript holds once its format is taken off: who said what, where, under which heading."""

from collections.abc import Mapping
from datetime import date, timedelta

from msgspec import Struct


class Piece(Struct, frozen=True, gc=False, kw_only=True):
    """One cue's share of an utterance that was joined from several."""

    start: int
    """Where it begins in the utterance's text."""
    end: int
    number: int


class Utterance(Struct, frozen=True, gc=False, kw_only=True):
    """One turn of speech, one bullet, one table row, one paragraph."""

    text: str
    """The words as a person reads them: markup, entities and cue settings are taken off, nothing else is changed."""
    number: int
    """Line of the text, or number of the cue, from 1."""
    speaker: str | None = None
    """As written (`Carla Mendes (Acme)`); None where nobody is named."""
    headings: tuple[str, ...] = ()
    """The headings it stands under, outermost first, as written: `("Priya", "Blockers")`."""
    parents: tuple[str, ...] = ()
    """The bullets it stands under, outermost first, as far as they are no headings: `("NW-231 SSO login",)`."""
    is_heading: bool = False
    """Whether it is itself a heading or a parent of others, which may be a title and no statement."""
    checked: bool | None = None
    """A check-box's state; None where there is none."""
    cells: Mapping[str, str] = {}
    """Of a table row, each cell's text by its column's heading."""
    offset: timedelta | None = None
    """When it was said, from the start of the recording."""
    pieces: tuple[Piece, ...] = ()
    """Of what was joined from several cues, each cue's share; empty where it is of one piece."""
    marked: str = ""
    """The text with its inline markup, as it stands in the file; empty where there is none."""
    origins: tuple[tuple[int, int], ...] = ()
    """Of each character of the text, the first character and the end of what it came from in `marked`."""


class Quote(Struct, frozen=True, gc=False, kw_only=True):
    """Words as they stand in the file, and where."""

    text: str
    number: int


class Skipped(Struct, frozen=True, gc=False, kw_only=True):
    """Something in the file that nobody says: it claims nothing, and this is why."""

    number: int
    text: str
    reason: str


class Document(Struct, frozen=True, gc=False, kw_only=True):
    """A text as it was said or written."""

    utterances: tuple[Utterance, ...]
    format: str
    """webvtt, srt, labelled, irc, markdown, csv, html, docx, …"""
    title: str | None = None
    """The title that the text gives itself."""
    day: date | None = None
    """The day that the text says it is of, or else its file's name."""
    speakers: tuple[str, ...] = ()
    """As written, each once, in order of their first words."""
    skipped: tuple[Skipped, ...] = ()
    """What was left out: comments, code, quoted mail, placeholders, chat reactions, damaged cues."""


def quoted(utterance: Utterance, start: int, end: int, *, at: int | None = None) -> Quote:
    """Quote a span of an utterance with words that stand in the file in one piece.

    Where the utterance was joined from several cues, time stamps stand between them in the file; the quote is then
    the part of the span that lies in one cue. Where inline markup was taken off, it is put back.

    Args:
        utterance: What was said.
        start: First character of the span in `utterance.text`.
        end: End of the span.
        at: A character that the quote must hold, as the word that decides; None for the cue that holds most of it.
    """
    if utterance.pieces:
        piece = max(utterance.pieces, key=lambda piece: _share(piece, start=start, end=end, at=at))
        words = utterance.text[max(start, piece.start) : min(end, piece.end)]
        return Quote(text=words.strip(), number=piece.number)
    if utterance.origins and start < end:
        words = utterance.marked[utterance.origins[start][0] : utterance.origins[end - 1][1]]
        return Quote(text=words, number=utterance.number)
    return Quote(text=utterance.text[start:end], number=utterance.number)


def _share(piece: Piece, *, start: int, end: int, at: int | None) -> tuple[bool, int]:
    holds = at is not None and piece.start <= at < piece.end
    return holds, min(end, piece.end) - max(start, piece.start)
