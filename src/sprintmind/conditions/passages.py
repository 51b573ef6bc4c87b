"""A plan's text as sentences, each with the part of the document that it stands in."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from sprintmind.conditions.files import table
from sprintmind.conditions.words import Word, kin_of, stems_in, stems_of, words_of

_STOP = re.compile(r"[.!?]+(?=[\s\"”’')\]]|$)|\n+|;\s")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|approx|resp|incl|excl|etc|vs|no|nr|ca|z\.b|bzw|u\.a)|\b[A-Za-z]|^\s*\d{1,3})\.$", re.IGNORECASE
)
_HEADING = re.compile(
    r"^\s{0,3}(?:#{1,6}\s+(?P<hash>.{1,120})|\*\*(?P<bold>[^*]{1,80})\*\*:?\s*|(?P<plain>[^\n:.]{2,60}):\s*)$"
)
_LABEL = re.compile(
    r"^\s*(?:[-*•]\s*)?(?:\*\*)?(?P<label>[A-Za-z][A-Za-z /'-]{2,40}?)(?:\s*\([^()\n]{1,30}\))?(?:\*\*)?\s*:\s+(?=\S)"
)
_OPTION = re.compile(
    r"^\s*(?:#{1,6}\s*|[-*•]\s*)?(?:\*\*)?(?:option|alternative|variant|approach|plan|proposal)\s+(?P<name>[a-z0-9])\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"(?:cho(?:ose|se|sen)|go(?:ing)? (?:with|for)|pick(?:ed)?|select(?:ed)?|decided? (?:on|for)|decision|"
    r"prefer(?:red)?|recommend(?:ed|ation)?|take|we do)"
    r"[^\n.]{0,20}?\b(?:option|alternative|variant|approach|plan|proposal)\s+(?P<name>[a-z0-9])\b",
    re.IGNORECASE,
)
_LETTER = re.compile(r"^\s*(?:[-*•]\s*)?\(?(?P<name>[A-F])[.):]\s")
_LETTER_CHOICE = re.compile(
    r"\b(?:cho(?:ose|se|sen)|go(?:ing)? (?:with|for)|pick(?:ed)?|select(?:ed)?|decided? (?:on|for)|settled on|take)"
    r"\s+(?P<name>[A-F])\b"
)
_REJECTED = re.compile(
    r"(?:^|[.;:(–—-])\s*(?:was |were |is )?"
    r"(?:rejected|discarded|dismissed|ruled out|not chosen|declined|abandoned|no-go|turned down|struck off)\b"
    r"|\b(?:is|was|were|been|got) (?:rejected|discarded|dismissed|ruled out|turned down)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\s*#?\d")
_NO = re.compile(r"\s*(?:no|nope|rejected|refused|declined|out|never|not this one|we won't)[.!]?\s*", re.IGNORECASE)
_OF_NOW = re.compile(
    r"\s*(?:(?:none|no|n/?a|nil|nothing|tbd|tbc|todo|missing|unknown|unclear|\?+|-+|not\b.{1,30}|fix(?:ing)? forward)"
    r"(?=\s*(?:[.,;(–—-]|$))|.{0,120}\b(?:tried|tested|rehearsed|practi[sc]ed|untested|never|nobody)\b)",
    re.IGNORECASE,
)
"""What a line about the way back says of the plan itself: that there is none, or that it was tried."""
SHORT = 240  # characters; a longer line that says "rejected" somewhere speaks of more than one thing
LONGEST = 1200  # characters; what goes on without end, as no sentence does, is cut


class Part(Enum):
    """What a part of a document is about."""

    PLAN = "plan"
    HISTORY = "history"
    REJECTED = "rejected"
    OUTSIDE = "outside"
    LATER = "later"
    FALLBACK = "fallback"


@dataclass(frozen=True)
class Sentence:
    """A sentence, a bullet or a line."""

    text: str
    """The whole document."""
    start: int
    end: int
    part: Part = Part.PLAN

    @cached_property
    def words(self) -> list[Word]:
        """Its words."""
        return words_of(self.text, self.start, self.end)

    @cached_property
    def line(self) -> str:
        """Its stems, each between blanks, as phrases are looked for."""
        return " " + "".join(f"{word.stem} " for word in self.words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Its stems, in no order."""
        return stems_in(self.text, self.start, self.end)

    @cached_property
    def kin(self) -> frozenset[str]:
        """What stands for each of its stems."""
        return frozenset(map(kin_of, self.stems))

    @cached_property
    def _starts(self) -> list[int]:
        starts, at = [], 1
        for word in self.words:
            starts.append(at)
            at += len(word.stem) + 1
        return starts

    def index(self, offset: int) -> int:
        """Tell which word stands at an offset of the line."""
        return bisect_right(self._starts, offset) - 1

    def quote(self, start: int, end: int) -> str:
        """Give the words between two indices, verbatim."""
        return self.text[self.words[start].start : self.words[end - 1].end]

    @property
    def asked(self) -> bool:
        """It is a question."""
        return self.text[self.start : self.end].rstrip(" \"”')").endswith("?")


