"""What a plan is before it is judged: its words, its time, what it touches, and the conditions that it has."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import NewType

ConditionName = NewType("ConditionName", str)
"""A short phrase of the shared vocabulary, "Friday deploy", or a lesson's own words where that has none."""


class FoundBy(StrEnum):
    """How a condition of a plan was found."""

    WORDS = "words"
    """The lexicon's."""
    CALENDAR = "calendar"
    CLOCK = "clock"
    """The plan's time overlaps a window that a lesson or the team names."""
    CONTENT = "content"
    """What the file does: a terraform action, an SQL statement, a changed lockfile."""
    PHRASE = "phrase"
    """The words of a lesson's own condition."""
    MEANING = "meaning"
    """The plan's words mean about what a lesson's own condition does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCondition:
    """A condition that holds if the plan is carried out as written."""

    condition: ConditionName
    words: str
    """Of the plan, verbatim; of a computed one, the time that gave it."""
    safe: bool = False
    """On the safe side: a measure that is taken, or a danger that is absent."""
    common: bool = False
    """Nearly every plan has it; it is no evidence."""
    found_by: FoundBy = FoundBy.WORDS
    why: str = ""
    """One sentence, for whoever asks why it was taken."""

    @property
    def computed(self) -> bool:
        """Tell whether the calendar or the clock gave it: its words are then a time, and no quote."""
        return self.found_by in {FoundBy.CALENDAR, FoundBy.CLOCK}


@dataclass(frozen=True, slots=True, kw_only=True)
class Untaken:
    """A condition whose words occur in a plan and that the plan does not have."""

    condition: ConditionName
    words: str
    why: str
    """"negated", "history", "the opposite", …"""


class SubjectKind(StrEnum):
    """What a plan may name."""

    TICKET = "ticket"
    PULL = "pull"
    SERVICE = "service"
    CUSTOMER = "customer"
    RESOURCE = "resource"
    TABLE = "table"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Something that a plan names, to be looked up in the ledger."""

    kind: SubjectKind
    name: str
    """`NW-231`, `owner/repo#88`, `billing-api`, `2025-10-03`."""
    words: str = ""
    """Of the plan, verbatim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A change that somebody wants to make."""

    text: str
    """What is read; of a file that is no prose, the sentences that say what it does."""
    kind: str = "text"
    """text, markdown, terraform, sql or pull."""
    title: str = ""
    at: datetime | date | None = None
    """When it is carried out, in the zone that was given, or on which day; None: only its text counts."""
    zone: tzinfo = UTC
    """The team's, for times that name none."""
    duration: timedelta | None = None
    """None makes it an instant."""
    services: frozenset[str] = frozenset()
    subjects: tuple[Subject, ...] = ()
    facts: tuple[PlanCondition, ...] = ()
    """What the file's content gives, beside what its words say."""
