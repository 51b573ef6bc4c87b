"""What people and checks tell preflight, as it is delivered: one note is one event."""

from datetime import datetime

import msgspec

from sprintmind.domain.events import PersonId
from sprintmind.domain.experiences import Action, CheckId, Result
from sprintmind.domain.learning import Move
from sprintmind.domain.lessons import Lesson, LessonId
from sprintmind.domain.plan_checks import PlanCheck

_encoder = msgspec.json.Encoder(order="deterministic")


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, tag_field="note"):
    """What every note says."""

    at: datetime
    by: PersonId | None = None
    sequence: int = 0
    """How many events told of the same before; see `LessonTold`."""

    def body(self) -> bytes:
        """Write it as the body of a delivery."""
        return _encoder.encode(self)


class LessonNote(Note, frozen=True, tag="lesson"):
    """A lesson, as it is written."""

    lesson: Lesson


class MoveNote(Note, frozen=True, tag="move"):
    """What a person does with a lesson that is there."""

    lesson: LessonId
    move: Move
    reason: str = ""
    successor: LessonId | None = None


class CheckNote(Note, frozen=True, tag="check"):
    """A check that was made."""

    check: PlanCheck


class OutcomeNote(Note, frozen=True, tag="outcome"):
    """What was done about a verdict."""

    check: CheckId
    action: Action
    result: Result | None = None
    remark: str = ""


class OverrideNote(Note, frozen=True, tag="override"):
    """A plan passes in spite of its verdict."""

    check: CheckId
    reason: str
    expires: datetime
    incident: bool = False


AnyNote = LessonNote | MoveNote | CheckNote | OutcomeNote | OverrideNote
