"""What a risk rule finds, and how a finding changes over time."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import NewType

from sprintmind.domain.events import (
    TEAM_AUDIENCE,
    Audience,
    EventKey,
    Name,
    Observation,
    PersonId,
    TicketKey,
    named,
)

FindingId = NewType("FindingId", str)
"""`rule/subject`; of one rule and subject, the gravest finding stands."""


class Severity(IntEnum):
    """How grave a finding is."""

    LOW = 1
    MEDIUM = 2
    HIGH = 3
    CRITICAL = 4

    @property
    def word(self) -> str:
        """The severity as it is written: low, medium, high, critical."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A risk, why it is one, whom to ask and what ends it."""

    rule: str
    subject: str
    """The ticket key where there is one, else the commitment's id or `owner/repo#n`."""
    severity: Severity
    because: str
    """One sentence."""
    since: datetime
    """When what it rests on began, UTC."""
    evidence: tuple[EventKey, ...] = ()
    ask: PersonId | None = None
    resolves_when: str = ""
    tickets: tuple[TicketKey, ...] = ()
    commitment: str | None = None
    audience: Audience = field(default=TEAM_AUDIENCE)

    @property
    def id(self) -> FindingId:
        """Names the finding across evaluations."""
        return FindingId(f"{self.rule}/{self.subject}")


class Change(StrEnum):
    """How a finding changed between two evaluations."""

    OPENED = "opened"
    ESCALATED = "escalated"
    EASED = "eased"
    RESOLVED = "resolved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """A finding that opened, grew graver, eased or ended."""

    finding: Finding
    change: Change
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingMarked(Observation):
    """A person has seen a finding, or wants it back later."""

    finding: FindingId
    by: PersonId
    until: datetime | None = None
    """Of a snooze, when it comes back; None of a mere acknowledgement."""
    reason: str = ""

    @property
    def names(self) -> tuple[Name, ...]:
        """The finding."""
        return (named("finding", self.finding),)
