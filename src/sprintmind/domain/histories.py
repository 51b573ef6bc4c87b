"""What the fold hands out: a field's value, every claim with its decision, and who disagreed."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sprintmind.domain.events import Claim, TicketKey, Value


class Decision(StrEnum):
    """What the fold made of a claim."""

    ACCEPTED = "accepted"
    CONFIRMED = "confirmed"
    CONFLICTING = "conflicting"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A claim with what was made of it."""

    claim: Claim
    decision: Decision
    reason: str
    """A sentence that a person understands."""
    late: bool
    """It was heard after a newer value stood, and changed nothing."""
    current: bool
    """It holds the value."""

    @property
    def applied(self) -> bool:
        """Accepted or confirmed, and not late in vain."""
        return self.decision in (Decision.ACCEPTED, Decision.CONFIRMED) and not self.late


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A less trusted source that says something else than the current value."""

    id: str
    """Made of subject, field and challenging value."""
    subject: TicketKey
    field: str
    value: Value
    """What stands, or stood when the conflict closed."""
    holder: Claim
    challenger: Claim
    """The newest claim for the challenging value."""
    since: datetime
    """When it opened, the last time if it opened more than once."""
    closed_by: Claim | None = None
    closed_because: str | None = None

    @property
    def open(self) -> bool:
        """Nobody has closed it."""
        return self.closed_by is None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldHistory:
    """A field's value and how it came about."""

    subject: TicketKey
    field: str
    value: Value
    holder: Claim | None
    """The claim that holds the value; None if no claim counts."""
    decided: tuple[Decided, ...]
    """Every claim once, in the order of the fold."""
    conflicts: tuple[Conflict, ...] = ()
    """Open ones first, each in the order in which it opened."""

    @property
    def open_conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts that nobody has closed."""
        return tuple(conflict for conflict in self.conflicts if conflict.open)
