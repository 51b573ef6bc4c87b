"""How well a passage answers: what it means and which words it has, added as scores and not as ranks.

Ranks throw away how much better the first is than the second, and lose to words alone where questions name things;
`docs/reference/benchmarks.md` has the figures.
"""

from dataclasses import dataclass

import numpy as np

from sprintmind.domain.memories import Budget
from sprintmind.memory.embedded.vectors import Floats, Mask, Rows

WORDS = 0.5
"""How much the best match in words counts beside a cosine of 1."""
SHORT = 48
"""Letters, about eight words: at this length a text counts half of what it would at any. The shortest turns of a talk
resemble every question and answer none."""
NEW = 0.1
"""How much more something counts that is new."""
HALF_LIFE = 14.0  # days
NAMED = 1.0
"""How much more something counts that the question names exactly, …"""
NEW_NAMED = 2.0
"""… and how much its being new counts then: of one ticket's updates the last is meant."""
HALF_LIFE_NAMED = 7.0  # days

DEPTH = {Budget.LOW: 50, Budget.MID: 100, Budget.HIGH: 300}
"""How many candidates each way of searching brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Passages that may answer; one row each."""

    rows: Rows
    cosines: Floats
    words: Floats
    """BM25 of those that have words of the question; 0 where they were not among the best."""
    letters: Floats
    """How long they are."""
    named: Mask
    """The question names them, or something in them, exactly."""
    ages: Floats
    """Days before the newest memory there is."""


def scores(found: Candidates) -> Floats:
    """Give each candidate a score between 0 and 1."""
    best = found.words.max(initial=0.0)
    words = found.words / best if best > 0 else found.words
    meant = (np.maximum(found.cosines, 0) + WORDS * words) / (1 + WORDS)
    full = found.letters / (found.letters + SHORT)
    plain: Floats = meant * full * (1 + NEW * _freshness(found.ages, HALF_LIFE)) / (1 + NEW)
    if not found.named.any():
        return plain
    named = (NAMED + meant) * (1 + NEW_NAMED * _freshness(found.ages, HALF_LIFE_NAMED))
    most = (NAMED + 1) * (1 + NEW_NAMED)
    rated: Floats = (np.where(found.named, NAMED + named, plain) / (NAMED + most)).astype(np.float32)
    return rated


def _freshness(ages: Floats, half_life: float) -> Floats:
    """Give 1 to what is new, and half of it with every half-life."""
    fresh: Floats = np.exp2(-np.maximum(ages, 0) / half_life)
    return fresh
