"""Patterns of the lexicon, and where they fit in a sentence.

A pattern is words with blanks between them. `a|b` is either word, `{name}` any phrase of that list in `concepts.toml`,
`word?` may be missing, `#` is a number, `#:` a time of day, `#.` a version, `v#` one with a v,
`#k` a number of thousands or more, `..` stands for up to five words and `..9` for up to nine. `A & B` is A and B
in either order, near each other; `A @ B` is A in the sentence and B anywhere in the text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import NamedTuple

from sprintmind.conditions.files import facts, table
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.words import stems_of

NEAR = 14  # words that the parts of `A & B` may span
GAP = 5  # words
FAR = 400  # sentences in which what may stand anywhere is looked for
NUMBER = "#"
KINDS = {
    NUMBER: "[0-9][0-9a-z:.]{0,12} ",
    "#:": "(?:[0-2]?[0-9][:.][0-5][0-9]|[01]?[0-9][ap]m|[01]?[0-9] [ap]m|[0-2]?[0-9]h|midnight|noon) ",
    "#.": "v?[0-9]{1,4}(?:[.][0-9]{1,6}){1,3} ",
    "v#": "v[0-9]{1,4}(?:[.][0-9]{1,6}){0,3} ",
    "#k": "(?:[0-9]{1,6}(?:[.][0-9]{1,3})?(?:k|m|mn|mio|bn|b)|000) ",
}
"""What stands for more words than can be listed, over stems."""


class Spot(NamedTuple):
    """Where a pattern fits, as indices of words."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A sequence of words."""

    source: str
    anchors: frozenset[str]
    """One of these stems occurs wherever it fits."""
    others: tuple[frozenset[str], ...] = ()
    """So does one of each of these."""
    named: frozenset[str] = frozenset()
    """All that it names, rather than leaves open."""

    def may_fit(self, stems: frozenset[str]) -> bool:
        """Tell whether a sentence holds what it needs, before looking in which order."""
        return not self.anchors.isdisjoint(stems) and not any(each.isdisjoint(stems) for each in self.others)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern, ready to be looked for."""

    pieces: tuple[Piece, ...]
    elsewhere: tuple[Piece, ...] = ()
    needs: tuple[frozenset[str], ...] = ()
    """A sentence holds one stem of each wherever it fits; the rarest first."""


@cache
def pattern(written: str) -> Pattern:
    """Read a pattern."""
    here, *far = written.split(" @ ")
    pieces = tuple(map(_piece, here.split(" & ")))
    needs = tuple(need for piece in pieces for need in (piece.anchors, *piece.others))
    return Pattern(pieces, tuple(map(_piece, far)), needs)


def spots(wanted: Pattern, sentence: Sentence, *, document: Sequence[Sentence]) -> list[Spot]:
    """Find where a pattern fits in a sentence."""
    stems = sentence.stems
    for need in wanted.needs:
        if need.isdisjoint(stems):
            return []
    found = [list(_found(piece, sentence)) for piece in wanted.pieces]
    if not all(found) or not all(_anywhere(piece, document) for piece in wanted.elsewhere):
        return []
    if len(found) == 1:
        return found[0]
    return list(_together(found))


def _together(found: list[list[Spot]]) -> Iterator[Spot]:
    for each in product(*(spots_[:6] for spots_ in found)):
        start, end = min(spot.start for spot in each), max(spot.end for spot in each)
        apart = all(a.end <= b.start for a, b in zip(sorted(each), sorted(each)[1:], strict=False))
        if apart and end - start <= NEAR:
            yield Spot(start, end)


def _found(piece: Piece, sentence: Sentence) -> Iterator[Spot]:
    for match in _compiled(piece.source).finditer(sentence.line):
        yield Spot(sentence.index(match.start(1)), sentence.index(match.end(1) - 2) + 1)


def _anywhere(piece: Piece, document: Sequence[Sentence]) -> bool:
    return any(
        piece.may_fit(sentence.stems) and next(_found(piece, sentence), None) is not None for sentence in document[:FAR]
    )


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


@cache
def _piece(written: str) -> Piece:
    """Turn a sequence into an expression over stems; every repetition in it is bounded."""
    parts: list[str] = []
    needed: list[frozenset[str]] = []
    named = set[str]()
    for element in written.split():
        if element.startswith(".."):
            parts.append(rf"(?:[^ ]+ ){{0,{element[2:] or GAP}}}?")
            continue
        one, firsts = _element(element.removesuffix("?"))
        if not firsts:  # an article, which texts have lost too
            continue
        named.update(chain.from_iterable(_options(element.removesuffix("?"))))
        parts.append(one + "?" if element.endswith("?") else one)
        if firsts.isdisjoint(KINDS) and not element.endswith("?"):
            needed.append(firsts)
    if not needed:
        raise ValueError(f"the pattern {written!r} has no word that must be there")
    needed.sort(key=_commonness)
    return Piece("(?<= )(" + "".join(parts) + ")", needed[0], tuple(needed[1:]), frozenset(named))


@cache
def _element(element: str) -> tuple[str, frozenset[str]]:
    """Give the expression of the choices at one place, and what each begins with."""
    options = sorted(_options(element), key=lambda each: -len(each))
    return "(?:" + "|".join(map(_literal, options)) + ")", frozenset(each[0] for each in options)


def _commonness(stems: frozenset[str]) -> int:
    """Guess how often one of some stems occurs; by the rarest, a text is searched first."""
    return len(stems) + 40 * len(stems & _common())


@cache
def _common() -> frozenset[str]:
    return frozenset(stems_of(table("words", "common")["words"]))


def _literal(stems: tuple[str, ...]) -> str:
    return KINDS.get(stems[0]) or re.escape(" ".join(stems)) + " "


def _options(element: str) -> Iterator[tuple[str, ...]]:
    for option in element.split("|"):
        if option in KINDS:
            yield (option,)
        elif option.startswith("{"):
            yield from concept(option.strip("{}"))
        elif stems := stems_of(option.replace("_", " ")):
            yield stems


@cache
def concept(name: str) -> tuple[tuple[str, ...], ...]:
    """Tell the phrases of a concept."""
    entries = facts("concepts").get(name)
    if not isinstance(entries, str):
        raise KeyError(f"there is no concept {name!r}")
    return tuple(dict.fromkeys(_expanded(entries)))


def _expanded(entries: str) -> Iterator[tuple[str, ...]]:
    for entry in entries.split(","):
        words = entry.strip()
        if words.startswith("{"):
            yield from concept(words.strip("{}"))
        elif stems := stems_of(words):
            yield stems


def tightest(found: Iterable[Spot]) -> Spot | None:
    """Tell the shortest of several spots: the words nearest to each other that give a condition."""
    return min(found, key=lambda spot: (spot.end - spot.start, spot.start), default=None)
