"""A question as it is understood: what is wanted, about what, whose, and from when on."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sprintmind.domain.events import PersonId, TicketKey
from sprintmind.domain.work import Status


class Intent(StrEnum):
    """What somebody wants to know."""

    UNBLOCK = "unblock"
    APPROVALS = "approvals"
    DEPENDENCIES = "dependencies"
    CONFLICTS = "conflicts"
    CORRECTIONS = "corrections"
    WHY = "why"
    MOVED = "moved"
    """Which promised dates moved."""
    PROMISES = "promises"
    CHANGES = "changes"
    NEXT = "next"
    RISK = "risk"
    BLOCKED = "blocked"
    SPRINT = "sprint"
    CI = "ci"
    REVIEW = "review"
    DUE = "due"
    OWNER = "owner"
    SAID = "said"
    DEPLOYED = "deployed"
    """Where it was deployed to, which a merge does not say."""
    STATUS = "status"
    OTHER = "other"
    """Nothing that the ledger keeps a field of; memory may hold it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """A question as it is understood."""

    text: str
    intent: Intent
    tickets: tuple[TicketKey, ...] = ()
    """As written, in capitals."""
    pulls: tuple[int, ...] = ()
    """Numbers of pull requests."""
    people: tuple[PersonId, ...] = ()
    """Whom it names, and whoever asks where it says `me` or `my`."""
    unsure: tuple[str, ...] = ()
    """Names that could be two people."""
    customers: tuple[str, ...] = ()
    statuses: frozenset[Status] = frozenset()
    """The statuses of which it speaks."""
    mine: bool = False
    """It says `me` or `my`."""
    yes_or_no: bool = False
    wants_person: bool = False
    """It asks who."""
    since: date | None = None
    """The first day of what is asked about."""
    until: date | None = None
    """Its last day."""
    then: date | None = None
    """It asks how things stood at the end of this day of the past; `since` and `until` are empty then."""
    topic: frozenset[str] = frozenset()
    """Its words that name something and are none of the above, in lower case, singular."""

    @property
    def about_something(self) -> bool:
        """It names a ticket, a pull request, a person or a customer, or has a topic."""
        return bool(self.tickets or self.pulls or self.people or self.customers or self.topic)
