"""JSON exports of meeting tools and speech services: one walk that finds the turns, by the names their fields go by.

Read so far: Teams (Graph, Stream), Zoom-like and Meet entries, Otter, Fireflies, tl;dv, Grain, Read, Recall, AWS
Transcribe, Deepgram, AssemblyAI, Azure, Google, Rev, Whisper and its kin, Slack. A new tool is a name in a table here.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import msgspec

from sprintmind.errors import DeliveryError
from sprintmind.reading.decoding import whole_characters
from sprintmind.reading.documents.days import day_in
from sprintmind.reading.lines import clock
from sprintmind.reading.transcripts.speakers import attributed, speakers_of
from sprintmind.reading.transcripts.voices import turns_of_words
from sprintmind.reading.utterances import Document, Utterance

_TURNS = (  # noqa: SIM905 (reads better in a row)
    "utterances sentences transcripts entries transcriptentries segments audio_segments monologues speaker_blocks "
    "recognizedphrases transcription transcript paragraphs messages data results turns blocks timeline lines captions "
    "items channels"
).split()
"""What lists of turns are called, the better first; each name in lower case."""

_TEXT = (  # noqa: SIM905 (reads better in a row)
    "text transcript sentence spokentext content display raw_text message body caption value words elements sentences "
    "nbest alternatives"
).split()
_SPEAKER = (  # noqa: SIM905 (reads better in a row)
    "speaker_name speakername speakerdisplayname displayname speaker speaker_label user_profile participant username "
    "user_name user author from name real_name display_name speaker_id speakerid speakertag"
).split()
_START = (  # noqa: SIM905 (reads better in a row)
    "start start_time starttime startoffset start_offset offset starttimestamp start_timestamp ts timestamp timestamps "
    "startms from begin time"
).split()
_TITLE, _DAY = (
    ("title", "meeting_title", "topic", "subject", "name", "meeting"),
    ("date", "start_time", "startdatetime"),
)
_DEEPEST = 12
_DAY_OF_SECONDS = 86_400  # a recording of more than a day is one whose times are milliseconds

Turn = Mapping[str, Any]


def read_export(body: bytes) -> Document:
    """Read the turns of speech out of a JSON export.

    Raises:
        DeliveryError: It is no JSON, or nothing in it is a list of turns; the message names its fields.
    """
    whole = _json(body)
    turns = _turns(whole, depth=0) or turns_of_words(whole)
    if turns is None:
        raise DeliveryError(f"the JSON holds no list of turns of speech, only {_fields(whole)}")
    starts = [_start(turn) for turn in turns]
    unit = 1000 if max((start for start in starts if start), default=0) > _DAY_OF_SECONDS else 1
    said = attributed(
        [
            Utterance(text=text, number=number, speaker=_speaker(turn), offset=_offset(start, unit))
            for number, (turn, start) in enumerate(zip(turns, starts, strict=True), start=1)
            if (text := _words(turn))
        ]
    )
    if not said:
        raise DeliveryError("the JSON holds turns of speech, but no words in them")
    title = _property(whole, _TITLE)
    return Document(
        utterances=said,
        format="json",
        title=title,
        day=_day(_property(whole, _DAY) or title or ""),
        speakers=speakers_of(said),
    )


def _json(body: bytes) -> object:
    try:
        return msgspec.json.decode(whole_characters(body.removeprefix(b"\xef\xbb\xbf")))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DeliveryError(f"the JSON cannot be read: {error}") from error
    except RecursionError as error:
        raise DeliveryError("the JSON is nested too deeply") from error


def _turns(node: object, *, depth: int) -> Sequence[Turn] | None:
    """Find the list of turns: this one, else the one under the best name, as deep as tools put them."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, list):
        turns = [_low(each) for each in node if isinstance(each, dict)]
        if turns and sum(_is_turn(turn) for turn in turns) >= len(turns) / 2:
            return turns
        found = (_turns(each, depth=depth + 1) for each in node[:50])
        return next((each for each in found if each is not None), None)
    if isinstance(node, dict):
        rank = {name: n for n, name in enumerate(_TURNS)}
        keys = sorted(node, key=lambda key: rank.get(str(key).lower(), len(rank)))
        found = (_turns(node[key], depth=depth + 1) for key in keys if isinstance(node[key], list | dict))
        return next((each for each in found if each is not None), None)
    return None


