"""What may be asked of what a ledger keeps: the state of now, and whose identities are whose; part of its ports.

A command that asks for nothing else loads nothing else.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import date, datetime
from typing import Protocol

from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import ClaimId, Name, TicketKey
from sprintmind.domain.heard import Heard
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.tombstones import Tombstone
from sprintmind.domain.work import Commitment, PullRequest, Ticket

TEAM = "team"
"""Under this name a ledger remembers the team file that its events were read with, and the fold of its state."""


class Kept(Protocol):
    """What can be asked of what is kept; part of `port.Reading`."""

    def of_kind(self, kind: str) -> tuple[Heard, ...]:
        """Take all events of one kind, in the order of hearing."""

    def tickets(self, keys: Iterable[TicketKey] | None = None, *, history: bool = False) -> tuple[Ticket, ...]:
        """Take the cached state of some tickets by their current keys (None: all), by key.

        Args:
            keys: Which.
            history: With every field's history too; its quotes are empty.
        """

    def pulls(self, names: Iterable[Name] | None = None) -> tuple[PullRequest, ...]:
        """Take the pull requests that work on no ticket (of some names, or all)."""

    def sprints(self) -> Mapping[str, date]:
        """Tell when each sprint starts, where that is known."""

    def sprint_ends(self) -> Mapping[str, SprintEnd]:
        """Tell when each sprint was closed or is planned to end, where that is known."""

    def due(self, by: datetime) -> frozenset[Name]:
        """Find the tickets and customers of which something said for the future counts by then and is not in yet."""

    def conflicts(self) -> tuple[Conflict, ...]:
        """Take every conflict, open or closed, by ticket."""

    def commitments(
        self,
        *,
        of: Iterable[str] | None = None,
        naming: Iterable[TicketKey] | None = None,
        ids: Iterable[ClaimId] | None = None,
    ) -> tuple[Commitment, ...]:
        """Take the commitments to some customers, naming some tickets, or of some ids (without any of these: all)."""

    def remembered(self, name: str) -> str | None:
        """Recall a fact about the running of the system."""

    def tombstones(self) -> tuple[Tombstone, ...]:
        """Take what tells what is erased."""


class KeptLedger(Protocol):
    """One workspace's ledger, of which only what is kept is asked."""

    def reading(self) -> AbstractContextManager[Kept]:
        """Open a view of one moment."""

    def close(self) -> None:
        """Let go of the database."""
