"""How alike phrases are in meaning, for journeys that compare a few and load no arrays themselves."""

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Protocol

from sprintmind.domain.progress import Progress, unwatched


class Meaning(Protocol):
    """Compares phrases."""

    def alike(self, phrases: Sequence[str], others: Sequence[str], *, least: float = -inf) -> Sequence[Sequence[float]]:
        """Tell how alike each phrase is to each of the others: their cosine, one row a phrase.

        A row is empty where all of it lies below `least`: to turn thousands of rows into numbers takes longer than to
        compare them.

        Nothing of them is kept; those that were learned are compared at once.

        Raises:
            UnavailableError: The model cannot be asked.
        """

    def heard(self, texts: Sequence[str]) -> Sequence[Mapping[str, float]]:
        """Tell for each text which conditions it sounds like, with the probability of each that is worth telling.

        A model from whose vectors nothing was learned hears nothing.

        Raises:
            UnavailableError: The model cannot be asked.
        """

    def learn(self, phrases: Sequence[str], *, progress: Progress = unwatched) -> None:
        """Keep phrases in mind, and for later processes: the short ones of lessons, which are compared again and again.

        Raises:
            UnavailableError: The model cannot be asked.
        """

    def keep_only(self, phrases: Collection[str]) -> None:
        """Let go of all that was learned but these, here and for later processes."""
