"""WebVTT, SubRip and SBV, read as tolerantly as real files ask for; one reader, as their differences are small.

A cue is a line of times and the lines under it until a blank line, or until the next line of times. What has no
readable time is nobody's words: headers, NOTE, STYLE and REGION blocks, damaged cues.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from sprintmind.errors import DeliveryError
from sprintmind.reading.documents.days import day_in
from sprintmind.reading.lines import Line, clock, lines_of
from sprintmind.reading.transcripts.cues import said_in, shown
from sprintmind.reading.transcripts.speakers import attributed, speakers_of
from sprintmind.reading.utterances import Document, Skipped, Utterance

_TIME = r"(?:(?:\d{1,6}:[0-5]?\d|\d{1,4}):[0-5]?\d(?:[.,]\d{1,3})?)"
TIMES = re.compile(
    rf"\s*({_TIME})\s*-->\s*({_TIME})(?=\s|$|\ufffd?(?:\s|line:|align:|position:|size:|vertical:|region:))"
    r"|\s*(\d{1,6}:[0-5]\d:[0-5]\d\.\d{1,3}),(\d{1,6}:[0-5]\d:[0-5]\d\.\d{1,3})\s*$"  # SBV
)
"""A line of times: hours missing or any number of them, one digit or two, a comma or a point, settings behind it."""

_DAMAGED_TIMES = re.compile(r"^[^-]*\d[:.]?.*-->|^[^-]*-->\s*\d|^\d+:\d\d:.{1,40},\d+:\d\d")
_BLOCKS = re.compile(r"(NOTE|STYLE|REGION)(?:\s|$)")
_ID = re.compile(r"\d{1,9}|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27,40}(?:/[\d-]+)?|\S*\d\S*-\d+|.*-->.*")
_REPEATED_AT_MOST = timedelta(milliseconds=150)


@dataclass(frozen=True, slots=True)
class _Cue:
    number: int
    line: int
    start: timedelta
    end: timedelta
    lines: tuple[str, ...]


def looks_like_subtitles(text: str) -> bool:
    """Tell whether a text is one of subtitles: the WebVTT signature, or a line of times early on."""
    if text.lstrip()[:6].upper() == "WEBVTT":
        return True
    return any(TIMES.match(line.text) for line in lines_of(text[:4000])[:30])


def read_subtitles(text: str) -> Document:
    """Read subtitles into one utterance a cue, or several where several people speak in it.

    Raises:
        DeliveryError: No cue has readable times and words.
    """
    lines = lines_of(text)
    cues, skipped = _cues(lines)
    fresh, repeated = _without_repeats(cues)
    said = attributed([utterance for cue in fresh for utterance in _utterances(cue)])
    if not said:
        first = f" (line {skipped[0].number}: {skipped[0].reason})" if skipped else ""
        raise DeliveryError(f"no cue with readable times and words was found in these subtitles{first}")
    title = _title(lines)
    return Document(
        utterances=said,
        format=_format(text, cues),
        title=title,
        day=day_in(title or ""),
        speakers=speakers_of(said),
        skipped=tuple(sorted((*skipped, *repeated), key=lambda each: each.number)),
    )


def _format(text: str, cues: Sequence[_Cue]) -> str:
    if text.lstrip()[:6].upper() == "WEBVTT":
        return "webvtt"
    times = next((line for line in text.split("\n") if TIMES.match(line)), "")
    if "-->" not in times:
        return "sbv"
    return "srt" if cues and "," in times else "webvtt"


def _title(lines: Sequence[Line]) -> str | None:
    head = next((line.words for line in lines if line.words), "")
    title = head[6:].strip(" \t-–—:") if head[:6].upper() == "WEBVTT" else ""
    return title if title and "-->" not in title else None


def _cues(lines: Sequence[Line]) -> tuple[list[_Cue], list[Skipped]]:
    cues: list[_Cue] = []
    skipped: list[Skipped] = []
    for block in _blocks(lines):
        times = next((n for n, line in enumerate(block) if TIMES.match(line.text)), len(block))
        _skip(block[:times], skipped, has_times=times < len(block))
        cues.extend(_cues_of(block[times:], first=len(cues) + 1))
    return cues, skipped


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    for line in lines:
        if line.words:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _cues_of(block: Sequence[Line], *, first: int) -> Iterator[_Cue]:
    """Cut a block at its lines of times; the line before one of them, where no blank line parts them, may be its id."""
    marks = [n for n, line in enumerate(block) if TIMES.match(line.text)]
    for number, (mark, until) in enumerate(zip(marks, [*marks[1:], len(block)], strict=False), start=first):
        times = TIMES.match(block[mark].text)
        if times is None:
            continue
        words = [line.text.strip() for line in block[mark + 1 : until]]
        if until < len(block) and words and _ID.fullmatch(words[-1]):
            words.pop()
        yield _Cue(
            number=number,
            line=block[mark].number,
            start=clock(times[1] or times[3]),
            end=clock(times[2] or times[4]),
            lines=tuple(words),
        )


def _skip(lines: Sequence[Line], skipped: list[Skipped], *, has_times: bool) -> None:
    """Note what stands before a block's first line of times, unless it is only the cue's id."""
    if not lines or (has_times and len(lines) == 1):
        return
    first = lines[0]
    if first.number == 1 or first.words[:6].upper() == "WEBVTT":
        return
    named = _BLOCKS.match(first.words)
    if named:
        reason = f"a {named[1]} block"
    elif any(_DAMAGED_TIMES.match(line.words) for line in lines):
        reason = "a cue whose times cannot be read"
    else:
        reason = "no times stand above it"
    skipped.append(Skipped(number=first.number, text=" ".join(line.words for line in lines)[:200], reason=reason))


def _utterances(cue: _Cue) -> Iterator[Utterance]:
    for part in said_in(cue.lines):
        yield Utterance(text=part.text, number=cue.number, speaker=part.speaker, offset=cue.start)


def _without_repeats(cues: Sequence[_Cue]) -> tuple[list[_Cue], list[Skipped]]:
    """Drop what rolling captions show again.

    Three shapes: the last lines of the cue before stand on top of the new ones; a cue of a few milliseconds holds
    nothing new; a cue begins with all the words of the one before and says more.
    """
    kept: list[_Cue] = []
    skipped: list[Skipped] = []
    before: tuple[str, ...] = ()
    for cue in cues:
        fresh = cue.lines[_overlap(before, shown(cue.lines)) :]
        brief = cue.end - cue.start <= _REPEATED_AT_MOST
        if (not fresh and not brief) or not cue.lines:
            fresh = cue.lines
        elif not fresh:
            skipped.append(Skipped(number=cue.line, text=" ".join(cue.lines), reason="shows the cue before it again"))
            continue
        before = shown(cue.lines)
        if kept and _grows(kept[-1], fresh, at=cue.start):
            old = kept.pop()
            skipped.append(Skipped(number=old.line, text=" ".join(old.lines), reason="the next cue says it in full"))
        kept.append(replace(cue, lines=fresh))
    return kept, skipped


def _overlap(before: Sequence[str], lines: Sequence[str]) -> int:
    """Count how many lines at the top are the last lines shown before; a single word may be said twice."""
    for size in range(min(len(before), len(lines), 4), 0, -1):
        top = lines[:size]
        if tuple(before[-size:]) == tuple(top) and len(" ".join(top).split()) > 1:
            return size
    return 0


def _grows(old: _Cue, lines: Sequence[str], *, at: timedelta) -> bool:
    before, now = " ".join(shown(old.lines)), " ".join(shown(lines))
    together = old.start <= at <= old.end + timedelta(seconds=1)
    return together and len(before.split()) > 1 and now.startswith(before + " ")
