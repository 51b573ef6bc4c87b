"""What the journeys may ask of a ledger: to write in one transaction, to read, and to be looked after.

Every adapter passes `tests/contract/test_ledger.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from sprintmind.domain.authority import Decided
from sprintmind.domain.erasure import Erasures
from sprintmind.domain.events import ClaimId, EventKey, Name, SourceEvent, TicketKey
from sprintmind.domain.findings import Finding, FindingId, Transition
from sprintmind.domain.heard import Heard
from sprintmind.domain.mental_models import MentalModel
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.tombstones import Tombstone
from sprintmind.domain.work import Commitment, PullRequest, Ticket
from sprintmind.intake import Delivery
from sprintmind.ledger.answering import Asks
from sprintmind.ledger.beside import Access, Feed, Reception
from sprintmind.ledger.glances import Glances, Glancing
from sprintmind.ledger.kept import TEAM as TEAM
from sprintmind.ledger.kept import Kept
from sprintmind.ledger.learned import LearnedReading, LearnedWriting
from sprintmind.ledger.telling import Outbox


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much a ledger holds."""

    events: int
    claims: int
    backlog: int
    """What memory has not been told yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedRow:
    """What was made of a claim, as it is stored."""

    event: EventKey
    field: str
    decision: str
    late: bool
    current: bool
    reason: str

    @classmethod
    def of(cls, decided: Decided) -> "DecidedRow":
        """Take what is stored of a decision."""
        return cls(
            event=decided.claim.event,
            field=decided.claim.field,
            decision=decided.decision.value,
            late=decided.late,
            current=decided.current,
            reason=decided.reason,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A login or name that was nobody's of the team when it was read."""

    identity: str
    source: str
    events: int
    """In how many it was seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """Which database a ledger is in, and how that is."""

    kind: str
    """`SQLite 3.45.1`, `PostgreSQL 15.4`."""
    location: str
    """A file or an address, without a password."""
    schema: int
    """Its version."""
    size: int
    """In bytes."""
    free: int | None
    """Bytes left on its disk; None where that cannot be seen from here."""
    forgetful: str = ""
    """Settings of a server by which it can lose what it said was kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A copy of a ledger, of one moment."""

    file: Path
    size: int
    """In bytes."""
    restore: str
    """The command that makes it the ledger again."""


class Reading(Kept, Glances, LearnedReading, Protocol):
    """What can be asked of a ledger; everything asked of one reading is of one moment."""

    @property
    def access(self) -> Access:
        """Who may come in."""

    @property
    def feed(self) -> Feed:
        """What happened lately."""

    @property
    def reception(self) -> Reception:
        """What came to the addresses for webhooks."""

    def touching(self, names: Iterable[Name]) -> tuple[Heard, ...]:
        """Find the events that touch any of the names, each once, in the order of hearing."""

    def names_within(self, prefix: str) -> frozenset[Name]:
        """Find all names that begin so."""

    def events(self, *, heard_by: datetime | None = None) -> tuple[Heard, ...]:
        """Take all events heard by a moment, in the order of hearing."""

    def deliveries(self, names: Iterable[Name] | None) -> tuple[tuple[Heard, Delivery], ...]:
        """Take the raw deliveries of the events that touch any of the names (None: all), without those erased."""

    def heard_at(self, events: Iterable[EventKey]) -> Mapping[EventKey, datetime]:
        """Tell when each event was heard."""

    def told(self, keys: Iterable[EventKey]) -> tuple[tuple[Heard, Delivery | None], ...]:
        """Take some events by their keys with their raw deliveries (None where erased), in the order of hearing."""

    def stories(
        self, findings: Iterable[FindingId] | None = None, *, since: datetime | None = None
    ) -> tuple[Transition, ...]:
        """Take how some findings changed (None: all), from a moment on, in order."""

    def models(self) -> tuple[tuple[MentalModel, str], ...]:
        """Take the mental models, each with the digest of what it rests on, by name."""

    def mark(self) -> str:
        """Tell how far the ledger is: another word after anything was heard or any finding changed."""

    def live_tickets(self) -> tuple[Ticket, ...]:
        """Take the cached state, without history, of every ticket that is still to be done."""

    def looking_at(self, keys: Iterable[TicketKey]) -> frozenset[TicketKey]:
        """Find the tickets whose parent is one of these, or that wait on one."""

    def ticket_keys(self, keys: Iterable[TicketKey]) -> Mapping[TicketKey, TicketKey]:
        """Tell the current key of some tickets; a key that no move is known of is its own."""

    def findings(
        self, *, subjects: Iterable[str] | None = None, concerning: Iterable[TicketKey] | None = None
    ) -> tuple[Finding, ...]:
        """Take the findings on some subjects, or that concern some tickets (without either: all), as last stored."""

    def decisions(self) -> Mapping[tuple[TicketKey, ClaimId], DecidedRow]:
        """Take what was made of every claim."""

    def cursors(self, system: str) -> Mapping[str, str]:
        """Tell where reading another system stands, by name."""

    def of_claim(self, claim: ClaimId) -> EventKey | None:
        """Tell which event made a claim; None if there is no such claim."""

    def identities(self) -> tuple[Identity, ...]:
        """Take the identities that were nobody's, by name."""

    def counts(self) -> Counts:
        """Count what there is."""

    def backlog(self) -> int:
        """Count what memory has not been told yet."""

    def last_heard(self) -> Mapping[str, datetime]:
        """Tell when each source was last heard."""

    def erasures(self) -> Erasures:
        """Tell what is erased, so that it is kept out whenever it comes again."""

    def everything(self) -> tuple[tuple[Heard, Delivery | None], ...]:
        """Take all events with their raw deliveries (None where erased), in the order of hearing."""

    def standing(self, words: Iterable[str]) -> Mapping[str, int]:
        """Count by table the rows in which any of some words stand, whatever is packed in them."""

    def exported(self) -> Iterator[bytes]:
        """Give everything that no fold can make again, one JSON document a line; see `moving`."""


