"""What may be asked of a ledger beside facts and state: who may come in, and what happened lately."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from sprintmind.domain.access import Account, Token
from sprintmind.domain.events import EventKey, Source
from sprintmind.domain.findings import Transition


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """A transition with its place in the log."""

    number: int
    """Grows from one to the next."""
    transition: Transition


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """An event as its source's last deliveries list it."""

    event: EventKey
    kind: str
    heard_at: datetime
    ignored: str | None
    """Why nothing was understood, if nothing was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One delivery that came to an address for webhooks, and what became of it."""

    system: str
    """github or jira."""
    at: datetime
    outcome: str
    """understood, known already, ignored, refused, or replayed."""
    number: int = 0
    """Counts the deliveries of its system from 1 on; given when it is noted."""
    event: str = ""
    """As the sender names it."""
    detail: str = ""
    """Why."""
    body: str | None = None
    """Of one that was refused, so that it can be taken again; None where it is not kept."""
    signature: str = ""
    """As it came along; it is looked at again before anything is taken."""
    delivery: str = ""
    """The sender's own id of it."""

    def without_body(self) -> "Received":
        """Give the same without what can be taken again."""
        return replace(self, body=None, signature="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """How far a ledger is; whatever is recorded moves it, and nothing else does."""

    events: int = 0
    """The number of the newest event."""
    transitions: int = 0
    """The number of the newest transition."""
    deliveries: int = 0
    """How many deliveries came to addresses for webhooks, also those that were refused."""
    erasures: int = 0
    """How often something was erased."""

    def __str__(self) -> str:
        return f"{self.events}-{self.transitions}-{self.deliveries}-{self.erasures}"


class Reception(Protocol):
    """What came to the addresses for webhooks; what changes it needs a transaction that writes."""

    def note(self, received: Received) -> int:
        """Count a delivery and keep what became of it, for a while; gives its number."""

    def change(self, received: Received) -> None:
        """Keep what became of a delivery later, in place of what was kept of it."""

    def last(self, system: str) -> tuple[Received, ...]:
        """Take the last deliveries of a system, the newest first."""

    def find(self, system: str, number: int) -> Received | None:
        """Find a delivery; None where it is not kept."""

    def counts(self, system: str) -> Mapping[str, int]:
        """Tell how many deliveries of a system came to what, since the first."""

    def drop_bodies(self, *, holding: Callable[[str], bool]) -> None:
        """Keep no longer what deliveries held of which something is true, of whatever system."""


class Access(Protocol):
    """Who may come in; what changes it needs a transaction that writes."""

    def accounts(self) -> tuple[Account, ...]:
        """Take all accounts, by name."""

    def account(self, name: str) -> Account | None:
        """Find an account."""

    def keep_account(self, account: Account) -> None:
        """Store an account in place of the one of its name."""

    def remove_account(self, name: str) -> bool:
        """Forget an account; False where there is none."""

    def tokens(self) -> tuple[Token, ...]:
        """Take all tokens, the oldest first, also those that count no more."""

    def token(self, digest: str) -> Token | None:
        """Find a token by its digest."""

    def add_token(self, token: Token, *, digest: str) -> None:
        """Store a token."""

    def use_token(self, id: str, at: datetime) -> None:
        """Note when a token was used last."""

    def revoke_token(self, id: str, at: datetime) -> bool:
        """Let a token count no more; False where none of this id counts."""


class Feed(Protocol):
    """What happened lately."""

    def position(self) -> Position:
        """Tell how far the ledger is."""

    def transitions(self, *, after: int, limit: int) -> tuple[Logged, ...]:
        """Take the transitions after a number, in order."""

    def arrived(self, source: Source, *, limit: int) -> tuple[Arrived, ...]:
        """Take the last events of a source, the newest first."""
