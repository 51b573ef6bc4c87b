"""What turns texts into vectors; every adapter passes `tests/contract/test_embeddings.py`."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]
"""One row a text, each of length 1, so that a product of two is their cosine."""


class Embeddings(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """Names the model and its version; vectors of two names cannot be compared."""

    @property
    def size(self) -> int:
        """How many numbers a vector has; raises UnavailableError where only a server knows and does not answer."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts, in their order; raises UnavailableError where the model cannot be asked."""