class Writing(LearnedWriting, Reading, Glancing, Protocol):
    """One transaction: everything written in it stands together or not at all, and nobody else writes meanwhile."""

    def add(self, read: Iterable[tuple[SourceEvent, Delivery]]) -> frozenset[EventKey]:
        """Store events with their raw bodies, and tell which are new; of those that are known, deliveries are noted."""

    def read_again(self, heard: Heard, event: SourceEvent) -> None:
        """Replace the reading of a stored event."""

    def keep_tickets(self, tickets: Sequence[Ticket]) -> None:
        """Store tickets' states, decided claims and conflicts in place of what stood under any of their keys."""

    def forget_tickets(self, keys: Iterable[TicketKey]) -> None:
        """Forget the state of tickets of which nothing is known any more."""

    def keep_pulls(self, pulls: Mapping[Name, PullRequest | None]) -> None:
        """Store the pull requests that work on no ticket; those with None are forgotten."""

    def keep_sprints(
        self, starts: Mapping[str, date], ends: Mapping[str, SprintEnd], *, instead_of: Iterable[str]
    ) -> None:
        """Store when sprints start and end, in place of what was known of some names."""

    def keep_commitments(self, commitments: Sequence[Commitment], *, instead_of: str | None) -> None:
        """Store commitments in place of all those to one customer (None: of none)."""

    def keep_findings(self, findings: Iterable[Finding], *, instead_of: Iterable[Finding]) -> None:
        """Store findings in place of others."""

    def wait(self, until: Mapping[Name, datetime | None]) -> None:
        """Note when the next thing said of a ticket or to a customer begins to count (None: none waits)."""

    def log(self, transitions: Sequence[Transition]) -> None:
        """Keep what we believed when."""

    def queue(self, documents: Sequence[str], *, kind: str, at: datetime) -> None:
        """Queue what memory must retain, or with the kind `erasure` what it must forget."""

    def queue_everything(self) -> int:
        """Queue anew all that memory was ever to retain, and tell how many documents that are."""

    def keep_models(self, models: Mapping[MentalModel, str]) -> None:
        """Store mental models in place of those of the same names, each with the digest of what it rests on."""

    def forget_retained(self) -> None:
        """Forget what memory keeps; it was emptied."""

    def bury(self, stones: Iterable[Tombstone]) -> None:
        """Keep that something is erased; what is known already stays as it is."""

    def replace_event(self, heard: Heard, event: SourceEvent, delivery: Delivery | None) -> None:
        """Store an event in place of another, under a new key where it has one, with what is left of its delivery."""

    def drop_bodies(self) -> int:
        """Let go of the raw bodies of which no event tells any more, and tell how many those were."""

    def rewrite(self, text: Callable[[str], str], state: Callable[[object], object]) -> Mapping[str, int]:
        """Rewrite what stands beside events and state, and count by table the rows that changed.

        Questions, marks and ways in that change are let go of; they were somebody's own.

        Args:
            text: Rewrites a text.
            state: Rewrites a JSON document.
        """

    def clear_state(self) -> None:
        """Forget all state but the findings; it is about to be made again from the facts."""

    def remember(self, name: str, value: str) -> None:
        """Keep a fact about the running of the system."""

    def move_cursors(self, system: str, cursors: Mapping[str, str | None]) -> None:
        """Keep where reading another system stands; a cursor without a value is forgotten."""

    def take_in(self, lines: Iterable[bytes]) -> int:
        """Store what another ledger exported, of the state only the findings, and tell how many events are new.

        Raises:
            InputError: A line cannot be used, or the ledger holds something and lacks some of these events.
        """


class Ledger(Protocol):
    """One workspace's ledger."""

    def reading(self) -> AbstractContextManager[Reading]:
        """Open a view of one moment."""

    def writing(self) -> AbstractContextManager[Writing]:
        """Open a transaction; it is committed at the end, and undone if anything is raised."""

    @property
    def outbox(self) -> Outbox:
        """What memory must be told."""

    def scrub(self) -> str:
        """Leave nothing of what was taken away in the database's files; tells what could not be done, else nothing."""

    @property
    def asks(self) -> Asks:
        """What was answered, and what models took."""

    def about(self) -> About:
        """Tell which database it is, and how that is."""

    def backup(self, file: Path) -> Backup:
        """Write a copy of one moment to a new file, while others read and write.

        Raises:
            InputError: There is such a file.
            UnavailableError: It cannot be written.
        """

    def close(self) -> None:
        """Let go of the database."""