def _low(turn: Mapping[str, Any]) -> Turn:
    return {str(key).lower(): value for key, value in turn.items()}


def _is_turn(turn: Turn) -> bool:
    """Tell whether an object is a turn: it has words of more than one word's length, and a speaker or a time."""
    if "expectedtree" in turn or turn.get("type") in ("pronunciation", "punctuation"):
        return False
    placed = any(name in turn for name in (*_SPEAKER, *_START))
    alone = {"word", "punctuated_word", "confidence"} & turn.keys() and not {"words", "elements"} & turn.keys()
    return placed and bool(_words(turn)) and not (alone and " " not in _words(turn))


def _words(turn: Turn) -> str:
    for name in _TEXT:
        value = turn.get(name)
        text = value if isinstance(value, str) else _listed(value) if isinstance(value, list) else ""
        if text.strip():
            return " ".join(text.split())
    return ""


def _listed(parts: Sequence[Any]) -> str:
    """Join the words of a turn that are listed one by one; of alternatives, take the first."""
    if parts and isinstance(parts[0], dict) and {"transcript", "display"} & _low(parts[0]).keys():
        return _words(_low(parts[0]))
    texts = list(_texts(parts))
    glued = any(isinstance(part, dict) and part.get("type") == "punct" for part in parts)
    return "".join(texts) if glued else " ".join(texts)


def _texts(parts: Sequence[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            value = part.get("punctuated_word") or part.get("text") or part.get("value") or part.get("word") or ""
            yield value if isinstance(value, str) else ""


def _speaker(turn: Turn) -> str | None:
    """Tell who speaks; a number or a letter is a voice that the service could not name."""
    for name in _SPEAKER:
        value = turn.get(name)
        if isinstance(value, dict):
            value = _speaker(_low(value))
        if isinstance(value, bool) or value is None or value == "":
            continue
        if isinstance(value, int | float):
            return f"Speaker {value:g}"
        if isinstance(value, str):
            return f"Speaker {value}" if len(value) == 1 else " ".join(value.split())
    return None


def _start(turn: Turn) -> float | None:
    for name in _START:
        value = turn.get(name)
        if isinstance(value, dict):
            value = value.get("from")
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        if isinstance(value, str) and ":" in value and "T" not in value:
            return clock(value).total_seconds()
        if isinstance(value, str) and value.replace(".", "", 1).isdecimal() and len(value) < 10:
            return float(value)
    return None


def _offset(start: float | None, unit: int) -> timedelta | None:
    return timedelta(seconds=start / unit) if start is not None and 0 <= start / unit < 10**7 else None


def _property(node: object, names: Sequence[str], *, depth: int = 0) -> str | None:
    """Find a text near the top under one of several names."""
    if not isinstance(node, dict) or depth > 3:
        return None
    low = _low(node)
    own = (low.get(name) for name in names)
    found = next((value for value in own if isinstance(value, str) and value.strip()), None)
    deeper = (_property(value, names, depth=depth + 1) for value in node.values())
    return found or next((value for value in deeper if value), None)


def _day(text: str) -> date | None:
    return day_in(text.partition("T")[0]) if "T" in text[:12] else day_in(text)


def _fields(whole: object) -> str:
    if isinstance(whole, dict):
        return f"the fields {', '.join(str(key)[:40] for key in list(whole)[:8])}" if whole else "no fields"
    if isinstance(whole, list):
        return f"a list of {len(whole)}" + (
            f" with {_fields(whole[0])}" if whole and isinstance(whole[0], dict) else ""
        )
    return "a bare value"
