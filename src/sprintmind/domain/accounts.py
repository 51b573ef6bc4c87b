"""What reports are made of: where work stands, what changed, what must be decided; each with what it rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sprintmind.domain.authority import Conflict
from sprintmind.domain.chains import Chain
from sprintmind.domain.events import EventKey, PersonId, TicketKey
from sprintmind.domain.evidence import TEMPLATES, Evidence
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.work import Commitment, Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where a ticket in flight stands."""

    ticket: Ticket
    because: str
    """One sentence: why it is at risk, by what it is blocked, or what it is doing."""
    severity: Severity | None = None
    """Of the gravest finding on it; None where nothing is found."""
    findings: tuple[Finding, ...] = ()
    """Gravest first."""
    grounds: tuple[EventKey, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Promised:
    """Where an open promise stands."""

    commitment: Commitment
    chain: Chain
    findings: tuple[Finding, ...] = ()
    """What the rules find on it, gravest first."""
    grounds: tuple[EventKey, ...] = ()

    @property
    def in_danger(self) -> bool:
        """A link is broken, or a rule finds something about it."""
        return self.chain.broken is not None or bool(self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something that a person must decide or do, and a message that asks for it."""

    what: str
    whom: PersonId | None
    """None where nobody in particular is known who could."""
    message: str
    """To copy; it says no more than the one it is for may read."""
    severity: Severity
    subject: str
    grounds: tuple[EventKey, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that is otherwise than it was."""

    at: datetime
    kind: str
    """ticket, promise or risk."""
    subject: str
    """A ticket's key, a promise's id, a finding's id."""
    text: str
    """One sentence."""
    people: frozenset[PersonId] = frozenset()
    """Whom it concerns: who has the ticket, who owns the promise, whom to ask."""
    tickets: frozenset[TicketKey] = frozenset()
    customer: str | None = None
    grounds: tuple[EventKey, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What changed since a moment."""

    since: datetime
    found: tuple[Change, ...] = ()
    """In the order of happening."""
    more: int = 0
    """Tickets that were touched and not compared, because they were too many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """When a source was last heard."""

    source: str
    last_heard: datetime


Proof = Mapping[EventKey, tuple[Evidence, ...]]
"""By event, what each says that the caller may read."""

NO_PROOF: Proof = {}


def proof_of(grounds: Iterable[EventKey], proof: Proof, *, about: Iterable[str] = ()) -> tuple[Evidence, ...]:
    """Take what some events say, in their order; of one that says something about a subject, only that.

    Args:
        grounds: The events.
        proof: What they say.
        about: Ticket keys, or ids of promises.
    """
    wanted = frozenset(about)
    found: list[Evidence] = []
    for key in dict.fromkeys(grounds):
        said = proof.get(key, ())
        fitting = tuple(each for each in said if each.subject in wanted) or said[:1]
        found += tuple(each for each in fitting if each.quote) or fitting[:1]
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrative:
    """The same in prose, and whose it is."""

    text: str
    author: str = TEMPLATES
    """`templates`, or the model's name."""
    flagged: tuple[str, ...] = ()
    """Sentences of a model that the ledger does not bear out; they stand in no text."""
    note: str = ""
    """Why a model's text is not used, where one was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Radar:
    """The manager's page; every number in it is counted in the ledger."""

    now: datetime
    headline: str
    on_track: tuple[Placed, ...]
    at_risk: tuple[Placed, ...]
    blocked: tuple[Placed, ...]
    put_aside: tuple[TicketKey, ...] = ()
    """Of these only what somebody snoozed is found."""
    commitments: tuple[Promised, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    decisions: tuple[Decision, ...] = ()
    changes: Changes
    freshness: tuple[Freshness, ...] = ()
    memory_backlog: int = 0
    narrative: Narrative
    proof: Proof = field(default_factory=lambda: NO_PROOF)
