"""The words of one cue: voices, classes, inline times, ruby, entities; who speaks each part."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

_TAG = re.compile(r"<(/?)([A-Za-z]*)((?:\.[^<>\s]*)?)([^<>]*)>|\{\\[^{}]*\}")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TURN = re.compile(r"(?:>>+|[-–—]\s)\s*")


@dataclass(frozen=True, slots=True)
class Part:
    """What one person says in a cue; no speaker where it names nobody, an empty one where the voice changes."""

    text: str
    speaker: str | None


class _Spoken(msgspec.Struct):
    """The payload of a cue in Teams' metadata transcripts."""

    spoken: str = msgspec.field(name="spokenText")
    speaker: str | None = msgspec.field(name="speakerName", default=None)


def said_in(lines: Sequence[str]) -> list[Part]:
    """Tell who says what in a cue: one part for each `<v>`, and for each line that begins a new turn (`>>`, `- `)."""
    spoken = _spoken(lines)
    if spoken is not None:
        return [spoken]
    turns = list(_turns(lines))
    parts = (Part(unescaped(part.text), part.speaker) for turn in turns for part in _voices(turn))
    tidy = (Part(" ".join(part.text.split()), _name(part.speaker)) for part in parts)
    return [part for part in tidy if part.text]


def shown(lines: Sequence[str]) -> tuple[str, ...]:
    """Show a cue's lines as a viewer sees them, whoever speaks."""
    return tuple(" ".join(unescaped(_TAG.sub("", line)).split()) for line in lines)


def unescaped(text: str) -> str:
    """Turn entities into their characters; only those that end in a semicolon, as `R&D` is none.

    >>> unescaped("that&rsquo;s R&D &amp; QA")
    'that’s R&D & QA'
    """
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]).replace("\xa0", " "), text)


def _spoken(lines: Sequence[str]) -> Part | None:
    if not (lines and lines[0].startswith("{")):
        return None
    try:
        payload = msgspec.json.decode("\n".join(lines).encode("utf-8", "replace"), type=_Spoken)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return Part(payload.spoken, payload.speaker)


def _turns(lines: Sequence[str]) -> Iterator[str]:
    """Join a cue's lines but where a mark says that somebody else speaks; a lone dash is only a dash."""
    starts = [bool(_TURN.match(line)) for line in lines]
    dashed = sum(starts) > 1 or any(line.startswith(">>") for line in lines)
    turn = ""
    for line, begins in zip(lines, starts, strict=True):
        if begins and dashed:
            if turn:
                yield turn
            turn = "<v>" + _TURN.sub("", line, count=1)
        else:
            turn = f"{turn}\n{line}" if turn else line
    if turn:
        yield turn


def _voices(text: str) -> Iterator[Part]:
    speaker: str | None = None
    words: list[str] = []
    at = 0
    for tag in _TAG.finditer(text):
        words.append(text[at : tag.start()])
        at = tag.end()
        if tag[2] is None or tag[2].lower() != "v":
            if not _is_tag(tag):
                words.append(tag[0])
            continue
        yield Part("".join(words), speaker)
        words = []
        speaker = None if tag[1] else tag[4]
    yield Part("".join([*words, text[at:]]), speaker)


def _is_tag(tag: re.Match[str]) -> bool:
    """Tell a tag or an inline time from a bare `<` that somebody typed (`a < b > c`)."""
    inside = tag[0][1:-1]
    return not inside.startswith((" ", "=", "-"))


def _name(speaker: str | None) -> str | None:
    return None if speaker is None else " ".join(unescaped(speaker).split())
