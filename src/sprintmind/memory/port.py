"""What the journeys may ask of a memory; best-effort. Every adapter passes `tests/contract/test_memory.py`."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from sprintmind.domain.memories import (
    Budget,
    DocumentId,
    Memory,
    MemoryStatus,
    Question,
    Recalled,
    Reflection,
)
from sprintmind.domain.mental_models import MentalModel
from sprintmind.domain.progress import Progress

Schema = Mapping[str, object]
"""A JSON schema of an object with properties."""


class Memories(Protocol):
    """One workspace's memory.

    Every method raises UnavailableError where the memory does not answer, and InputError for what it cannot take;
    nobody loses anything by that, because the ledger holds all that memory was told.
    """

    def retain(self, memories: Sequence[Memory]) -> None:
        """Keep memories, all or none; when it returns they can be recalled, by every process.

        One whose document is known replaces it. Of two with one document, the last stands. A text in several parts is
        given with all of them, each a document of its own (`part_of`); whoever tells it forgets those it has no more.
        """

    def recall(self, question: Question) -> tuple[Recalled, ...]:
        """Find what the caller may read, best first; nothing found is an empty answer.

        Of a long text that need not come back whole, the passage that answers best is given, word for word; no document
        is given twice.
        """

    def reflect(self, question: Question, *, budget: Budget = Budget.LOW, schema: Schema | None = None) -> Reflection:
        """Sum up what the caller may read about a question, and tell who wrote it."""

    def forget(self, documents: Sequence[DocumentId]) -> int:
        """Erase documents beyond recall, from summaries too, and tell how many there were."""

    def clear(self) -> None:
        """Erase everything; it is about to be filled from the ledger."""

    def status(self) -> MemoryStatus:
        """Tell how it is; never raises."""

    def close(self) -> None:
        """Let go of what is open."""


@runtime_checkable
class Reembedding(Protocol):
    """A memory that keeps vectors itself, which another model makes useless."""

    def reembed(self, progress: Progress) -> int:
        """Embed again what has no vector of the present model, and tell how many texts that were.

        What is done is kept: run again after an interruption, it goes on where it was.

        Raises:
            UnavailableError: There is no model, or it cannot be asked.
        """


@runtime_checkable
class KeepsModels(Protocol):
    """A memory that keeps mental models itself, and makes them anew by its own rules."""

    def models(self) -> tuple[MentalModel, ...]:
        """Take its mental models, those of which it knows better by now marked stale; none: ours are shown instead.

        Raises:
            UnavailableError: It does not answer.
        """

    def refresh(self) -> bool:
        """Have the stale ones made anew; it may be done later than this returns.

        Returns:
            False where it can make none, for want of a language model; ours are made then.

        Raises:
            UnavailableError: It does not answer.
        """

    def let_go(self) -> None:
        """Take away at once whatever it made of memories or still holds of them; `refresh` has it made again.

        Raises:
            UnavailableError: It does not answer.
        """
