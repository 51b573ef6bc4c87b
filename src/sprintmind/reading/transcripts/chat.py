"""Chat logs that lie beside a transcript: Zoom's two shapes, and Jitsi's; reactions are nobody's statements."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from sprintmind.errors import DeliveryError
from sprintmind.reading.lines import Line, clock
from sprintmind.reading.transcripts.speakers import speakers_of
from sprintmind.reading.utterances import Document, Skipped, Utterance

_ZOOM = re.compile(r"(\d{1,2}:\d\d:\d\d)\t\s*([^\t\n]{1,100}?):\t?(.*)")
_FROM = re.compile(
    r"(\d{1,2}:\d\d:\d\d)\s+(?:[AaPp][Mm]\s+)?From\s+(.{1,100}?)(?:\s+to\s+([^:\n]{1,100}?))?(?:\s*\(Direct Message\))?"
    r"\s*:(?:\s+(.*))?",
    re.IGNORECASE,
)
_JITSI_TIME = re.compile(r"\d{1,2}:\d\d")
_REACTION = re.compile(
    r"(?:reacted to|removed a .{1,20} reaction from)\s.*"
    r"|[^\"“\n]{4,40}[\"“].{1,300}[\"”]\s+[^\W\d_]{2,6}\s+[^\w\s]{1,12}",  # as in `Heeft gereageerd op "…" met 👍`
    re.IGNORECASE | re.DOTALL,
)
_REPLY = re.compile(r"replying to [\"“].*", re.IGNORECASE)
_MEMBER = re.compile(r".{1,100} (?:joined|left|has left|has joined) the (?:meeting|chat|room)\.?", re.IGNORECASE)
CHAT_AT_LEAST = 0.2  # of the lines begin a message; long ones go over several


class _Message(Struct, frozen=True, gc=False):
    number: int
    speaker: str
    offset: timedelta | None
    lines: tuple[Line, ...]


def looks_like_chat(lines: Sequence[Line]) -> bool:
    """Tell whether a text is a meeting's chat log."""
    full = [line for line in lines if line.words]
    begun = sum(bool(_begins(line)) for line in full)
    return begun >= CHAT_AT_LEAST * len(full) > 0 or _is_jitsi(full)


def read_chat(lines: Sequence[Line]) -> Document:
    """Read a chat log into one utterance a line of a message; of a reply, the words replied to are left out.

    Raises:
        DeliveryError: It holds only reactions.
    """
    skipped: list[Skipped] = []
    full = [line for line in lines if line.words]
    messages = _jitsi(full) if _is_jitsi(full) else _zoom(lines)
    said = tuple(utterance for message in messages for utterance in _utterances(message, skipped))
    if not said:
        raise DeliveryError("this chat log holds no message, only reactions")
    return Document(utterances=said, format="chat", speakers=speakers_of(said), skipped=tuple(skipped))


def _begins(line: Line) -> re.Match[str] | None:
    return _FROM.fullmatch(line.words) or _ZOOM.fullmatch(line.text)


def _zoom(lines: Sequence[Line]) -> Iterator[_Message]:
    held: _Message | None = None
    for line in lines:
        begun = _begins(line)
        if begun:
            if held:
                yield held
            words = (begun[3] if begun.re is _ZOOM else begun[4]) or ""
            first = replace(line, text=words)
            held = _Message(line.number, begun[2].strip(), clock(begun[1]), (first,))
        elif held:
            held = replace(held, lines=(*held.lines, line))
    if held:
        yield held


def _is_jitsi(full: Sequence[Line]) -> bool:
    """Tell Jitsi's shape: a name, the words, and below them a time of day."""
    times = sum(bool(_JITSI_TIME.fullmatch(line.words)) for line in full)
    return len(full) > 3 and 0.15 * len(full) <= times <= 0.4 * len(full) and not _JITSI_TIME.fullmatch(full[0].words)


def _jitsi(full: Sequence[Line]) -> Iterator[_Message]:
    held: list[Line] = []
    for line in [*full, None]:
        if line is not None and not _JITSI_TIME.fullmatch(line.words):
            held.append(line)
            continue
        if len(held) > 1:
            yield _Message(held[0].number, held[0].words, None, tuple(held[1:]))
        held = []


def _utterances(message: _Message, skipped: list[Skipped]) -> Iterator[Utterance]:
    whole = " ".join(line.words for line in message.lines).strip()
    if _REACTION.fullmatch(whole) or _MEMBER.fullmatch(whole):
        skipped.append(Skipped(number=message.number, text=whole[:200], reason="a reaction in the chat"))
        return
    for line in message.lines:
        if _REPLY.fullmatch(line.words):
            skipped.append(Skipped(number=line.number, text=line.words, reason="tells what is replied to"))
        elif line.words:
            yield Utterance(text=line.words, number=line.number, speaker=message.speaker, offset=message.offset)
