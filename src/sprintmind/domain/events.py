"""What sources say: events, the claims read from them, and the observations that claim nothing by themselves."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum, StrEnum
from hashlib import blake2b
from typing import NewType

EventKey = NewType("EventKey", str)
"""`source:identity:digest`: made of the content's identity, never of the delivery."""
ClaimId = NewType("ClaimId", str)
TicketKey = NewType("TicketKey", str)
"""A project key and a number in capitals, `NW-231`."""
PersonId = NewType("PersonId", str)
"""An id of the people file; `UNKNOWN_PERSON` where somebody is meant and it is not known who."""
Name = NewType("Name", str)
"""`kind:identity`, what an event touches: `ticket:NW-1`, `pull:42/88`, `commit:<sha>`, `issue:10001`, …"""
Voice = NewType("Voice", str)
"""Whoever may take a claim back: a pull request, a document's sentence, a speaker."""

UNKNOWN_PERSON = PersonId("unknown")

Value = str | bool | None
"""A field's value: an id, a word, an ISO date, a yes or no, or None for "nothing"."""


class Source(StrEnum):
    """Who says something; how far each is trusted is its `Authority`."""

    GITHUB = "github"
    APPROVAL = "approval"
    DASHBOARD = "dashboard"
    FEEDBACK = "feedback"
    TASK_UPDATE = "task_update"
    STANDUP = "standup"
    COMMENT = "comment"
    MEETING = "meeting"
    SETTLEMENT = "settlement"
    DERIVED = "derived"

    @property
    def authority(self) -> "Authority":
        """How far the source is trusted."""
        return _AUTHORITY[self]

    @property
    def speaks(self) -> bool:
        """It is somebody's words, read; who said them may take them back."""
        return self in (Source.STANDUP, Source.COMMENT, Source.MEETING, Source.FEEDBACK, Source.TASK_UPDATE)


class Authority(IntEnum):
    """How far a source is trusted; a larger number is trusted more."""

    DERIVED = 0
    MEETING = 1
    SPOKEN = 2
    TRACKER = 3
    PERSON = 4
    CODE = 5
    SETTLED = 6


_AUTHORITY = {
    Source.GITHUB: Authority.CODE,
    Source.APPROVAL: Authority.PERSON,
    Source.DASHBOARD: Authority.PERSON,
    Source.FEEDBACK: Authority.PERSON,
    Source.TASK_UPDATE: Authority.TRACKER,
    Source.STANDUP: Authority.SPOKEN,
    Source.COMMENT: Authority.SPOKEN,
    Source.MEETING: Authority.MEETING,
    Source.SETTLEMENT: Authority.SETTLED,
    Source.DERIVED: Authority.DERIVED,
}


class Visibility(StrEnum):
    """Who may read something."""

    TEAM = "team"
    MANAGERS = "managers"
    PARTICIPANTS = "participants"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """Who may read what an event said."""

    visibility: Visibility = Visibility.TEAM
    people: frozenset[PersonId] = frozenset()
    """The speakers, the author and those named with `--participants`; the owner alone if private."""
    ask: PersonId | None = None
    """Whom others may ask about it."""


