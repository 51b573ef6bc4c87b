"""What texts sound like: a line through the space of one model for each condition, learned from known sentences.

`python training/learn.py` learns them together with the model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np

from sprintmind.embeddings.port import Vectors

LEAST = 0.02  # of the probability that is worth telling


@dataclass(frozen=True, slots=True)
class Sayings:
    """What was learned."""

    model: str
    """Whose vectors they are; those of another say nothing here."""
    digest: str
    """Of the sentences that it was learned from."""
    names: tuple[str, ...]
    weights: Vectors
    """A column for each name, and one for what says nothing of the kind; the last row is what is added."""

    def heard(self, vectors: Vectors) -> Sequence[Mapping[str, float]]:
        """Tell what texts sound like by their vectors."""
        scores = vectors @ self.weights[:-1] + self.weights[-1]
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        rows = (powers / powers.sum(axis=1, keepdims=True)).tolist()
        return [{name: each for name, each in zip(self.names, row, strict=False) if each >= LEAST} for row in rows]


@cache
def sayings() -> Sayings:
    """Load what was learned."""
    with as_file(files("sprintmind.embeddings") / "sayings.npz") as path, np.load(path, allow_pickle=False) as kept:
        return Sayings(
            model=str(kept["model"]),
            digest=str(kept["digest"]),
            names=tuple(map(str, kept["names"])),
            weights=kept["weights"].astype(np.float32),
        )
