"""What memory must be told, as those see it who tell it: leased by document, marked when it is done."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

ERASURE = "erasure"
"""The kind of what memory must forget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """A document that memory is to be told of, leased to one worker."""

    document: str
    """The key of an event, the id of a finding, or of an erasure the document that memory is to forget."""
    kind: str
    """event, transition or erasure."""
    erases: bool = False
    """Memory must forget what it keeps of it, before it is told anything else."""
    ids: tuple[int, ...]
    """All rows that ask for it; they are done together."""
    attempts: int
    """How often it was tried in vain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What memory has not been told yet."""

    pending: int
    """Without those parked."""
    parked: int
    """Given up until a person asks again."""
    oldest: datetime | None
    """When the oldest was queued."""
    error: str | None
    """Of the attempt that failed last and was not made good since."""
    leased: int = 0
    """How many a worker holds, or held when it ended before its time."""
    free_at: datetime | None = None
    """When the last of these is free again, whatever became of its worker."""


class Outbox(Protocol):
    """What memory must be told, for workers that tell it; every method is a transaction of its own.

    Moments are of the real clock. Whoever holds a lease that ran out no longer marks anything.
    """

    def lease(
        self, *, by: str, count: int, now: datetime, until: datetime, impatient: bool = False
    ) -> tuple[Queued, ...]:
        """Take documents that nobody holds, those queued first; all rows of one go to one worker.

        Args:
            by: The worker's own name.
            count: How many at most.
            now: The moment.
            until: When they are free again, whatever became of the worker.
            impatient: Those too whose next attempt is not due yet.
        """

    def delivered(self, items: Sequence[Queued], *, by: str, at: datetime) -> None:
        """Mark documents as told; what was parked of them is done with."""

    def failed(
        self, item: Queued, *, by: str, error: str, retry_at: datetime | None, parked_at: datetime | None = None
    ) -> None:
        """Note that telling one failed, and when it is tried again or that it is given up."""

    def returned(self, items: Sequence[Queued], *, by: str) -> None:
        """Give documents back untried."""

    def unpark(self) -> int:
        """Try again what was given up, and tell how many rows that are."""

    def waiting(self) -> Waiting:
        """Count what memory has not been told yet."""

    def retained(self, documents: Iterable[str]) -> dict[str, int]:
        """Tell of some documents in how many parts memory keeps them; those that it does not keep are left out."""

    def retain(self, kept: dict[str, int], *, at: datetime) -> None:
        """Note in how many parts memory keeps some documents now; 0: not at all."""

    def documents(self) -> int:
        """Count the documents that memory keeps."""
