"""What a document or transcript holds once its format is taken off: who said what, where, under which heading."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One turn of speech, one bullet, one table row, one paragraph."""

    text: str
    """The words as a person reads them: markup, entities and cue settings are taken off, nothing else is changed."""
    number: int
    """Line of the text, or number of the cue, from 1."""
    speaker: str | None = None
    """As written (`Carla Mendes (Acme)`); None where nobody is named."""
    headings: tuple[str, ...] = ()
    """The headings it stands under, outermost first, as written: `("Priya", "Blockers")`."""
    checked: bool | None = None
    """A check-box's state; None where there is none."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """Of a table row, each cell's text by its column's heading."""
    offset: timedelta | None = None
    """When it was said, from the start of the recording."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A text as it was said or written."""

    utterances: tuple[Utterance, ...]
    format: str
    """webvtt, srt, labelled, irc, markdown, csv, html, docx, …"""
    title: str | None = None
    """The title that the text gives itself."""
    day: date | None = None
    """The day that the text says it is of."""
    speakers: tuple[str, ...] = ()
    """As written, each once, in order of their first words."""
