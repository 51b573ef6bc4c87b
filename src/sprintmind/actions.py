"""One thing that a person did, as it is delivered and as its readers take it."""

from dataclasses import dataclass
from datetime import date, datetime

import msgspec

from sprintmind.domain.events import ClaimId, EventKey, PersonId, TicketKey, Voice, digest
from sprintmind.domain.people import Team
from sprintmind.errors import DeliveryError


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One thing that a person did; which fields it takes depends on the action."""

    action: str
    by: PersonId
    at: datetime
    text: str = ""
    reason: str = ""
    ticket: TicketKey | None = None
    field: str | None = None
    value: str | bool | None = None
    claim: ClaimId | None = None
    """Of a withdrawal: what is taken back."""
    voice: Voice | None = None
    customer: str | None = None
    what: str | None = None
    due: date | None = None
    owner: PersonId | None = None
    promise: ClaimId | None = None
    outcome: str | None = None
    """Of a closed promise: kept, missed or cancelled."""
    identity: str | None = None
    person: PersonId | None = None
    finding: str | None = None
    answer: str | None = None
    """Of a correction: the answer that it corrects."""
    until: datetime | None = None

    def body(self) -> bytes:
        """Write it as the body of a delivery."""
        return msgspec.json.encode(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """An action with what its readers need."""

    action: Action
    key: EventKey
    at: datetime
    """UTC, whole seconds."""
    team: Team

    def claim_id(self, number: int = 0) -> ClaimId:
        """Name one of its claims."""
        return ClaimId(f"c{digest(self.key, number)}")

    def needed(self, name: str) -> str:
        """Take a text that the action cannot do without."""
        value = getattr(self.action, name)
        if not value:
            raise DeliveryError(f"{self.action.action} needs {name}")
        return str(value)

    def ticket(self) -> TicketKey:
        """Take the ticket, one of the team's projects; nothing else is a ticket."""
        key = TicketKey(self.needed("ticket").strip().upper())
        if tuple(self.team.ticket_keys(key)) != (key,):
            known = ", ".join(self.team.keys) or "none yet"
            raise DeliveryError(f"{key} is no ticket of this team; its project keys are {known}")
        return key
