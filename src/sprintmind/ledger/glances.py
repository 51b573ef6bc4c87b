"""What reports ask of a ledger beside its state: what was heard since, what was believed since, who looked when."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol

from sprintmind.domain.events import EventKey, PersonId
from sprintmind.domain.findings import Transition
from sprintmind.domain.heard import Heard


class Glances(Protocol):
    """What can be asked of one moment of a ledger; part of `port.Reading`."""

    def heard(self, keys: Iterable[EventKey]) -> tuple[Heard, ...]:
        """Take some events, in the order of hearing; a key that there is not is left out."""

    def heard_between(self, after: datetime, by: datetime) -> tuple[Heard, ...]:
        """Take the events heard after one moment and up to another, in the order of hearing."""

    def newest(self, source: str) -> Iterator[Heard]:
        """Give the events of a source, the last heard first; no more are read than are looked at, but for a few."""

    def transitions(self, after: datetime, by: datetime) -> tuple[Transition, ...]:
        """Take how findings changed after one moment and up to another, in the order of happening."""

    def looked(self, person: PersonId, page: str) -> datetime | None:
        """Tell when a person last looked at a page; None if they never did."""


class Glancing(Protocol):
    """What looking leaves behind; part of `port.Writing`. No fold, rule or grade reads it."""

    def look(self, person: PersonId, page: str, *, at: datetime) -> None:
        """Note that a person looked at a page; an earlier look than the last one known is not noted."""
