"""A plan in its own words, with those marked that gave a condition."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sprintmind.domain.plans import PlanCondition

MOST = 20_000
"""Characters of a plan that are shown; it is judged whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a plan."""

    text: str
    number: int = 0
    """Of the condition that it gave, from 1; 0: of none."""


def pieces(text: str, conditions: Sequence[PlanCondition]) -> tuple[Piece, ...]:
    """Cut a plan where the words of its conditions begin and end; together the pieces are the text.

    Where two share words, those belong to the one that begins first.

    >>> friday = PlanCondition(condition="Friday deploy", words="on friday")
    >>> [(each.text, each.number) for each in pieces("Ship it on  Friday.", [friday])]
    [('Ship it ', 0), ('on  Friday', 1), ('.', 0)]
    """
    shown = text[:MOST]
    return tuple(_cut(shown, sorted(_places(shown, conditions))))


def _places(text: str, conditions: Sequence[PlanCondition]) -> Iterator[tuple[int, int, int]]:
    """Find where each condition's words stand first: begin, end negated so that longer ones win, number."""
    for number, each in enumerate(conditions, start=1):
        words = r"\s+".join(map(re.escape, each.words.split()))
        found = re.search(words, text, re.IGNORECASE) if words else None
        if found:
            yield found.start(), -found.end(), number


def _cut(text: str, places: Sequence[tuple[int, int, int]]) -> Iterator[Piece]:
    at = 0
    for begin, end, number in places:
        if -end <= at:
            continue
        if begin > at:
            yield Piece(text=text[at:begin])
        yield Piece(text=text[max(begin, at) : -end], number=number)
        at = -end
    if at < len(text):
        yield Piece(text=text[at:])
