"""Another system is read and what it tells recorded, step by step; wherever that stops, the next time goes on there."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from sprintmind.answers import Ingested, Refused
from sprintmind.domain.events import TicketKey, named
from sprintmind.domain.findings import Transition
from sprintmind.domain.likely_keys import KeysSeen
from sprintmind.domain.suggestions import Account
from sprintmind.inlets.passes import SINCE
from sprintmind.inlets.port import Inlet, Step
from sprintmind.intake import Delivery
from sprintmind.ledger.port import Ledger


class Take(Protocol):
    """Records deliveries; one that cannot be read is refused, and stops nothing."""

    def __call__(self, deliveries: Sequence[Delivery], *, baseline: bool) -> Ingested:
        """Record them."""


Watch = Callable[[Step], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many events of one kind were read, and how many of them nobody had told before."""

    what: str
    new: int
    known: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    """What came of reading another system."""

    system: str
    baseline: bool
    """It was the first time: what was found opens findings, and nobody is told of it."""
    tallies: tuple[Tally, ...] = ()
    transitions: tuple[Transition, ...] = ()
    refused: tuple[Refused, ...] = ()
    notes: tuple[str, ...] = ()
    memory_backlog: int = 0
    accounts: tuple[Account, ...] = ()
    keys: KeysSeen = field(default_factory=KeysSeen)

    @property
    def new(self) -> int:
        """How many events nobody had told before."""
        return sum(tally.new for tally in self.tallies)

    @property
    def known(self) -> int:
        """How many events were known already."""
        return sum(tally.known for tally in self.tallies)


def synchronise(
    inlet: Inlet, *, ledger: Ledger, take: Take, since: datetime | None = None, watch: Watch | None = None
) -> Synced:
    """Read a system from where reading it stood, or from a moment.

    Raises:
        UnavailableError: It stopped answering; what was read until then is recorded.
    """
    with ledger.reading() as reading:
        cursors = reading.cursors(inlet.system)
    baseline = SINCE not in cursors
    gathered = _Gathered()
    for step in inlet.read(cursors, since=since, known=_Known(ledger)):
        gathered.add(step, take(step.deliveries, baseline=baseline))
        if step.cursors:
            with ledger.writing() as transaction:
                transaction.move_cursors(inlet.system, step.cursors)
        if watch:
            watch(step)
    return gathered.synced(inlet.system, baseline=baseline)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the ledger knows; see `inlets.port.Known`."""

    ledger: Ledger

    def keys(self) -> frozenset[TicketKey]:
        """Name the tickets that are not deleted."""
        with self.ledger.reading() as reading:
            return frozenset(ticket.key for ticket in reading.tickets() if not ticket.deleted)

    def issue(self, key: TicketKey) -> str | None:
        """Tell the tracker's own id of a ticket; None where there is none, or a key had several."""
        with self.ledger.reading() as reading:
            names = {name for heard in reading.touching([named("ticket", key)]) for name in heard.names}
        issues = [name.partition(":")[2] for name in sorted(names) if name.startswith("issue:")]
        return issues[0] if len(issues) == 1 else None


@dataclass(slots=True)
class _Gathered:
    """What steps told so far."""

    new: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    transitions: list[Transition] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    notes: dict[str, None] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    keys: KeysSeen = field(default_factory=KeysSeen)

    def add(self, step: Step, result: Ingested) -> None:
        """Add a step and what came of recording it."""
        for event in result.events:
            (self.new if event.new else self.known)[step.what] += 1
        self.transitions += result.transitions
        self.refused += result.refused
        self.notes |= dict.fromkeys(step.notes)
        for account in step.accounts:
            before = self.accounts.get(account.named)
            if before is None or (not before.email and account.email) or (not before.name and account.name):
                self.accounts[account.named] = account
        self.keys = self.keys.seen(step.texts)

    def synced(self, system: str, *, baseline: bool) -> Synced:
        """Sum it up."""
        kinds = dict.fromkeys((*self.new, *self.known))
        return Synced(
            system=system,
            baseline=baseline,
            tallies=tuple(Tally(what=what, new=self.new[what], known=self.known[what]) for what in kinds),
            transitions=tuple(self.transitions),
            refused=tuple(self.refused),
            notes=tuple(self.notes),
            accounts=tuple(self.accounts.values()),
            keys=self.keys,
        )
