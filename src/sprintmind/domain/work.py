"""The work itself: a ticket as all sources together show it, its pull requests, and promises to customers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from sprintmind.domain.authority import FieldHistory
from sprintmind.domain.events import TEAM_AUDIENCE, Audience, ClaimId, EventKey, PersonId, Promise, TicketKey, Value


class Status(StrEnum):
    """Where a ticket stands."""

    TODO = "todo"
    IN_PROGRESS = "in_progress"
    IN_REVIEW = "in_review"
    IN_QA = "in_qa"
    DONE = "done"
    CANCELLED = "cancelled"


class PullStatus(StrEnum):
    """Where a pull request stands."""

    DRAFT = "draft"
    OPEN = "open"
    MERGED = "merged"
    CLOSED = "closed"


class CiState(StrEnum):
    """What all checks of one commit say together; unknown is never passing."""

    FAILING = "failing"
    PENDING = "pending"
    PASSING = "passing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One person's standing decisive review of a pull request."""

    reviewer: str
    """A person, or `github:login` for someone outside the team."""
    approves: bool
    at: datetime
    of_head: bool
    """False for an approval given before the head moved."""
    event: EventKey


class DeployState(StrEnum):
    """How a deployment fares."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    UNDER_WAY = "under way"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """The newest deployment of some commits to one environment."""

    environment: str
    """As GitHub calls it; may be empty."""
    state: DeployState
    at: datetime
    """When it was last heard of, UTC."""
    event: EventKey


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    """A pull request as its observations up to a moment show it."""

    repository: str
    """`owner/name`, newest."""
    repository_id: int
    number: int
    status: PullStatus
    title: str
    author: PersonId | None
    """None where the login is nobody's of the team."""
    head: str
    """Full SHA."""
    branch: str
    works_on: frozenset[TicketKey]
    mentions: frozenset[TicketKey] = frozenset()
    ci: CiState = CiState.UNKNOWN
    ci_evidence: tuple[EventKey, ...] = ()
    queue_ci: CiState | None = None
    """What the merge queue's own commit says; None if it was never queued."""
    reviews: tuple[Review, ...] = ()
    ready_since: datetime | None = None
    """When it last became open and ready; None while it is a draft or closed."""
    opened_at: datetime | None = None
    merged_at: datetime | None = None
    """When it merged, or landed by another commit."""
    landed_at: datetime | None = None
    """When it reached the default branch; None while it is merged into another branch only."""
    closed_at: datetime | None = None
    reverted: bool = False
    deployments: tuple[Deployment, ...] = ()
    """Of its merge commit, or of its head since it merged, by environment; empty where none was seen."""
    own: bool = True
    """False of a revert, a batch and a bot's pull request: it says nothing about a ticket."""
    draft: bool = False
    event: EventKey
    """The newest observation of it."""
    url: str | None = None

    @property
    def name(self) -> str:
        """`owner/repo#n`."""
        return f"{self.repository}#{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A ticket as all claims up to a moment show it."""

    key: TicketKey
    keys: frozenset[TicketKey]
    """All keys that it has had."""
    fields: Mapping[str, FieldHistory]
    pulls: tuple[PullRequest, ...] = ()
    """The pull requests that work on it."""
    deleted: bool = False
    history_incomplete: bool = False
    parent: TicketKey | None = None
    last_evidence_at: datetime | None = None
    """When any source last showed or said something about it."""
    waits_until: datetime | None = None
    """When the next claim said for the future begins to count; None if none waits."""

    @property
    def known(self) -> bool:
        """Something is true of it; of a ticket that was merely mentioned, nothing is."""
        return bool(self.pulls) or any(history.holder for history in self.fields.values())

    def value(self, name: str) -> Value:
        """Tell a field's value; None where nothing was ever claimed."""
        history = self.fields.get(name)
        return history.value if history else None


class CommitmentStatus(StrEnum):
    """Where a promise stands."""

    OPEN = "open"
    KEPT = "kept"
    MISSED = "missed"
    CANCELLED = "cancelled"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Renegotiation:
    """A promise's date that moved, and who said so."""

    before: date | None
    after: date | None
    by: PersonId | None
    at: datetime
    event: EventKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """One promise to a customer, over time."""

    id: ClaimId
    """Its earliest claim's."""
    ids: frozenset[ClaimId]
    """Ids of all that it united; each finds it."""
    customer: str
    what: str
    due: date | None
    due_phrase: str | None
    owner: PersonId | None
    tickets: tuple[TicketKey, ...]
    status: CommitmentStatus
    said: tuple[Promise, ...]
    """Everything that was said about it, in order."""
    renegotiations: tuple[Renegotiation, ...] = ()
    due_history: FieldHistory | None = None
    needs_review: bool = False
    audience: Audience = field(default=TEAM_AUDIENCE)
