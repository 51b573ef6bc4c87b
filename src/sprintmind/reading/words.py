"""Words of a text with their places: lower case, contractions opened, ready for the phrases of the lexicon."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from sprintmind.reading.lexicon import table

_PATTERN = r"\w+(?:['’]\w+){0,2}|['’](?:s|re|ll|ve|d|m)\b|->|=>|\[x\]|\[ \]|\.{2,3}|[^\w\s]"
_WORD = re.compile(_PATTERN, re.IGNORECASE)
_LOWER_WORD = re.compile(_PATTERN)
"""The same for lower case, in which it takes half the time."""
NAMED = frozenset({"#t", "#p", "#c", "#d"})
_MARK = "\x1a"
"""Stands for what is named while the words around it are cut."""
_BARE = {"'re": "are", "'ve": "have", "'d": "would", "'ll": "will", "'m": "am"}
_ENDINGS = {"n't": "not", "'s": "'s", **_BARE}
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "−": "-", "…": "."})
_WHOLE = table("words", "contractions")


class Word(Struct, frozen=True, gc=False):
    """A word, a sign or a named thing, with its place in the text."""

    text: str
    """Lower case; `#t` for a ticket, `#p` a person, `#c` a customer, `#d` a date."""
    start: int
    end: int
    meaning: object = None
    """Of a named thing: the key, the person's id, the customer's name or the `When`."""


def words(text: str, start: int, end: int) -> Iterator[Word]:
    """Cut a stretch of text into words; a contraction gives two with one place.

    >>> [word.text for word in words("It isn’t done", 0, 13)]
    ['it', 'is', 'not', 'done']
    """
    stretch = text[start:end]
    for found in _WORD.finditer(stretch if stretch.isascii() else stretch.translate(_PLAIN)):
        word = found[0].casefold()
        first, last = found.span()
        if "'" not in word and word not in _WHOLE:
            yield Word(word, start + first, start + last)
            continue
        for part in _opened(word):
            yield Word(part, start + first, start + last)


def placed(text: str, start: int, end: int, named: Iterable[Word]) -> Iterator[Word]:
    """Cut a stretch of text into words, in which some named things stand already."""
    at = start
    for word in named:
        yield from words(text, at, word.start)
        yield word
        at = word.end
    yield from words(text, at, end)


def texts_of(text: str, start: int, end: int, named: Sequence[Word]) -> tuple[str, ...]:
    """Cut a stretch of text as `placed` does, into the texts of its words alone; several times as fast."""
    written = written_in(text, start, end, named)
    return opened(written) if written else tuple(word.text for word in placed(text, start, end, named))


def written_in(text: str, start: int, end: int, named: Sequence[Word]) -> tuple[str, ...]:
    """Cut a stretch of text into words as they are written; nothing where not all letters are plain."""
    stretch = text[start:end]
    if not stretch.isascii() or _MARK in stretch:
        return ()
    if not named:
        return tuple(_LOWER_WORD.findall(stretch.lower()))
    pieces: list[str] = []
    at = start
    for word in named:
        pieces += (text[at : word.start], _MARK)
        at = word.end
    found = _LOWER_WORD.findall("".join((*pieces, text[at:end])).lower())
    at = -1
    for word in named:
        at = found.index(_MARK, at + 1)
        found[at] = word.text
    return tuple(found)


def opened(written: tuple[str, ...]) -> tuple[str, ...]:
    """Open the contractions among words."""
    if _WHOLE.keys().isdisjoint(written) and "'" not in "".join(written):
        return written
    return tuple(part for word in written for part in _parts(word))


def places_of(
    text: str, start: int, end: int, named: Sequence[Word], written: tuple[str, ...], texts: tuple[str, ...]
) -> tuple[tuple[int, int], ...]:
    """Tell where each word of a stretch of text starts and ends, cut as `placed` does.

    Between two words there is only white space: each is the next of its letters.

    Args:
        text: The text.
        start: Where the stretch starts.
        end: Where it ends.
        named: What is named in it.
        written: What `written_in` gives of it.
        texts: The same with contractions opened.
    """
    if not written:
        return tuple((word.start, word.end) for word in placed(text, start, end, named))
    plain = text[start:end].lower().rjust(end)  # with each letter where it is in the text
    names, at = iter(named), start
    found: list[tuple[int, int]] = []
    for word in written:
        if word in NAMED:
            name = next(names)
            found.append((name.start, at := name.end))
        else:
            first = plain.index(word, at)
            found.append((first, at := first + len(word)))
    if texts is written:
        return tuple(found)
    return tuple(place for word, place in zip(written, found, strict=True) for _ in _parts(word))


def _parts(word: str) -> tuple[str, ...]:
    return _opened(word) if "'" in word or word in _WHOLE else (word,)


def _opened(word: str) -> tuple[str, ...]:
    whole = _WHOLE.get(word)
    if whole:
        return tuple(whole.split(" "))
    if word.startswith("'"):
        return (_BARE.get(word, word),)
    for ending, opened in _ENDINGS.items():
        if word.endswith(ending) and len(word) > len(ending):
            return (word.removesuffix(ending), opened)
    return (word,)
