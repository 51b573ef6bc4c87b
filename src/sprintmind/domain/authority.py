"""The fold: which of all claims about one field stands, and why each of the others does not.

The algorithm and its laws are in docs/explanation/fold.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from sprintmind.domain.events import Claim, EventKey, TicketKey, Value

WINDOW = timedelta(hours=72)


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


def fold(
    claims: Iterable[Claim],
    *,
    subject: TicketKey,
    field: str,
    window: timedelta = WINDOW,
    heard: Mapping[EventKey, int] | None = None,
    zone: tzinfo = UTC,
) -> FieldHistory:
    """Decide every claim about one field of one subject.

    Args:
        claims: In any order, with any repeats; all have been said by now (what is said for the future is left out).
        subject: The ticket by its current key (the claims may use older ones).
        field: The field.
        window: How long a value is protected by what supports it.
        heard: In which order the events were heard; without it nothing is late.
        zone: The team's time zone, for the days in reasons.
    """
    raise NotImplementedError
