"""What memory keeps: texts with tags, who may read them, and how they are found again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

from sprintmind.domain.events import TEAM_AUDIENCE, Audience, Visibility
from sprintmind.domain.visibility import Caller

DocumentId = NewType("DocumentId", str)
"""Names a memory: the key of the event, or the id of the finding, lesson or check, that it tells of."""

PART = "#part"
"""Stands between a document's id and the number of its part; the first part has no number."""

Tag = NewType("Tag", str)
"""`kind:identity`: `ticket:NW-231`, `person:priya`, `customer:Acme`, `kind:correction`, …"""

NO_METADATA: Mapping[str, str] = {}


class TagMatch(StrEnum):
    """Which items tags find; without `strict`, untagged items are found too."""

    ANY = "any"
    ALL = "all"
    ANY_STRICT = "any_strict"
    ALL_STRICT = "all_strict"


class Budget(StrEnum):
    """How deep a recall looks."""

    LOW = "low"
    MID = "mid"
    HIGH = "high"


@dataclass(frozen=True, slots=True, kw_only=True)
class TagFilter:
    """Which items are meant.

    Raises:
        ValueError: It names no tag; that would be everything, which nobody asks for by mistake.
    """

    tags: tuple[Tag, ...]
    match: TagMatch = TagMatch.ANY_STRICT

    def __post_init__(self) -> None:
        if not self.tags:
            raise ValueError("a filter names at least one tag; leave the filter out to look everywhere")


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One text to be kept."""

    document: DocumentId
    """The same id again replaces what was kept under it; a long text is kept in parts, each under `part_of`."""
    text: str
    said_at: datetime
    """UTC."""
    tags: tuple[Tag, ...]
    metadata: Mapping[str, str] = field(default_factory=lambda: NO_METADATA)
    context: str = ""
    """What stands around it: the title of its document, the turn before; found with less weight, never shown."""
    whole: bool = False
    """A record of fixed format, which must come back as it is: a lesson, an outcome."""
    audience: Audience = TEAM_AUDIENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRange:
    """When something was said; either end may be open."""

    start: datetime | None = None
    end: datetime | None = None
    """The first moment after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of memory, by whom."""

    text: str
    caller: Caller
    """What they may not read is neither found nor counted."""
    tags: TagFilter | None = None
    """None: whatever its tags."""
    kinds: tuple[str, ...] = ()
    """Only items of one of these kinds, `correction`, `lesson`, …; empty: of any."""
    budget: Budget = Budget.MID
    limit: int = 20
    within: TimeRange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A memory that was found."""

    memory: Memory
    score: float
    """Between 0 and about 1 within one recall, best first; it compares nothing across recalls or backends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """What a memory makes of all it knows about a question."""

    text: str
    path: str
    """Who wrote it: `extract` (sentences chosen and quoted), or a model's name, or the server's."""
    based_on: tuple[Recalled, ...] = ()
    structured: Mapping[str, object] | None = None
    """Answers in the shape that was asked for, where something could fill it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryStatus:
    """How a memory is."""

    backend: str
    """embedded | hindsight"""
    ready: bool
    mode: str
    """`hybrid`, or `lexical` where no embeddings are installed; of a server its version."""
    memories: int | None
    """How many it holds; None where that cannot be told."""
    detail: str = ""
    """What is wrong, and what to do."""


def part_of(document: str, number: int) -> DocumentId:
    """Name one part of a document that memory keeps in several, counted from 1.

    >>> part_of("meeting:sync", 1), part_of("meeting:sync", 2)
    ('meeting:sync', 'meeting:sync#part2')
    """
    return DocumentId(document if number == 1 else f"{document}{PART}{number}")


def parts_of(document: str, count: int) -> tuple[DocumentId, ...]:
    """Name all parts of a document."""
    return tuple(part_of(document, number) for number in range(1, count + 1))


def document_of(part: str) -> DocumentId:
    """Tell of which document something is a part; of a whole one, itself.

    >>> document_of("meeting:sync#part2"), document_of("blocked/northwind/shop#2")
    ('meeting:sync', 'blocked/northwind/shop#2')
    """
    document, marked, number = part.rpartition(PART)
    return DocumentId(document if marked and number.isdecimal() else part)


def visibility_tags(audience: Audience) -> tuple[Tag, ...]:
    """Give the tags by which a memory's audience is found.

    >>> visibility_tags(TEAM_AUDIENCE)
    ('visibility:team',)
    """
    people = tuple(Tag(f"reader:{person}") for person in sorted(audience.people))
    return (Tag(f"visibility:{audience.visibility}"), *people)


def readable_tags(caller: Caller) -> tuple[Tag, ...] | None:
    """Give the tags of which a memory must have one for a caller to read it; None: the operator reads everything."""
    if caller.operator:
        return None
    managers = (Tag(f"visibility:{Visibility.MANAGERS}"),) if caller.manager else ()
    own = (Tag(f"reader:{caller.person}"),) if caller.person else ()
    return (Tag(f"visibility:{Visibility.TEAM}"), *managers, *own)
