"""Amounts in a sentence, one of which follows on the other: whether what they count rises or falls."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sprintmind.conditions.files import facts

_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "ninety": 90, "hundred": 100,
}  # fmt: skip
_NUMBER = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,9}}(?:\.\d{{1,4}})?|(?:{'|'.join(_WORDS)})\b)"
_AMOUNT = re.compile(
    rf"(?<![\w.:/-])(?P<number>{_NUMBER})(?![:/]\d)[\s-]?(?P<unit>%|[A-Za-z]{{1,9}}\b)?(?![:/]\d)", re.IGNORECASE
)
_ONWARD = re.compile(
    r"^\s*(?:[a-z]{1,12}\s+)?(?:(?:down|up)\s+)?(?:to|->|→|=>|becomes?|into)\s*(?:only\s+|just\s+)?$", re.IGNORECASE
)
_BACKWARD = re.compile(
    r"^[^.;]{0,40}?(?:\binstead of|\brather than|\bnot|\bin place of|\bwas|\bwere|\bbefore(?: it was)?|\bformerly"
    r"|\bpreviously|\b(?:up|down) from|\bso far|\buntil now|\btoday|\bcompared (?:to|with)|\bagainst)"
    r"\s*:?\s*(?:today's\s+|the\s+|it was\s+)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Amount:
    value: float
    unit: str
    start: int
    end: int


def rises(text: str) -> bool | None:
    """Tell whether an amount goes from less to more; None if no two follow on each other, or they cannot be compared.

    >>> rises("kept for two weeks instead of 90 days"), rises("from 90 s to 2 min"), rises("at 10:30, gate 4")
    (False, True, None)
    """
    for first, second in _pairs(text):
        between = text[first.end : second.start]
        if _ONWARD.match(between):
            old, new = first, second
        elif _BACKWARD.match(between):
            old, new = second, first
        else:
            continue
        sizes = _sizes(old, new)
        if sizes and sizes[0] != sizes[1]:
            return sizes[0] < sizes[1]
    return None


def _pairs(text: str) -> Iterator[tuple[_Amount, _Amount]]:
    found = [each for each in map(_amount, _AMOUNT.finditer(text)) if each]
    yield from pairwise(found)


def _amount(match: re.Match[str]) -> _Amount | None:
    written, unit = match["number"].casefold().replace(",", ""), (match["unit"] or "").casefold()
    known = unit in _units()
    if written in {"a", "an"} and not known:
        return None
    value = float(_WORDS[written]) if written in _WORDS else float(written)
    end = match.end() if known else match.end("number")
    return _Amount(value, unit if known else "", match.start(), end)


def _sizes(old: _Amount, new: _Amount) -> tuple[float, float] | None:
    """Bring two amounts to one unit; what names none has that of the other."""
    units = [_units().get(each.unit) for each in (old, new)]
    first, second = units[0] or units[1], units[1] or units[0]
    if first is None or second is None:
        return old.value, new.value
    return (old.value * first[1], new.value * second[1]) if first[0] == second[0] else None


def _units() -> dict[str, tuple[str, float]]:
    return {
        unit: (kind, float(size))
        for kind, units in facts("amounts").items()
        if isinstance(units, dict)
        for size, names in units.items()
        for unit in str(names).split()
    }
