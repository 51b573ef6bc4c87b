"""What texts sound like: a line through the space of one model for each condition, learned from known sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np

from sprintmind.embeddings.port import Vectors

LEAST = 0.5  # of the probability that is worth telling


@dataclass(frozen=True, slots=True)
class Sayings:
    """What was learned by `tests/sayings.py`."""

    model: str
    """Whose vectors they are; those of another say nothing here."""
    digest: str
    """Of the sentences that it was learned from."""
    names: tuple[str, ...]
    weights: Vectors
    """A column for each name; the last row is what is added."""

    def heard(self, vectors: Vectors) -> Sequence[Mapping[str, float]]:
        """Tell what texts sound like by their vectors."""
        scores = vectors @ self.weights[:-1] + self.weights[-1]
        rows = (1 / (1 + np.exp(-scores))).tolist()
        return [{name: each for name, each in zip(self.names, row, strict=True) if each >= LEAST} for row in rows]


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
