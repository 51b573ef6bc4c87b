"""What every way in may call: one method per thing that a person wants, each a journey or a question to the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sprintmind.domain.authority import Conflict, Decided
from sprintmind.domain.events import ClaimId, EventKey, PersonId, TicketKey
from sprintmind.domain.findings import Finding, FindingId, Transition
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Person, Team
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Commitment, Ticket
from sprintmind.intake import Delivery
from sprintmind.reading.statements import Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEvent:
    """One event as `ingest` reports it."""

    key: EventKey
    new: bool
    claims: tuple[Decided, ...] = ()
    """Each claim and promise of it on a ticket, with what was made of it."""
    promises: int = 0
    ignored: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A delivery that could not be read; nothing of it was stored."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingested:
    """What came of some deliveries."""

    events: tuple[RecordedEvent, ...] = ()
    transitions: tuple[Transition, ...] = ()
    memory_backlog: int = 0
    refused: tuple[Refused, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmapped:
    """A login or name that is nobody's of the team yet."""

    identity: str
    """`github:octo`, `jira:5b10…`, `speaker:Kim`; what `people link` takes."""
    source: str
    seen: int
    """In how many events."""
    suggestion: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What folding everything again showed."""

    events: int
    claims: int
    fields: int
    differences: tuple[str, ...] = ()
    """Each names what differs between the cached state and the fold."""

    @property
    def same(self) -> bool:
        """State is the fold of the events."""
        return not self.differences


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that `doctor` looked at."""

    name: str
    ok: bool
    detail: str
    do: str = ""
    """What to do about it, if it is not well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPreview:
    """What linking an identity to a person would change."""

    identity: str
    person: PersonId | None
    events: int
    """How many events are read anew."""
    changes: tuple[str, ...] = ()
    """`NW-231 assignee: unknown → priya`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged:
    """What a person said about a finding."""

    finding: FindingId
    by: PersonId
    at: datetime
    until: datetime | None = None
    """Of a snooze, when it comes back."""
    reason: str = ""


class App:
    """One workspace, opened; made by `bootstrap.open_app`."""

    team: Team
    """With the links that people made since the people file."""

    def now(self) -> datetime:
        """Tell the time, or `SPRINTMIND_NOW`."""
        raise NotImplementedError

    def ingest(self, deliveries: Sequence[Delivery], *, dry_run: bool = False) -> Ingested:
        """Read and record deliveries, each in transactions of its own; those that cannot be read are listed."""
        raise NotImplementedError

    def extract(self, delivery: Delivery) -> tuple[Statement, ...]:
        """Read a text and store nothing; statements that claim nothing are included, of kind none."""
        raise NotImplementedError

    def tickets(self, moment: Moment, caller: Caller, *, deleted: bool = False) -> tuple[Ticket, ...]:
        """Tell every ticket's state, by key."""
        raise NotImplementedError

    def ticket(self, key: TicketKey, moment: Moment, caller: Caller) -> Ticket:
        """Tell one ticket's state by any key that it has had; raises InputError if there is none."""
        raise NotImplementedError

    def commitments(self, moment: Moment, caller: Caller, *, disputed: bool = False) -> tuple[Commitment, ...]:
        """Tell every promise, by due date; rejected ones only where asked for."""
        raise NotImplementedError

    def conflicts(self, moment: Moment, caller: Caller, *, closed: bool = False) -> tuple[Conflict, ...]:
        """Tell the open conflicts; the closed too where asked for."""
        raise NotImplementedError

    def risks(self, moment: Moment, caller: Caller, *, snoozed: bool = False) -> tuple[Finding, ...]:
        """Evaluate the rules, gravest first; snoozed findings only where asked for."""
        raise NotImplementedError

    def acknowledged(self) -> dict[FindingId, Acknowledged]:
        """Tell who acknowledged or snoozed which finding."""
        raise NotImplementedError

    def people(self) -> tuple[tuple[Person, ...], tuple[Unmapped, ...]]:
        """List the team's people, and the identities seen that are nobody's."""
        raise NotImplementedError

    def correct(
        self,
        text: str,
        *,
        by: PersonId,
        ticket: TicketKey | None = None,
        field: str | None = None,
        value: str | None = None,
        reason: str | None = None,
    ) -> Ingested:
        """Record a correction, in words or by field; with a reason it also settles the conflict that it opens."""
        raise NotImplementedError

    def settle(self, conflict: str, *, value: str, by: PersonId, reason: str) -> Ingested:
        """Settle an open conflict; raises InputError for an unknown or closed one, or a value that is not of it."""
        raise NotImplementedError

    def withdraw(self, claim: ClaimId, *, by: PersonId) -> Ingested:
        """Take back what was read from somebody's words; raises InputError for an unknown claim."""
        raise NotImplementedError

    def promise(
        self,
        *,
        customer: str,
        what: str,
        due: date | None,
        by: PersonId,
        owner: PersonId | None = None,
        ticket: TicketKey | None = None,
    ) -> Ingested:
        """Record a promise to a customer that a person enters."""
        raise NotImplementedError

    def answer_promise(
        self, id: ClaimId, *, action: str, by: PersonId, reason: str = "", outcome: str = "kept"
    ) -> Ingested:
        """Confirm, reject or close a promise; raises InputError for an unknown one."""
        raise NotImplementedError

    def preview_link(self, identity: str, person: PersonId | None) -> LinkPreview:
        """Tell what a link would change, and change nothing."""
        raise NotImplementedError

    def link(self, identity: str, person: PersonId | None, *, by: PersonId) -> Ingested:
        """Record whose identity it is (None: nobody's); it reaches into the past."""
        raise NotImplementedError

    def acknowledge(
        self, finding: FindingId, *, by: PersonId, until: datetime | None = None, reason: str = "", snooze: bool = False
    ) -> Ingested:
        """Record that a person has seen a finding, or wants it back later; raises InputError if there is none."""
        raise NotImplementedError

    def tick(self) -> Ingested:
        """Time has passed: let what waited count, evaluate all rules, store the transitions."""
        raise NotImplementedError

    def verify(self) -> Verification:
        """Fold everything again, from the readings, and compare."""
        raise NotImplementedError

    def rebuild(self) -> Verification:
        """Read every event again with the team as it is now, fold everything, and replace the state."""
        raise NotImplementedError

    def doctor(self) -> tuple[Check, ...]:
        """Look at everything that can be wrong."""
        raise NotImplementedError