def sentences(text: str) -> Iterator[Sentence]:
    """Cut a text into sentences and tell the part of the document that each stands in."""
    chosen = _chosen(text)
    part, option = Part.PLAN, Part.PLAN
    for start, end in _lines(text):
        line = text[start:end]
        head = _heading(line)
        if head is not None:
            part, option = part_of(head), Part.PLAN
        label = _OPTION.match(line) or (_LETTER.match(line) if chosen else None)
        if label:
            name = label["name"].casefold()
            option = Part.REJECTED if chosen and name not in chosen else Part.PLAN
        refused = Part.REJECTED if _REJECTED.search(line) and (label or len(line) < SHORT) else None
        own = refused or _labelled(line) or (part if part is not Part.PLAN else option)
        cut = list(_sentences(text, start, end))
        for number, (first, last) in enumerate(cut):
            denied = number + 1 < len(cut) and _NO.fullmatch(text, *cut[number + 1]) and not _asks(text, first, last)
            yield Sentence(text, first, last, Part.REJECTED if denied else own)


def part_of(heading: str) -> Part:
    """Tell what stands under a heading."""
    stems = f" {' '.join(stems_of(heading))} "
    for name, phrases in _headings():
        if any(f" {phrase} " in stems for phrase in phrases):
            return Part(name)
    return Part.PLAN


def _headings() -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, phrases in table("stance", "headings").items():
        yield name, tuple(" ".join(stems_of(phrase)) for phrase in phrases.split(","))


def _asks(text: str, start: int, end: int) -> bool:
    """Tell whether a sentence is a question: "no" answers it, and refuses nothing."""
    return text[start:end].rstrip().endswith("?")


def _heading(line: str) -> str | None:
    match = _HEADING.match(line.rstrip())
    return next((each for each in match.groups() if each), None) if match else None


def _labelled(line: str) -> Part | None:
    """Tell the part of a line that names its own: "Out of scope: …"."""
    match = _LABEL.match(line)
    part = part_of(match["label"]) if match else Part.PLAN
    if match and part is Part.FALLBACK and _OF_NOW.match(line, match.end()):
        return None
    return part if part is not Part.PLAN else None


def _chosen(text: str) -> frozenset[str]:
    found = {match["name"].casefold() for match in _CHOICE.finditer(text)}
    found |= {match["name"].casefold() for match in _LETTER_CHOICE.finditer(text)}
    marked = (line for line in text.splitlines() if re.search(r"\((?:chosen|selected|preferred|recommended)\)", line))
    return frozenset(found | {match["name"].casefold() for line in marked if (match := _OPTION.match(line))})


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        stop = text.find("\n", start)
        stop = len(text) if stop < 0 else stop
        if text[start:stop].strip():
            yield start, stop
        start = stop + 1


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    first = start
    for stop in _STOP.finditer(text, start, end):
        if stop[0].startswith(".") and _is_short(text, max(first, stop.end() - 9), stop.end()):
            continue
        yield from _bounded(text, first, stop.end())
        first = stop.end()
    yield from _bounded(text, first, end)


def _is_short(text: str, start: int, end: int) -> bool:
    """Tell whether a full stop only ends a shortened word; "No." is a number where one follows."""
    match = _ABBREVIATION.search(text[start:end])
    return match is not None and (match[0].casefold() != "no." or bool(_NUMBER.match(text, end)))


def _bounded(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        blank = text.rfind(" ", start, start + LONGEST)
        stop = blank + 1 if blank > start else start + LONGEST
        yield start, stop
        start = stop
    if text[start:end].strip():
        yield start, end
