"""Plain text with speakers: `Priya: …`, `[00:04] Priya: …`, or a line of name and time over the words (Otter)."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from sprintmind.reading.documents.days import day_in, first_day
from sprintmind.reading.documents.markdown import read_markdown
from sprintmind.reading.lines import CLOCK, Line, clock
from sprintmind.reading.transcripts.speakers import attributed, label_of, names_in, speakers_of, spoken_by
from sprintmind.reading.utterances import Document, Skipped, Utterance

_CLOCKED = re.compile(rf"[\[(]?({CLOCK})[\])]?(?:\s+[-–—])?\s+(?=\S)")
_ONLY_CLOCK = re.compile(rf"[\[(]?({CLOCK})(?:\s*[-–—>]+\s*{CLOCK})?[\])]?")
_HEADER = re.compile(
    rf"(?:[\[(]?{CLOCK}[\])]?\s+)?([^\s:\[(][^:\[\n]{{0,60}}?)(?:\s{{2,}}|\t|\s[-–|]\s|\s?[\[(]|\s(?=\d{{1,2}}:\d\d))"
    rf"({CLOCK})(?:\s?[AaPp]\.?[Mm]\.?)?[\])]?:?"
)
_TIMED = re.compile(r"\d:\d\d")
"""In all words with a time; looking for the time itself takes four times as long."""
_BOLD = re.compile(r"^(\*\*|__)([^*_\n]{1,80}?)(:?)\1(:?)")
_STAGE = re.compile(r"[\[(](?:[^\[\]()]{1,60})[\])]")
_CREDIT = re.compile(r"transcribed by |transcript (?:generated|provided) by|this transcript was", re.IGNORECASE)
_WRITTEN = re.compile(r"\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||\[[ xX]\]\s)")
LABELLED_AT_LEAST = 0.3  # of the lines; else it is a document that quotes people


class _Turn(Struct, frozen=True, gc=False):
    number: int
    text: str
    speaker: str | None
    offset: timedelta | None


def looks_labelled(lines: Sequence[Line]) -> bool:
    """Tell whether a text is talk: enough of its lines begin with a name, or a time, or stand under name and time."""
    full = [line for line in lines if line.words]
    turns = [_untimed(line.words) for line in full]
    names = names_in(turns)
    labelled = sum((label := label_of(turn)) is not None and label[0] in names for turn in turns)
    clocked = sum(bool(_CLOCKED.match(line.words) or _ONLY_CLOCK.fullmatch(line.words)) for line in full)
    written = sum(bool(_WRITTEN.match(line.text)) for line in full)
    return (
        has_headers(lines) or max(labelled, clocked) >= LABELLED_AT_LEAST * len(full) > 2 * LABELLED_AT_LEAST * written
    )


def has_headers(lines: Sequence[Line]) -> bool:
    """Tell whether names stand with a time on lines of their own, over what they say."""
    found = [header[1].strip() for line in lines if ":" in line.text and (header := _HEADER.fullmatch(line.words))]
    full = sum(bool(line.words) for line in lines)
    return bool(found) and len(found) >= 0.15 * full and all(len(name.split()) <= 6 for name in found)


def read_labelled(lines: Sequence[Line]) -> Document:
    """Read talk into one utterance a line; a line without a name belongs to whoever spoke last.

    The line is the unit, as a paragraph is in most exports; `sentences()` joins those that run on.
    """
    skipped: list[Skipped] = []
    turns = list(_under_headers(lines, skipped) if has_headers(lines) else _in_lines(lines, skipped))
    said = attributed(
        [Utterance(text=turn.text, number=turn.number, speaker=turn.speaker, offset=turn.offset) for turn in turns]
    )
    early = [line.words for line in lines if line.words][:6]
    return Document(
        utterances=said,
        format="labelled",
        day=first_day(words for words in early if len(words) < 160 and day_in(words)),
        speakers=speakers_of(said),
        skipped=tuple(skipped),
    )


def read_minutes(lines: Sequence[Line]) -> Document:
    """Read written minutes, in which some lines begin with the name of who said it; what stands under it is theirs."""
    written = read_markdown(lines)
    names = names_in(utterance.text for utterance in written.utterances)
    said: list[Utterance] = []
    over: dict[tuple[str, ...], str] = {}
    for utterance in written.utterances:
        label = label_of(utterance.text) if not utterance.cells else None
        named = utterance
        if label and label[0] in names:
            named = spoken_by(utterance, name=label[0], words=label[1])
            over[(*utterance.parents, utterance.text)] = label[0]
        elif utterance.parents in over:
            named = replace(utterance, speaker=over[utterance.parents])
            over[(*utterance.parents, utterance.text)] = over[utterance.parents]
        said.append(named)
    return replace(written, utterances=tuple(said), speakers=speakers_of(said))


def _in_lines(lines: Sequence[Line], skipped: list[Skipped]) -> Iterator[_Turn]:
    at: timedelta | None = None
    for line in lines:
        words = line.words
        only = _ONLY_CLOCK.fullmatch(words)
        if only:
            at = clock(only[1])
            continue
        timed = _CLOCKED.match(words)
        if timed:
            at, words = clock(timed[1]), words[timed.end() :]
        if words and not _nobodys(line.number, words, skipped):
            yield _Turn(line.number, _plain(words), None, at)


def _under_headers(lines: Sequence[Line], skipped: list[Skipped]) -> Iterator[_Turn]:
    speaker, at = "", None
    for line in lines:
        header = _HEADER.fullmatch(line.words)
        if header:
            speaker, at = header[1].strip(), clock(header[2])
            continue
        words = _untimed(line.words)
        if words and not _nobodys(line.number, words, skipped):
            yield _Turn(line.number, _plain(words), speaker, at)


def _untimed(words: str) -> str:
    return _CLOCKED.sub("", words, count=1) if _TIMED.search(words) else words


def _plain(words: str) -> str:
    """Take the bold off a speaker's name; talk has no other markup."""
    return _BOLD.sub(r"\2\3\4", words) if words.startswith(("**", "__")) else words


def _nobodys(number: int, words: str, skipped: list[Skipped]) -> bool:
    reason = "nobody's words" if _STAGE.fullmatch(words) else "a credit" if _CREDIT.match(words) else None
    if reason:
        skipped.append(Skipped(number=number, text=words, reason=reason))
    return reason is not None
