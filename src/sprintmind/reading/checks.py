"""What a cue is asked before it may claim something: each check only where it may hold, so that most cost nothing."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.sentences import Clause


class Check(NamedTuple):
    """A kind of words that sound like a claim and are none, looked for only where it may stand."""

    tell: Callable[[Clause, Cue], str | None]
    families: frozenset[str] | None = None
    """Of which cues; None for all."""
    words: frozenset[str] | None = None
    """One of which its sentence has; None for any."""


def may_be_noun(word: str) -> bool:
    """Tell whether a word may name a thing: it is none of the small ones, and nobody's."""
    return word.isalpha() and word not in _small()


@cache
def _small() -> frozenset[str]:
    lists = (("words", "fillers"), ("words", "pronouns"), ("words", "prepositions"), ("idioms", "between"))
    return listed("idioms", "doers").union(*(listed(*each) for each in lists))
