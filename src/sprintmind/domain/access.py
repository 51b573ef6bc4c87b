"""Who may come in: accounts of people, and tokens for programs."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sprintmind.domain.events import PersonId


class Scope(StrEnum):
    """What a token may be used for."""

    READ = "read"
    INGEST = "ingest"
    CORRECT = "correct"
    """Corrections, settlements, withdrawals, promises and links."""
    ACKNOWLEDGE = "acknowledge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """With what a person signs in."""

    name: str
    secret: str = field(repr=False)
    """The password's digest, slow to guess."""
    person: PersonId
    made_at: datetime
    sessions_since: datetime | None = None
    """Sessions that began before are void; None: all are good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """With what a program comes in, in a person's name."""

    id: str
    name: str
    person: PersonId
    scopes: frozenset[Scope]
    made_at: datetime
    used_at: datetime | None = None
    """To the hour or so."""
    expires_at: datetime | None = None
    revoked_at: datetime | None = None

    def counts(self, now: datetime) -> bool:
        """Tell whether it opens anything now."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)
