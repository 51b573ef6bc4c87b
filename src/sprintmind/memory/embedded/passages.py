"""Long texts in passages that a model reads to their end; put together they are the text again."""

import re
from collections.abc import Iterator

LONGEST = 900
"""Letters: about as many as the bundled model's 256 word pieces hold."""
BEFORE = 160
"""How many letters of what stands before a passage are found with it."""

_ENDS = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"[.!?…]['\"”’)]*\s+"), re.compile(r"\s+"))
"""Where a text may be cut, best first."""


def passages(text: str) -> tuple[str, ...]:
    """Cut a text where it breathes: between paragraphs, else lines, sentences, words.

    >>> passages("Short.")
    ('Short.',)
    """
    return tuple(_cut(text))


def before(text: str) -> str:
    """Take the end of what stands before a passage, from the beginning of a word.

    >>> before("It is done.")
    'It is done.'
    """
    end = text[-BEFORE:]
    return end if len(text) <= BEFORE else end.partition(" ")[2] or end


def _cut(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > LONGEST:
        end = start + _end(text[start : start + LONGEST])
        yield text[start:end]
        start = end
    yield text[start:]


def _end(piece: str) -> int:
    """Find the last good place in the second half of a piece; none: the whole of it."""
    half = len(piece) // 2
    for ends in _ENDS:
        places = [found.end() for found in ends.finditer(piece, half)]
        if places:
            return places[-1]
    return len(piece)
