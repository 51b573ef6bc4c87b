"""Words of a text with their places: lower case, contractions opened, ready for the phrases of the lexicon."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from sprintmind.reading.lexicon import table

_WORD = re.compile(r"['’](?:s|re|ll|ve|d|m)\b|->|=>|\[x\]|\[ \]|\.{2,3}|\w+(?:['’]\w+){0,2}|%|[^\w\s]", re.IGNORECASE)
NAMED = frozenset({"#t", "#p", "#c", "#d"})
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


def texts_of(text: str, start: int, end: int, named: Iterable[Word]) -> tuple[str, ...]:
    """Cut a stretch of text as `placed` does, into the texts of its words alone; several times as fast."""
    found: list[str] = []
    at = start
    for word in named:
        found += _texts(text[at : word.start])
        found.append(word.text)
        at = word.end
    found += _texts(text[at:end])
    return tuple(found)


def places_of(text: str, start: int, end: int, named: Iterable[Word], *, count: int) -> tuple[tuple[int, int], ...]:
    """Tell where each word of a stretch of text starts and ends, cut as `placed` does, into so many."""
    found: list[tuple[int, int]] = []
    plain = text.lower() if text.isascii() else ""
    at = start
    for word in named:
        found += map(re.Match.span, _WORD.finditer(plain, at, word.start))
        found.append((word.start, word.end))
        at = word.end
    found += map(re.Match.span, _WORD.finditer(plain, at, end))
    if len(found) == count and plain:
        return tuple(found)
    return tuple((word.start, word.end) for word in placed(text, start, end, named))  # a contraction makes two of one


def _texts(stretch: str) -> list[str]:
    if not stretch.isascii():
        return [word.text for word in words(stretch, 0, len(stretch))]
    found = _WORD.findall(stretch.lower())
    if "'" not in stretch and _WHOLE.keys().isdisjoint(found):
        return found
    return [part for word in found for part in (_opened(word) if "'" in word or word in _WHOLE else (word,))]


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
