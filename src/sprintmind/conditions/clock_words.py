"""Times of day that are said in words, "quarter past six in the morning", written as a clock shows them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

HOURS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "noon": 12, "midday": 12, "midnight": 24,
}  # fmt: skip
MINUTES = {
    "a quarter": 15, "quarter": 15, "half": 30, "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "twenty-five": 25,
    "twenty five": 25, "thirty": 30, "forty": 40, "forty-five": 45, "fifty": 50,
}  # fmt: skip
ALIKE = 7  # o'clock; before it, "at four" of a working day is in the afternoon
DAY = 24 * 60
_HOUR = "|".join(HOURS)
_MINUTE = "|".join(sorted(MINUTES, key=len, reverse=True))
_PART = (
    r"(?:\s*,?\s*(?P<part>in\s+the\s+(?:early\s+)?(?:morning|afternoon|evening)|this\s+(?:morning|afternoon|evening)"
    r"|at\s+night|tonight|(?:tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\s+"
    r"(?:morning|afternoon|evening|night)))"
)
_SAID = re.compile(
    rf"\b(?:(?P<minute>{_MINUTE}|\d{{1,2}})(?:\s+minutes)?\s+(?P<side>past|after|to|before|till)\s+"
    rf"(?P<hour>{_HOUR}|1[0-2]|[1-9])\b(?!\s*(?:%|h\b|hours|minutes|[\d.:,]\d)){_PART}?"
    rf"|(?:between|from)\s+(?P<begin>{_HOUR}|1[0-2]|[1-9])\s+(?:and|to|until|till)\s+"
    rf"(?P<finish>{_HOUR}|1[0-2]|[1-9]){_PART.replace('part', 'rangepart')}"
    rf"|(?P<near>just|shortly|right|minutes)\s+(?P<nearside>past|after|before)\s+(?P<nearhour>{_HOUR})\b"
    rf"{_PART.replace('part', 'nearpart')}?"
    rf"|(?:at|from)\s+(?P<plain>{_HOUR}|1[0-2]|[1-9])(?:\s+(?P<then>fifteen|thirty|forty-five))?"
    rf"(?:\s+o'?clock)?{_PART.replace('part', 'plainpart')}"
    rf"|\b(?:at|(?:around|about|towards)(?=\s+(?:noon|midday|midnight)\b))\s+(?P<bare>{_HOUR})(?:\s+(?P<barethen>fifteen|thirty|forty-five)|\s+(?:o['’]?clock|sharp)"
    rf"|(?=\s*(?:[.,;)\n]|$|on\b|UTC\b|[CPE]S?T\b)))"
    r"|\bfirst\s+thing\s+(?P<first>(?:on\s+)?(?:monday|tuesday|wednesday|thursday|friday|tomorrow|in\s+the\s+morning))"
    r"|\b(?P<lunch>over\s+(?:the\s+)?lunch|(?:at|during|in)\s+(?:the\s+)?lunch(?:\s?time|\s+break|\s+hour)?)\b(?!\s+(?:menu|order)))",
    re.IGNORECASE,
)
_COMPACT = re.compile(
    r"\b(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?=\s?(?:Z|UTC|GMT|hrs?|hours|h)\b)(?<!\d{5})"
    r"|\b(?P<french>[01]?\d|2[0-3])\s?h\s?(?P<after>[0-5]\d)\b"
)
"""Times without a colon, as pilots and the French write them."""
_NO_START = re.compile(
    r"\b(?:until|till|by|before|since|every|each|yesterday|than|not|from)\s+(?:at\s+)?$", re.IGNORECASE
)

_BEGINS = re.compile(r"\b(?:at|around|about|from|starts?|begins?|it's|it is)\s+$", re.IGNORECASE)
"""Before "five to ten", which is a number of things otherwise."""


class Said(NamedTuple):
    """A time of day in minutes, how long it lasts if it is a part of the day, and where it is said."""

    minute: int
    length: int
    start: int
    end: int


def said_times(text: str) -> Iterator[Said]:
    """Find the times of day that a text says in words.

    >>> [(each.minute // 60, each.minute % 60) for each in said_times("at ten to four, and just after midnight")]
    [(15, 50), (0, 5)]
    """
    for match in _SAID.finditer(text):
        before = text[max(0, match.start() - 14) : match.start()]
        if not _NO_START.search(before) and not (_is_count(match) and not _BEGINS.search(before)):
            minute, length = _minute(match)
            yield Said(minute % DAY, length, match.start(), match.end())


@dataclass(frozen=True, slots=True)
class Shown:
    """A text whose times have colons, and where each of its characters stood before it was written so."""

    text: str
    _written: str
    _begins: tuple[int, ...] = ()
    _ends: tuple[int, ...] = ()
    """Where in what was written the character's words begin and end; empty where the text is what was written."""

    def said(self, start: int, end: int) -> str:
        """Give what stood at a place of the text, as it was written."""
        if not self._begins:
            return self._written[start:end]
        return self._written[self._begins[start] : self._ends[end - 1]]


def as_written(text: str) -> Shown:
    """Take a text as it is."""
    return Shown(text, text)


def shown_times(text: str) -> Shown:
    """Write times such as "0215Z" and "22h30" with a colon; others stay as they are, and in their order.

    >>> shown_times("from 0215Z, sinon 22h30").text
    'from 02:15Z, sinon 22:30'
    >>> shown_times("from 0215Z, sinon 22h30").said(19, 24)
    '22h30'
    """
    pieces: list[tuple[str, int, int]] = []  # what is written, for what stands from where to where
    at = 0
    for match in _COMPACT.finditer(text):
        pieces += [(text[place], place, place + 1) for place in range(at, match.start())]
        clock = f"{match['hour'] or match['french']}:{match['minute'] or match['after']}"
        pieces += [(letter, match.start(), match.end()) for letter in clock]
        at = match.end()
    if not pieces:
        return as_written(text)
    pieces += [(text[place], place, place + 1) for place in range(at, len(text))]
    letters, begins, ends = zip(*pieces, strict=True)
    return Shown("".join(letters), text, begins, ends)


def _is_count(match: re.Match[str]) -> bool:
    """Tell whether it may be two numbers, "five to ten"."""
    if not match["minute"] or match["part"] or match["hour"].casefold() in {"noon", "midday", "midnight"}:
        return False
    return "quarter" not in match["minute"].casefold() and "minutes" not in match[0].casefold()


def _minute(match: re.Match[str]) -> tuple[int, int]:
    if match["lunch"]:
        return 12 * 60, 60
    if match["begin"]:
        begin, finish = (_hour(match[each], match["rangepart"]) for each in ("begin", "finish"))
        return begin * 60, (finish - begin) % 24 * 60
    if match["first"]:
        return 8 * 60, 0
    if match["near"]:
        off = -5 if match["nearside"].casefold() == "before" else 5
        return _hour(match["nearhour"], match["nearpart"]) * 60 + off, 0
    if match["minute"]:
        count = MINUTES.get(" ".join(match["minute"].casefold().split())) or int(match["minute"])
        off = -count if match["side"].casefold() in {"to", "before", "till"} else count
        return _hour(match["hour"], match["part"]) * 60 + off, 0
    then = match["then"] or match["barethen"]
    return _hour(match["plain"] or match["bare"], match["plainpart"]) * 60 + MINUTES.get((then or "").casefold(), 0), 0


def _hour(word: str, part: str | None) -> int:
    """Tell the hour that is meant: of the part of the day that is named, else of a working day."""
    hour = HOURS.get(word.casefold()) or int(word)
    if word.casefold() in {"noon", "midday", "midnight"}:
        return hour % 24
    said = (part or "").casefold()
    if "morning" in said:
        return hour % 12
    if "night" in said:
        return hour % 12 + (12 if 5 < hour < 12 else 0)
    if said or hour < ALIKE or hour == 12:
        return hour % 12 + 12
    return hour
