"""Rows as what they stand for, and what statements ask with."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Row

from sprintmind.domain.heard import Heard
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.work import Ticket
from sprintmind.ledger.packing import unpacked, unpacked_history, unpacked_reading

_AT_ONCE = 500
"""How many names one statement asks for; SQLite allows 32,766."""

T = TypeVar("T", bound=str)


def parts(names: Iterable[T]) -> Sequence[list[T]]:
    """Divide names into as many as one statement asks for, each once and in order."""
    ordered = sorted(set(names))
    return [ordered[start : start + _AT_ONCE] for start in range(0, len(ordered), _AT_ONCE)]


def within(prefix: str) -> dict[str, str]:
    """Tell between which texts those lie that begin so.

    >>> within("pull:42/")
    {'start': 'pull:42/', 'end': 'pull:420'}
    """
    return {"start": prefix, "end": prefix[:-1] + chr(ord(prefix[-1]) + 1)}


def text_of(at: datetime) -> str:
    """Write a moment so that texts sort as moments do."""
    return f"{at.astimezone(UTC).isoformat(timespec='microseconds').removesuffix('+00:00')}Z"


def moment_of(text: str) -> datetime:
    """Read a moment that `text_of` wrote."""
    return datetime.fromisoformat(text)


def ticket_of(state: bytes, history: bytes | None) -> Ticket:
    """Unpack a ticket, with its history where that was asked for."""
    ticket = _unpacked_ticket(state)
    return ticket if history is None else unpacked_history(ticket, history)


@lru_cache(maxsize=6_000)
def _unpacked_ticket(state: bytes) -> Ticket:
    """Unpack a ticket; of those to be done most stand as they stood when they were asked for last, a moment before."""
    return unpacked(state, Ticket)


@lru_cache(maxsize=1_000)
def check_of(state: bytes) -> PlanCheck:
    """Unpack a check; with each that is made, all that were made before are asked for again."""
    return unpacked(state, PlanCheck)


def heard_of(row: Row[tuple[Any, ...]]) -> Heard:
    """Unpack an event with its place."""
    return _unpacked(row.heard, row.heard_at, row.reading, row.quotes)


@lru_cache(maxsize=2_000)
def _unpacked(order: int, heard_at: str, reading: bytes, quotes: bytes | None) -> Heard:
    """Unpack an event; a ticket's events are asked for again with each that follows, and what is stored is the same."""
    return Heard(order=order, at=moment_of(heard_at), event=unpacked_reading(reading, quotes))
