"""A plain postmortem as the draft of a lesson: its own sentences, each in the field that its heading tells.

Nothing is put into other words, and everything is marked; a person confirms the draft, or writes it anew.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

from sprintmind.domain.lessons import LessonId, LessonStatus, LessonType
from sprintmind.errors import InputError
from sprintmind.lessons.fields import Written, clean, lesson_id, of_texts

LONGEST = 700  # characters of one field; a lesson is read, not studied

_HEADINGS = {
    "root_cause": r"root cause|contributing factor|underlying|what caused|trigger|why it happened|five why|cause\b",
    "lesson": r"lessons? learn|lesson\b|learnings|what (?:went|could).*(?:wrong|poorly|badly|better)|didn.t go|takeaway"
    r"|what we learned|conclusion",
    "recovery": r"resol|recover|mitigat|remediat|\bfix|response|how we fixed",
    "what_happened": r"what happened|impact|effect|outage|incident$|symptom|detection",
    "decision": r"decision|what we did|change made|deployment$",
    "believed": r"believed|assum|expectation|hypothes",
    "situation": r"summary|background|context|overview|abstract|description|introduction|lead.?up|situation|tl;?dr",
    "follow_up": r"action item|follow.?up|improvement|prevent|next steps?|review action|going forward|corrective"
    r"|what are we doing|future",
}
"""Which field a heading tells of, the first that fits; follow-ups become the lesson where nothing else does."""

_FIELDS = ("situation", "believed", "decision", "what_happened", "root_cause", "recovery", "lesson")
_MARKED = re.compile(r"^\s{0,3}#{1,6}\s+(?P<hash>.+?)\s*#*$|^\s*\*\*(?P<bold>[^*]{3,60}?):?\*\*:?\s*$")
_LABEL = re.compile(
    r"^\s*(?:[-*]\s+)?\*\*(?P<label>[^*]{3,40}?):?\*\*:?\s+(?P<rest>\S.*)$"
    r"|^\s*[-*]\s+\*\*(?P<bare>[^*]{3,40})\*\*:?\s*$"
)
_EMPTY = re.compile(
    r"^\s*(?:[-*|>#]\s*)*(?:\[[^\]]*\]|<[^>]*>|[_*][^_*]+[_*]|\.{2,}|n/?a|tbd|to ?do|none|[-|:\s]*)\s*$",
    re.IGNORECASE,
)
"""Lines that a template left open, instructions in italics, and rules of tables."""
_LEARNED = re.compile(
    r"\b(?:we (?:have )?learn(?:ed|t)|lesson|in (?:the )?future|going forward|to prevent"
    r"|prevent(?:ing)? (?:this|similar)|so that (?:this|it) (?:does|will|can)n.t|should have|we will|we are going to"
    r"|we.ve (?:since )?(?:added|changed))\b",
    re.IGNORECASE,
)
_CAUSED = re.compile(r"\b(?:root cause|caused by|was due to|because|as a result of|triggered by)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"“'(]?[A-Z0-9])")
_DATE = re.compile(r"\b(?P<day>20\d\d-[01]\d-[0-3]\d)\b")
_COMPACT = re.compile(r"\b(20\d\d)([01]\d)([0-3]\d)\b")


@dataclass(frozen=True, slots=True)
class _Section:
    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """Its own words, without what a template left open."""
        return clean("\n".join(line for line in self.lines if not _EMPTY.match(line)))


def draft(body: str, *, matter: Mapping[str, object], name: str, place: str) -> Written:
    """Make the draft of a lesson from a postmortem.

    Args:
        body: Its text, without front matter.
        matter: Its front matter.
        name: The file's, from which the draft gets its id.
        place: For messages.

    Raises:
        InputError: Nothing in it says what the situation was, or what was learned.
    """
    title, found = _title(body, matter), _fields(body, matter)
    if not found.get("situation"):
        raise InputError(f"{place}: no lesson and no postmortem: nothing in it says what happened")
    if not found.get("lesson"):
        raise InputError(
            f"{place}: no lesson can be read from it: no part is about what was learned, what caused it or what "
            'follows; add a heading "Lessons learned", or write the lesson yourself'
        )
    texts = {field: _short(found.get(field, "")) for field in _FIELDS}
    texts["situation"] = _short(f"{title}. {texts['situation']}" if title else texts["situation"])
    near = re.search(r"\bnear[- ]miss\b", f"{title} {matter.get('type', '')}", re.IGNORECASE)
    lesson = replace(
        of_texts(_id(name, title, place), texts),
        type=LessonType.NEAR_MISS if near else LessonType.FAILURE,
        date=_date(matter, name, body),
        status=LessonStatus.DRAFT,
        url=str(matter.get("url") or "")[:500],
        completed=frozenset({"type", *(field for field, text in texts.items() if text)}),
    )
    return Written(lesson=lesson, place=place, status_given=True, text=body)


def _fields(body: str, matter: Mapping[str, object]) -> dict[str, str]:
    """Sort the parts of a text into fields; a field takes the first part that tells of it."""
    found: dict[str, str] = {}
    parts = list(_sections(body))
    for part in parts:
        field = _field(part.heading)
        if field and part.text and field not in found:
            found[field] = part.text
    summary = clean(str(matter.get("summary") or matter.get("description") or ""))
    opening = next((part.text for part in parts if part.text), "")
    found["situation"] = summary or found.get("situation") or found.get("what_happened") or opening
    sentences = [each for part in parts for each in _sentences(part.text)]
    if "root_cause" not in found:
        found["root_cause"] = _said(sentences, _CAUSED)
    found["lesson"] = found.get("lesson") or found.get("follow_up") or _said(sentences, _LEARNED) or found["root_cause"]
    return found


def _sections(body: str) -> Iterator[_Section]:
    heading, lines = "", list[str]()
    for line in body.split("\n"):
        marked, label = _MARKED.match(line), _LABEL.match(line)
        named = (marked["hash"] or marked["bold"]) if marked else (label["label"] or label["bare"]) if label else None
        if named is None or (label and not marked and _field(named) is None):
            lines.append(line)
            continue
        yield _Section(heading, tuple(lines))
        heading, lines = named, [label["rest"] or ""] if label and not marked else []
    yield _Section(heading, tuple(lines))


def _field(heading: str) -> str | None:
    words = re.sub(r":[a-z_]+:", "", heading).strip().casefold()
    return next((field for field, cues in _HEADINGS.items() if re.search(cues, words)), None)


def _sentences(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n|\n\s*[-*] ", text):
        yield from _SENTENCE.split(" ".join(paragraph.split()))


def _said(sentences: Iterable[str], cue: re.Pattern[str]) -> str:
    found = (each for each in sentences if 30 < len(each) < 600 and cue.search(each))
    return next(found, "")


def _short(text: str) -> str:
    """Cut a text at the end of a sentence or of a word."""
    flat = " ".join(text.split())
    if len(flat) <= LONGEST:
        return flat
    cut = flat[:LONGEST]
    stop = max(cut.rfind(". "), cut.rfind("! "), cut.rfind("? "))
    return cut[: stop + 1] if stop > LONGEST // 2 else f"{cut[: cut.rfind(' ')]} …"


def _title(body: str, matter: Mapping[str, object]) -> str:
    if matter.get("title"):
        return clean(str(matter["title"])).rstrip(".")
    match = re.search(r"^#\s+(.+)$", body, re.MULTILINE)
    title = clean(match[1]).rstrip(".") if match else ""
    return "" if _EMPTY.match(title) else title


def _id(name: str, title: str, place: str) -> LessonId:
    """Name a draft after its file, or its title, so that the same postmortem is the same lesson again."""
    words = PurePath(name).stem if name else title
    slug = re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-")[:72].strip("-")
    return lesson_id(slug or "postmortem", place=place)


def _date(matter: Mapping[str, object], name: str, body: str) -> dt.date | None:
    """Find the day: of the front matter, the file's name, or the first one in the text."""
    for key in ("date", "start_time", "incident_date"):
        value = matter.get(key)
        if isinstance(value, dt.datetime):
            return value.date()
        if isinstance(value, dt.date):
            return value
    for text in (name, body[:3000]):
        spelled = _DATE.search(text)
        compact = _COMPACT.search(text)
        words = spelled["day"] if spelled else "-".join(compact.groups()) if compact else ""
        try:
            return dt.date.fromisoformat(words)
        except ValueError:
            continue
    return None
