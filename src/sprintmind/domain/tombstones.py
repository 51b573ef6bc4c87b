"""Tombstones: that something is erased, told by digests of what it was called."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """What a digest is of."""

    PERSON = "person"
    """An id of the people file."""
    NAME = "name"
    """A name, login or address, however it is written."""
    CAPITAL = "capital"
    """A name that is a word too: it counts only where it begins with a capital."""
    DOCUMENT = "document"
    """A text with all its versions, or the key of an event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """That something is erased, and since when."""

    kind: Kind
    identity: str
    """A digest."""
    at: datetime
