"""IRC logs, with the conventions of scribes: `scribe: Kim`, `Tom: …`, `… goes on`, `s/old/new/`, `topic: …`."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from msgspec.structs import replace

from sprintmind.errors import DeliveryError
from sprintmind.reading.lines import Line
from sprintmind.reading.transcripts.speakers import NOT_SPEAKERS, speakers_of
from sprintmind.reading.utterances import Document, Skipped, Utterance

_LINE = re.compile(
    r"\[?(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?|\d{1,2}:\d\d(?::\d\d)?)\]?\s+"
    r"<[@+~&%]?(?P<nick>[^<>\n]{1,80})>(?:\s(?P<text>.*))?"
)
_SYSTEM = re.compile(r"\[?[\dT:. Z-]{5,30}\]?\s+(?:-!-|\*\*\*|\*|-->|<--|—)\s.*")
_CONTROL = re.compile(
    r"(?:present|regrets|guest)s?\s*[+:-].*|[q+-]*q[?+=-].*|\+?q[+-]?|ack\b.*|(?:zakim|rrsagent|trackbot)\b,?.*|"
    r"(?:agenda|agendum|chairs?|meeting|voip|date|previous meeting|next meeting|rollcall)\s*[:+-].*|[+-][01]\b\s*|"
    r"https?://\S+|i/.{1,200}/.*",
    re.IGNORECASE,
)
_TOPIC = re.compile(r"(sub-?)?topic\s*:\s*(.*)", re.IGNORECASE)
_SCRIBE = re.compile(r"(?:scribe(?:nick|option)?s?|scribing)\s*(?:[:+]|\bis\b)\s*(.*)", re.IGNORECASE)
_CHANGE = re.compile(
    r"s(?P<mark>[/|])(?P<old>(?:(?!(?P=mark)).){1,200})(?P=mark)(?P<new>(?:(?!(?P=mark)).){0,200})(?P=mark)?g?\s*"
)
_GOES_ON = re.compile(r"(?:\.{2,}|…+)\s*(?=\S)")
_SAID = re.compile(r"([^\s:<>/][^:<>/\n]{0,60}?)\s{0,2}:\s{1,3}(?=\S)")
IRC_AT_LEAST = 0.5  # of the lines
SCRIBED_AT_LEAST = 5  # lines `Name: …` by one nick make them the scribe where nobody says who is


def looks_like_irc(lines: Sequence[Line]) -> bool:
    """Tell whether a text is an IRC log."""
    full = [line for line in lines if line.words]
    return sum(bool(_LINE.match(line.words)) for line in full) >= IRC_AT_LEAST * len(full) > 0


@dataclass(slots=True)
class _Walk:
    """What the log has told so far."""

    scribes: set[str]
    last: str | None = None
    """Whom the scribe wrote down last."""
    topics: tuple[str, ...] = ()
    said: list[Utterance] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def read_irc(lines: Sequence[Line]) -> Document:
    """Read an IRC log: what the scribe wrote down belongs to whom it names, what others write is their own.

    Queue keeping, roll calls, votes, links and pastes of one link are skipped. `s/old/new/` corrects the latest line
    that holds the words; a quote from it stays as first written.

    Raises:
        DeliveryError: Nobody says anything in it.
    """
    entries = [(line, _LINE.match(line.words)) for line in lines]
    walk = _Walk(scribes=_constant_scribes([entry for _, entry in entries if entry]))
    start: datetime | None = None
    for line, entry in entries:
        if entry is None:
            _other(line, walk)
            continue
        at = _time(entry["time"])
        start = start or at
        offset = at - start if at and start and at >= start else None
        _entry(line.number, entry["nick"].strip(), (entry["text"] or "").strip(), offset, walk)
    if not walk.said:
        raise DeliveryError("nobody says anything in this IRC log")
    said = tuple(walk.said)
    return Document(
        utterances=said,
        format="irc",
        day=_day(entry["time"] for _, entry in entries if entry),
        speakers=speakers_of(said),
        skipped=tuple(walk.skipped),
    )


def _constant_scribes(entries: Sequence[re.Match[str]]) -> set[str]:
    """Find who scribes without ever saying so: the nick with many lines of names, none if somebody does say it."""
    if any(_SCRIBE.fullmatch((entry["text"] or "").strip()) for entry in entries):
        return set()
    counts = Counter(entry["nick"].strip().lower() for entry in entries if _named(entry["text"] or ""))
    return {nick for nick, count in counts.most_common(1) if count >= SCRIBED_AT_LEAST}


def _other(line: Line, walk: _Walk) -> None:
    """Read a line that begins with no nick: one that goes on from the line before, or a notice of the server."""
    if not line.words:
        return
    if _SYSTEM.fullmatch(line.words) or not walk.said or _CONTROL.fullmatch(line.words):
        walk.skipped.append(Skipped(number=line.number, text=line.words, reason="nobody's words"))
        return
    walk.said.append(replace(walk.said[-1], text=line.words, number=line.number, marked="", origins=()))


def _entry(number: int, nick: str, text: str, offset: timedelta | None, walk: _Walk) -> None:
    topic, scribe = _TOPIC.fullmatch(text), _SCRIBE.fullmatch(text)
    change = _CHANGE.fullmatch(text)
    if topic:
        walk.topics = (*(walk.topics[:1] if topic[1] else ()), topic[2].strip())
        walk.last = None
    elif scribe:
        walk.scribes |= {
            name.strip(" ,+").lower() for name in re.split(r"[,;]", scribe[1] or nick) if name.strip(" ,+")
        }
    elif change:
        _correct(change, walk.said)
    elif not text or _CONTROL.fullmatch(text):
        if text:
            walk.skipped.append(
                Skipped(number=number, text=text, reason="keeps the queue or the roll, votes, or links")
            )
    else:
        _say(number, nick, text, offset, walk)


def _say(number: int, nick: str, text: str, offset: timedelta | None, walk: _Walk) -> None:
    speaker = nick
    if nick.lower() in walk.scribes:
        goes_on, named = _GOES_ON.match(text), _named(text)
        if goes_on:
            speaker, text = walk.last or nick, text[goes_on.end() :]
        elif named:
            speaker = walk.last = named[1].strip()
            text = text[named.end() :]
    walk.said.append(Utterance(text=text, number=number, speaker=speaker, headings=walk.topics, offset=offset))


def _named(text: str) -> re.Match[str] | None:
    found = _SAID.match(text.strip())
    return found if found and len(found[1].split()) <= 4 and found[1].split()[0].lower() not in NOT_SPEAKERS else None


def _correct(change: re.Match[str], said: list[Utterance]) -> None:
    old, new = change["old"], change["new"]
    for n in range(len(said) - 1, max(len(said) - 200, -1), -1):
        text = said[n].text
        at = text.find(old)
        at = at if at >= 0 else text.lower().find(old.lower())
        if at < 0 or text[at : at + len(old)].lower() != old.lower():
            continue
        end = at + len(old)
        before = said[n].origins or tuple((k, k + 1) for k in range(len(text)))
        span = (before[at][0], before[end - 1][1])
        corrected = text[:at] + new + text[end:]
        origins = (*before[:at], *([span] * len(new)), *before[end:])
        if corrected.strip():
            said[n] = replace(said[n], text=corrected, marked=said[n].marked or text, origins=origins)
        return


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text.replace(" ", "T").rstrip("Z")).replace(tzinfo=UTC)
    except ValueError:
        return None


def _day(times: Iterable[str]) -> date | None:
    return next((at.date() for text in times if (at := _time(text))), None)
