"""Words of a text, each with its stem and its place, so that one phrase fits however it is inflected."""

import re
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from sprintmind.conditions.files import table

_TOKEN = re.compile(
    r"\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:[.:]\d+)+|[^\W_]+(?:['’][^\W\d_]{1,3}(?![^\W_]))?|->|[+→=,;:()%\"“”„«»—–?!]|(?<=\s)-(?=\s)"
)
_VOWEL = re.compile(r"[aeiouy]")
_BREAKS = {"—": "-", "–": "-", "->": "→", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
LONGEST = 40  # characters; longer ones are no words
MANY = "000"
"""What numbers from a thousand on are read as, but for those that may be years."""


class Word(NamedTuple):
    """A word or a mark of punctuation."""

    stem: str
    start: int
    """Offset in the text."""
    end: int


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """Find the words of a part of a text, without articles and other words that carry nothing.

    >>> [word.stem for word in words_of("We haven't load-tested the queues.")]
    ['we', 'have', 'not', 'load', 'test', 'queu']
    """
    found: list[Word] = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        named = text[match.start() - 1 : match.start()] == "_" or text[match.end() : match.end() + 1] == "_"
        token = (
            f"{match[0]}." if named and match[0].casefold() in {"no", "not"} else match[0]
        )  # `visit_no` denies nothing
        found.extend(Word(stem, match.start(), match.end()) for stem in _stems(token))
    return found


def stems_in(text: str, start: int, end: int) -> frozenset[str]:
    """Find the stems of a part of a text, without their places; several times as fast as its words are."""
    if text.find("_", start, end + 1) >= 0 or text[start - 1 : start] == "_":
        return frozenset(word.stem for word in words_of(text, start, end))
    return frozenset(chain.from_iterable(map(_stems, _TOKEN.findall(text, start, end))))


@lru_cache(maxsize=50_000)
def stems_of(text: str) -> tuple[str, ...]:
    """Tell the stems of a short phrase."""
    return tuple(word.stem for word in words_of(text))


@lru_cache(maxsize=50_000)
def _stems(token: str) -> tuple[str, ...]:
    lower = token.casefold().replace("’", "'")
    if "'" in lower:
        lower, _, tail = lower.partition("'")
        if tail == "t" and lower.endswith("n"):
            return (table("words", "cut").get(lower) or stem_of(lower[:-1]), "not")
        lower = table("words", "owned").get(f"{lower}'{tail}", lower)
    if lower in _silent():
        return ()
    if _is_many(lower):
        return (MANY,)
    return ("can", "not") if lower == "cannot" else (_BREAKS.get(lower) or stem_of(lower),)


def _is_many(token: str) -> bool:
    digits = token.replace(",", "")
    return digits.isdigit() and len(digits) > 3 and (len(digits) > 4 or "," in token or not 1990 <= int(digits) <= 2100)


@cache
def _silent() -> frozenset[str]:
    return frozenset(table("words", "silent")["words"].split())


@lru_cache(maxsize=50_000)
def stem_of(word: str) -> str:
    """Reduce a word in lower case to what its forms share.

    >>> [stem_of(each) for each in ("migrations", "dropped", "tries", "tried", "releasing", "ran", "caches", "address")]
    ['migration', 'drop', 'try', 'try', 'releas', 'run', 'cach', 'address']
    """
    if word in _irregular():
        return _irregular()[word]
    if len(word) > LONGEST or not word.isalpha() or len(word) < 4:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        bare = word[: -len(ending)]
        if word.endswith(ending) and len(bare) > 2 and _VOWEL.search(bare):
            return _undoubled(bare)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return stem_of(word[:-1])
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _undoubled(bare: str) -> str:
    if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "lsz":
        return bare[:-1]
    return bare[:-1] if bare.endswith("e") and len(bare) > 3 else bare


@cache
def _irregular() -> dict[str, str]:
    return {form: stem for stem, forms in table("words", "irregular").items() for form in (stem, *forms.split())}


@lru_cache(maxsize=50_000)
def kin_of(stem: str) -> str:
    """Tell the word that stands for a stem and all that mean about the same; itself if there are none.

    >>> kin_of(stem_of("exchanged")) == kin_of(stem_of("replacement"))
    True
    """
    return _kin().get(stem, stem)


@cache
def _kin() -> dict[str, str]:
    groups = table("words", "kin").items()
    return {stem_of(word): stem_of(first) for first, words in groups for word in (first, *words.split())}
