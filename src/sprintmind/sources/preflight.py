"""What preflight is told: lessons and what becomes of them, checks, outcomes and overrides."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from sprintmind.domain.events import EventKey, Observation, Source, SourceEvent, digest
from sprintmind.domain.learning import CheckMade, CheckOverridden, LessonMoved, LessonTold, OutcomeTold
from sprintmind.domain.moments import believable
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError, source
from sprintmind.notes import AnyNote, CheckNote, LessonNote, MoveNote, OutcomeNote, OverrideNote

_decoder = msgspec.json.Decoder(AnyNote)


@source("preflight")
def parse(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read one note; the same note again is the same event."""
    try:
        note = _decoder.decode(delivery.body)
    except (msgspec.DecodeError, ValueError) as error:
        raise DeliveryError(f"not a note of preflight: {error}") from error
    kind = str(note.__struct_config__.tag)
    _check(note, team)
    key = EventKey(f"preflight:{kind}:{digest(delivery.body)}")
    at = note.at.astimezone(UTC)
    return [
        SourceEvent(
            key=key,
            source=Source.DASHBOARD,
            kind=kind,
            said_at=at,
            author=note.by,
            observations=(_observation(note, key, at),),
        )
    ]


def _check(note: AnyNote, team: Team) -> None:
    if note.at.tzinfo is None or not believable(note.at.astimezone(UTC)):
        raise DeliveryError(f"{note.at.isoformat()} is no moment at which anybody did anything")
    if team.people and note.by is not None and team.person(note.by) is None:
        raise DeliveryError(f"{note.by!r} is nobody of the team; there are {', '.join(p.id for p in team.people)}")
    if isinstance(note, OverrideNote) and not note.reason.strip():
        raise DeliveryError("an override needs a reason")


def _observation(note: AnyNote, key: EventKey, at: datetime) -> Observation:
    match note:
        case LessonNote():
            return LessonTold(event=key, at=at, lesson=note.lesson, by=note.by, sequence=note.sequence)
        case CheckNote():
            return CheckMade(event=key, at=at, check=note.check, sequence=note.sequence)
        case MoveNote() | OutcomeNote() | OverrideNote():
            return _act(note, key, at)


def _act(note: MoveNote | OutcomeNote | OverrideNote, key: EventKey, at: datetime) -> Observation:
    """Give what a person did; each says who."""
    if note.by is None:
        raise DeliveryError("a note like this says who did it")
    match note:
        case MoveNote():
            return LessonMoved(
                event=key,
                at=at,
                lesson=note.lesson,
                move=note.move,
                by=note.by,
                reason=note.reason,
                successor=note.successor,
                sequence=note.sequence,
            )
        case OutcomeNote():
            return OutcomeTold(
                event=key,
                at=at,
                check=note.check,
                action=note.action,
                by=note.by,
                result=note.result,
                note=note.remark,
                sequence=note.sequence,
            )
        case OverrideNote():
            return CheckOverridden(
                event=key,
                at=at,
                check=note.check,
                by=note.by,
                reason=note.reason,
                expires=note.expires.astimezone(UTC),
                incident=note.incident,
                sequence=note.sequence,
            )
