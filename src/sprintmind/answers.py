"""What every way in may call: one method per thing that a person wants, each a journey or a question to the ledger."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import Audience, Claim, EventKey, PersonId, Promise
from sprintmind.domain.findings import FindingId, Transition
from sprintmind.domain.memories import MemoryStatus, Recalled
from sprintmind.domain.proposed import ReadBy
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.ledger.telling import Waiting
from sprintmind.record import Recorded
from sprintmind.record import RecordedEvent as RecordedEvent


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
    memory_error: str | None = None
    """Why memory could not be told, where that was tried."""
    refused: tuple[Refused, ...] = ()
    posted: tuple[str, ...] = ()
    """Where digests were put."""
    read_by: ReadBy | None = None
    """Who read the texts among them; None where there was none."""


def refusal(delivery: Delivery, error: DeliveryError) -> Refused:
    """List a delivery that cannot be read; its name stands once."""
    return Refused(file=delivery.filename, reason=str(error).removeprefix(f"{delivery.filename}: "))


def ingested(recorded: Recorded) -> Ingested:
    """Tell what came of what was recorded at once."""
    return Ingested(
        events=recorded.events,
        transitions=recorded.transitions,
        memory_backlog=recorded.backlog,
        refused=tuple(refusal(each.delivery, each.error) for each in recorded.refused),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryReport:
    """How memory is, and what it has not been told."""

    waiting: Waiting
    status: MemoryStatus | None
    """None where it cannot be opened."""
    error: str | None = None
    """The last that went wrong."""

    @property
    def ready(self) -> bool:
        """It answers."""
        return self.status is not None and self.status.ready


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What memory recalls."""

    found: tuple[Recalled, ...]
    """Best first."""
    waiting: int = 0
    """How many items it has not been told yet, so that they cannot be found."""
    error: str | None = None
    """Why it was not told of them just now."""


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
class TakenIn:
    """What came of taking in what another ledger exported."""

    new: int
    """How many events; 0 if all were known."""
    verification: Verification
    """What folding them showed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RereadDocument:
    """A document or comment of which another reader claims something else."""

    event: EventKey
    """The version that was read."""
    title: str
    said_at: datetime
    audience: Audience
    gone: tuple[Claim, ...] = ()
    """What was claimed of tickets and is not claimed any more."""
    new: tuple[Claim, ...] = ()
    promises_gone: tuple[Promise, ...] = ()
    promises_new: tuple[Promise, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reread:
    """What reading every document and comment again showed."""

    documents: tuple[RereadDocument, ...]
    """Those that are read otherwise, in the order of hearing."""
    applied: bool
    """The new readings are recorded; else nothing is."""
    reader: str
    """The version of the reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that `doctor` looked at."""

    name: str
    ok: bool
    detail: str
    do: str = ""
    """What to do about it, if it is not well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """Whether what is told arrives, and goes on to memory."""

    heard: Mapping[str, datetime]
    """When each source was last heard."""
    backlog: int
    """How much memory has not been told yet."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedded:
    """What `memory reembed` did."""

    count: int
    """How many texts were embedded."""
    status: MemoryStatus
    """How memory is now."""