TEAM_AUDIENCE = Audience()


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Where a claim stands in its source."""

    quote: str = ""
    """The words, verbatim; of a payload, the value at `path` as text."""
    line: int | None = None
    """Line of a text or number of a cue, from 1."""
    path: str | None = None
    """Where in a payload: `pull_request.merged`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Field F of subject S has value V, said at time T."""

    id: ClaimId
    event: EventKey
    subject: TicketKey
    """As the source wrote it; an old key of a moved issue is still that ticket."""
    field: str
    """title, status, assignee, due_date, sprint, blocked, parent, `approval:<who>`, `dependency:<on what>`, …"""
    value: Value
    source: Source
    said_at: datetime
    """UTC, whole seconds."""
    date_only: bool = False
    """The source gave a day without a time; it counts from the start of that day."""
    sequence: int | None = None
    """The source's own order within one second (a changelog id); never a line of a document."""
    position: int = 0
    """Order within its event: line, cue, item."""
    voice: Voice | None = None
    withdraws: bool = False
    """Takes back what its voice said up to now about this field; `value` is None."""
    rejected: str | None = None
    """Why a reading may not move the field (a mention, a part, a hope, a negation)."""
    repeats: bool = False
    """A snapshot (digest, sync, REST): it may only repeat what its tool said last."""
    trusted: Authority | None = None
    """How far it is trusted where that is not its source's authority."""
    person: PersonId | None = None
    """Whom it is about, or the speaker where it is about nobody else."""
    speaker: PersonId | None = None
    """Whose words it was read from; `UNKNOWN_PERSON` where that is nobody of ours, None where it was not noted."""
    waiting_on: str | None = None
    unblocker: str | None = None
    proposed_by: str | None = None
    """The model that read it; None where rules did, or a tool told it."""
    span: Span = Span()
    audience: Audience = TEAM_AUDIENCE

    @property
    def authority(self) -> Authority:
        """How far it is trusted."""
        return self.source.authority if self.trusted is None else self.trusted


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What was said about a promise to a customer: made, repeated, moved, delivered or given up."""

    id: ClaimId
    event: EventKey
    customer: str
    what: str
    source: Source
    said_at: datetime
    date_only: bool = False
    position: int = 0
    due: date | None = None
    due_phrase: str | None = None
    replaces_due: date | None = None
    owner: PersonId | None = None
    tickets: tuple[TicketKey, ...] = ()
    needs_review: bool = False
    outcome: str | None = None
    """None while it is promised; kept, missed or cancelled where the words say how it ended."""
    proposed_by: str | None = None
    """The model that read it; None where rules did."""
    speaker: PersonId | None = None
    """As of a claim."""
    voice: Voice | None = None
    span: Span = Span()
    audience: Audience = TEAM_AUDIENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Something that a source showed and that claims nothing by itself; each kind is a subclass."""

    event: EventKey
    at: datetime
    """When it was so, UTC, whole seconds."""

    @property
    def names(self) -> tuple[Name, ...]:
        """What it tells something about; it is found again by these."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEvent:
    """One thing that happened at a source, with its reading."""

    key: EventKey
    source: Source
    kind: str
    """The source's own word: `pull_request`, `issue_updated`, `meeting`, `settle`."""
    said_at: datetime
    claims: tuple[Claim, ...] = ()
    promises: tuple[Promise, ...] = ()
    observations: tuple[Observation, ...] = ()
    touches: frozenset[Name] = frozenset()
    """Tickets, people and pulls it is evidence about, beside those of its claims and observations."""
    identities: frozenset[str] = frozenset()
    """Names and logins seen that are nobody of the team, `github:octo`, `speaker:Kim`."""
    title: str = ""
    words: str = ""
    """What its author wrote, as a person reads it: a comment, a description, a reason; of a text document nothing."""
    author: PersonId | None = None
    document: str | None = None
    """Kind, day, author and title of a text document; versions of one document share it."""
    audience: Audience = TEAM_AUDIENCE
    ignored: str | None = None
    """Why nothing was understood, if nothing was."""

    @property
    def names(self) -> frozenset[Name]:
        """Everything that the event touches."""
        found = set(self.touches)
        found.update(named("ticket", claim.subject) for claim in self.claims)
        found.update(named("customer", promise.customer) for promise in self.promises)
        found.update(named("claim", claim.id) for claim in self.claims if claim.source.speaks)
        found.update(named("claim", promise.id) for promise in self.promises if promise.source.speaks)
        found.update(named("ticket", key) for promise in self.promises for key in promise.tickets)
        found.update(name for observation in self.observations for name in observation.names)
        found.update(named("identity", identity.casefold()) for identity in self.identities)
        if self.document:
            found.add(named("document", self.document))
        return frozenset(found)


def named(kind: str, identity: str) -> Name:
    """Name a thing that an event touches.

    >>> named("ticket", "NW-231")
    'ticket:NW-231'
    """
    return Name(f"{kind}:{identity}")


def identity(name: Name) -> str:
    """Take the kind off a name.

    >>> identity(Name("ticket:NW-1"))
    'NW-1'
    """
    return name.split(":", 1)[1]


def digest(*parts: object, size: int = 8) -> str:
    """Hash parts into hex digits; equal parts give the same digest on every machine.

    Args:
        parts: What to hash; their `repr` is taken, so keep to text, numbers, booleans, None and tuples of these.
        size: Bytes of digest, two hex digits each.
    """
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()
