"""How alike phrases are in meaning, for journeys that compare a few and load no arrays themselves."""

from collections.abc import Sequence
from typing import Protocol


class Meaning(Protocol):
    """Compares phrases."""

    def alike(self, phrases: Sequence[str], others: Sequence[str]) -> Sequence[Sequence[float]]:
        """Tell how alike each phrase is to each of the others: their cosine, one row a phrase.

        Raises:
            UnavailableError: The model cannot be asked.
        """
