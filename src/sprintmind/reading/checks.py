"""What a cue is asked before it may claim something: each check only where it may hold, so that most cost nothing."""

from collections.abc import Callable
from typing import NamedTuple

from sprintmind.reading.lexicon import Cue
from sprintmind.reading.sentences import Clause


class Check(NamedTuple):
    """A kind of words that sound like a claim and are none, looked for only where it may stand."""

    tell: Callable[[Clause, Cue], str | None]
    families: frozenset[str] | None = None
    """Of which cues; None for all."""
    words: frozenset[str] | None = None
    """One of which its sentence has; None for any."""
