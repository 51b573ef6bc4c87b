"""From bytes to events: what was delivered, and the registry of sources that read it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from sprintmind.domain.events import EventKey, SourceEvent, Visibility
from sprintmind.domain.people import Team
from sprintmind.domain.proposed import Proposed
from sprintmind.domain.turns import Turn
from sprintmind.errors import DeliveryError as DeliveryError


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """Bytes from outside with what came along with them."""

    source: str
    """Which source reads it: github, jira, standup, meeting, digest, dashboard, …"""
    body: bytes
    received_at: datetime
    name: str | None = None
    """The event's name where the transport tells it: GitHub's `X-GitHub-Event`, `--event`."""
    filename: str = ""
    said: date | datetime | None = None
    """The day (or moment) that a document speaks of, where it was given."""
    title: str = ""
    author: str = ""
    """As given: a person's id, name or alias."""
    participants: tuple[str, ...] = ()
    visibility: Visibility = Visibility.TEAM
    delivery_id: str | None = None
    """The transport's own id of this delivery."""
    headers: Mapping[str, str] = field(default_factory=dict)
    proposed: Proposed | None = None
    """Of a text, what a language model proposed that it claims; it is stored with it, and no model is asked again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """Of which text a delivery is a version, and which."""

    document: str
    """Its kind, day, author and title."""
    key: EventKey
    """Of its event; two that read alike have one."""


REDACTED = "what is left of it"
"""The file name of a body that holds turns in place of a file, because somebody's were taken out."""

ROOM = "sprintmind.sources"
"""The package whose modules are the sources."""

READER = "4"
"""The version of all readings together: raise it when any source reads something otherwise than it did."""

Parser = Callable[[Delivery, Team], Sequence[SourceEvent]]
Speech = Callable[[Delivery], tuple[Turn, ...]]
Naming = Callable[[Delivery, Team], Version]

_SOURCES: dict[str, Parser] = {}
_SPOKEN: dict[str, Speech] = {}
_VERSIONED: dict[str, Naming] = {}


def source(name: str) -> Callable[[Parser], Parser]:
    """Register a pure function as the reader of one source's deliveries."""

    def register(parser: Parser) -> Parser:
        _SOURCES[name] = parser
        return parser

    return register


def spoken(name: str) -> Callable[[Speech], Speech]:
    """Register what takes the texts of one source apart into what their speakers said."""

    def register(speech: Speech) -> Speech:
        _SPOKEN[name] = speech
        return speech

    return register


def versioned(name: str) -> Callable[[Naming], Naming]:
    """Register what tells of which text a delivery of one source is a version."""

    def register(naming: Naming) -> Naming:
        _VERSIONED[name] = naming
        return naming

    return register


def version(delivery: Delivery, team: Team) -> Version | None:
    """Tell of which text a delivery is a version, without reading what that claims; None of what is no text.

    Raises:
        DeliveryError: It is a text, and nothing can be read from it.
    """
    _load(delivery.source)
    return _VERSIONED[delivery.source](delivery, team) if delivery.source in _VERSIONED else None


def turns(delivery: Delivery) -> tuple[Turn, ...]:
    """Take a text apart into what its speakers said; of what is no text, nothing.

    Raises:
        DeliveryError: It is a text, and nothing can be read from it.
    """
    _load(delivery.source)
    return _SPOKEN[delivery.source](delivery) if delivery.source in _SPOKEN else ()


def parse(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a delivery into its events, each with its claims and observations.

    Args:
        delivery: What came.
        team: What the reading may know.

    Returns:
        At least one event; an event that says nothing useful has `ignored` set to the reason.

    Raises:
        DeliveryError: It cannot be read, or no such source exists.
    """
    _load(delivery.source)
    if delivery.source not in _SOURCES:
        raise DeliveryError(f"no source is called {delivery.source!r}; there are {', '.join(sources())}")
    return _SOURCES[delivery.source](delivery, team)


def sources() -> tuple[str, ...]:
    """Name the sources that there are."""
    return tuple(sorted({*_SOURCES, *_room()}))


def _load(name: str) -> None:
    """Load a source that is needed, and no other."""
    if name not in _SOURCES and name in _room():
        import_module(f"{ROOM}.{name}")


@cache
def _room() -> frozenset[str]:
    """List the modules of the room; each is named after the source that it registers."""
    room = import_module(ROOM)
    return frozenset(module.name for module in iter_modules(room.__path__))
