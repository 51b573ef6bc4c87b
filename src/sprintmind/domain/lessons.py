"""What an experience taught: lessons, and the one line that memory retains of each."""

import datetime as dt
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from sprintmind.domain.events import TEAM_AUDIENCE, Audience

LessonId = NewType("LessonId", str)
"""As the team calls it, `E002`; of an outcome that serves as one, the outcome's id."""
IncidentId = NewType("IncidentId", str)
"""One failure, however many records it has."""


class LessonType(StrEnum):
    """How an experience turned out."""

    FAILURE = "failure"
    COUNTER_EXAMPLE = "counter_example"
    """The scary-looking thing went fine."""
    NEAR_MISS = "near_miss"

    @property
    def heading(self) -> str:
        """The type as a record shows it: FAILURE, COUNTER-EXAMPLE, NEAR-MISS."""
        return self.value.replace("_", "-").upper()


class LessonStatus(StrEnum):
    """Where a lesson stands in its life; only active ones are evidence."""

    DRAFT = "draft"
    """Made by rules or a model, until a person confirms it."""
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What an experience taught, not its narrative; an empty text says that nothing is known."""

    id: LessonId
    situation: str
    lesson: str
    type: LessonType = LessonType.FAILURE
    date: dt.date | None = None
    believed: str = ""
    """What people thought at the time: the belief that the next plan is most likely to repeat."""
    decision: str = ""
    what_happened: str = ""
    root_cause: str = ""
    recovery: str = ""
    trigger_conditions: tuple[str, ...] = ()
    """Short phrases as the team writes them; without any, they are read from situation, decision and root cause."""
    incident_group: str = ""
    """What all records of one incident share."""
    services: tuple[str, ...] = ()
    guard: str = ""
    """What now prevents it."""
    guard_confirmed: bool = False
    """A person has confirmed the guard."""
    url: str = ""
    status: LessonStatus = LessonStatus.ACTIVE
    completed: frozenset[str] = field(default_factory=frozenset)
    """The fields that were filled in by rules and not by whoever wrote the lesson."""
    audience: Audience = TEAM_AUDIENCE

    @property
    def incident(self) -> IncidentId:
        """Which failure it tells of; without a group, its own."""
        return IncidentId(f"group:{self.incident_group}" if self.incident_group else f"lesson:{self.id}")


def record_line(lesson: Lesson) -> str:
    r"""Write the whole record that memory retains of a lesson; line breaks in a field become spaces.

    >>> short = Lesson(id=LessonId("E1"), situation="A\nmove", lesson="Ask first", trigger_conditions=("DNS change",))
    >>> record_line(short).splitlines()[0]
    'LESSON RECORD E1 | Type: FAILURE | Date: unknown'
    """
    told = {
        "Situation": lesson.situation,
        "Believed": lesson.believed,
        "Decision": lesson.decision,
        "What happened": lesson.what_happened,
        "Root cause": lesson.root_cause,
        "Recovery": lesson.recovery,
        "LESSON": lesson.lesson,
        "Trigger conditions": "; ".join(lesson.trigger_conditions),
    }
    body = " | ".join(f"{name}: {' '.join(text.split()) or 'not recorded'}" for name, text in told.items())
    dated = lesson.date.isoformat() if lesson.date else "unknown"
    return f"LESSON RECORD {lesson.id} | Type: {lesson.type.heading} | Date: {dated}\n{body}"
