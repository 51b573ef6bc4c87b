"""What texts say by their words: how much each word tells, learned from sentences that are known to say so.

`python training/words.py` learns it and writes `wordings.npz`. Words and the vectors of `embeddings` fail on different
sentences, so that each is a sign of its own (ADR 27).
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import pairwise
from math import log, sqrt
from typing import TypeAlias

import numpy as np

from sprintmind.conditions.words import kin_of, words_of

WARMTH = 25.0
"""What nearness to a middle is multiplied by before shares are taken: the greater, the more the nearest one takes."""
_DIGITS = re.compile(r"\d+")
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]
Places: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float32]]


def grams_of(text: str) -> Counter[str]:
    """Count a text's words, what they are kin to, and each two of them that follow one another."""
    stems = [word.stem for word in words_of(_DIGITS.sub("0", text))]
    return Counter((*stems, *(f"~{kin_of(stem)}" for stem in stems), *map(" ".join, pairwise(stems))))


@dataclass(frozen=True, slots=True)
class Table:
    """A matrix of which only what is not zero is kept, a row for each gram."""

    starts: Places
    """Where each row begins; the last one is where the last row ends."""
    columns: Places
    values: Numbers
    width: int

    def product(self, rows: Sequence[int], shares: Sequence[float]) -> Numbers:
        """Add up some rows, each times its share."""
        places = [np.arange(self.starts[row], self.starts[row + 1]) for row in rows]
        if not places:
            return np.zeros(self.width, np.float32)
        at = np.concatenate(places)
        given = self.values[at] * np.repeat(np.asarray(shares, np.float32), [len(each) for each in places])
        return np.bincount(self.columns[at], weights=given, minlength=self.width).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Wordings:
    """What was learned."""

    digest: str
    """Of the sentences that it was learned from."""
    places: Mapping[str, int]
    """The rows of grams."""
    rarity: Numbers
    """How few sentences have each."""
    names: tuple[str, ...]
    lines: Table
    """How much each gram tells of each name, and, in the last column, that a text says nothing of the kind."""
    added: Numbers
    middles: Table
    """What the sentences of each known condition have in common, whatever its name."""

    def said(self, texts: Sequence[str]) -> Mapping[str, float]:
        """Tell how likely some of the texts says each condition of the lexicon that enough sentences say."""
        found = [_shared(self.lines.product(*self._weighed(text)) + self.added) for text in texts]
        loudest = np.max(found, axis=0).tolist() if found else []
        return dict(zip(self.names, loudest, strict=False))

    def topics(self, texts: Sequence[str]) -> Rows:
        """Tell what texts are about: the roots of the shares that known conditions have in each.

        The product of two rows is the nearer to 1 the more two texts are about the same, and 0 where nothing is known
        of the words of one.
        """
        found = np.zeros((len(texts), self.middles.width), np.float32)
        for place, text in enumerate(texts):
            rows, shares = self._weighed(text)
            if rows:
                found[place] = np.sqrt(_shared(WARMTH * self.middles.product(rows, shares)))
        return found

    def likest(self, told: tuple[str, ...], texts: Sequence[str]) -> Sequence[float]:
        """Tell how much each sentence of stories is about the same as one of a plan, at most 1."""
        found: list[float] = (self.topics(texts) @ _topics(told).T).max(axis=0).tolist()
        return found

    def _weighed(self, text: str) -> tuple[list[int], list[float]]:
        """Find the rows of a text's grams, and the share of each; the squares of the shares add up to 1."""
        counted = [(self.places[gram], count) for gram, count in grams_of(text).items() if gram in self.places]
        weights = [(1 + log(count)) * float(self.rarity[place]) for place, count in counted]
        length = sqrt(sum(each * each for each in weights)) or 1.0
        return [place for place, _ in counted], [each / length for each in weights]


def _shared(scores: Numbers) -> Numbers:
    """Turn scores into shares of 1."""
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum(), np.float32)


@cache
def wordings() -> Wordings:
    """Load what was learned."""
    with as_file(files("sprintmind.conditions") / "wordings.npz") as path, np.load(path, allow_pickle=False) as kept:
        grams = bytes(kept["grams"]).decode().split("\n")
        names = tuple(bytes(kept["names"]).decode().split("\n"))
        return Wordings(
            digest=str(kept["digest"]),
            places={gram: place for place, gram in enumerate(grams)},
            rarity=kept["rarity"].astype(np.float32),
            names=names,
            lines=_table(kept, "lines", width=len(names) + 1),
            added=kept["added"].astype(np.float32),
            middles=_table(kept, "middles", width=int(kept["conditions"])),
        )


@lru_cache(maxsize=4)
def _topics(told: tuple[str, ...]) -> Rows:
    """Remember what the stories are about that plans were compared with last."""
    return wordings().topics(told)


def _table(kept: Mapping[str, np.ndarray[tuple[int], np.dtype[np.int64]]], name: str, *, width: int) -> Table:
    return Table(
        starts=np.concatenate([[0], np.cumsum(kept[f"{name}_counts"], dtype=np.int64)]),
        columns=kept[f"{name}_columns"].astype(np.int64),
        values=kept[f"{name}_values"].astype(np.float32),
        width=width,
    )
