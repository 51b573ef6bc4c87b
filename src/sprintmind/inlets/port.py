"""What an inlet is asked for, and what it gives: counts beforehand, then steps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from sprintmind.domain.events import TicketKey
from sprintmind.domain.suggestions import Account
from sprintmind.intake import Delivery

Cursors = Mapping[str, str]
"""Where reading one system stands, by name; the values are an inlet's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How much of one kind there is to read."""

    what: str
    """`pull requests`, `issues`, …"""
    count: int
    exact: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What would be read, and what stands in the way of it."""

    counts: tuple[Count, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that was read, and where reading stands once it is recorded.

    The cursors are kept only after the deliveries are, so that whoever is killed in between reads them again.
    """

    what: str
    """`pull requests`, `issues`, …"""
    deliveries: tuple[Delivery, ...] = ()
    cursors: Mapping[str, str | None] = field(default_factory=dict)
    """To keep; None forgets one."""
    accounts: tuple[Account, ...] = ()
    """Who was seen, for suggestions; not kept."""
    texts: tuple[str, ...] = ()
    """Titles and branches, in which keys may stand; not kept."""
    notes: tuple[str, ...] = ()
    """What whoever watches should know."""


class Known(Protocol):
    """What the ledger knows already, as far as an inlet must ask."""

    def keys(self) -> frozenset[TicketKey]:
        """Name the tickets that are not deleted."""

    def issue(self, key: TicketKey) -> str | None:
        """Tell the tracker's own id of a ticket; None where the tracker never told of it."""


class Inlet(Protocol):
    """Reads one system, or one part of it that has cursors of its own."""

    @property
    def system(self) -> str:
        """Name it, so that its cursors are found again: `github:northwind/shop`."""

    def close(self) -> None:
        """Close its connections."""

    def survey(self, cursors: Cursors, *, since: datetime | None) -> Survey:
        """Count what `read` would read, and read none of it.

        Raises:
            UnavailableError: It does not answer, or not to this token; says what to do.
        """

    def read(self, cursors: Cursors, *, since: datetime | None, known: Known) -> Iterator[Step]:
        """Read what there is, step by step; a later call with the kept cursors goes on where this one was.

        Args:
            cursors: As they were kept.
            since: From when on; None: from where the last finished reading began, at first thirty days.
            known: What the ledger knows.

        Raises:
            UnavailableError: It stopped answering; what was yielded so far stands.
        """
