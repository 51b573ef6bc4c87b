"""Lessons are taught: read from what people bring, compared with what is known, and recorded as events."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from sprintmind.domain.events import PersonId, named
from sprintmind.domain.learning import LESSON, KeptLesson, Move, version
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.visibility import OPERATOR, Caller, visible_to
from sprintmind.drafting import completed
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.ledger.port import Ledger, Reading
from sprintmind.lessons.fields import Written
from sprintmind.lessons.files import LessonFile, read
from sprintmind.lessons.nearness import Near, near_duplicates
from sprintmind.llm.port import Model
from sprintmind.notes import LessonNote, MoveNote
from sprintmind.record import AT_ONCE, record

SOURCE = "preflight"


class Change(StrEnum):
    """What teaching a lesson changed."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    """Known already, in these words."""
    KEPT = "kept"
    """A draft from a postmortem does not replace what a person has confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtLesson:
    """One lesson, and what teaching it changed."""

    lesson: Lesson
    change: Change
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedFile:
    """A file of which nothing was stored, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """What came of teaching."""

    lessons: tuple[TaughtLesson, ...] = ()
    refused: tuple[RefusedFile, ...] = ()
    near: tuple[Near, ...] = ()
    """New ones that repeat what another tells."""
    warnings: tuple[str, ...] = ()
    backlog: int = 0
    """How many items memory has not been told yet."""


def teach(  # noqa: PLR0913 -- what is brought, by whom, and where it is kept
    files: Iterable[LessonFile],
    *,
    by: PersonId | None,
    ledger: Ledger,
    team: Team,
    policy: Policy,
    now: datetime,
    model: Model | None = None,
    dry_run: bool = False,
) -> Taught:
    """Read files of lessons and record what is new in them; a file with a mistake is refused as a whole.

    Args:
        files: What is brought.
        by: Who brings it; None: nobody in particular.
        ledger: Where it is kept.
        team: The people file's.
        policy: By which findings are judged.
        now: The moment of it.
        model: Helps with postmortems; None: rules alone make their drafts.
        dry_run: Tell what would come of it, and store nothing.
    """
    found: dict[LessonId, Written] = {}
    refused: list[RefusedFile] = []
    for file in files:
        try:
            found |= _fresh(read(file), found)
        except InputError as error:
            refused.append(RefusedFile(file=file.name, reason=str(error)))
    drafted = [completed(each, model) for each in found.values()]
    lessons = tuple(each for each, _ in drafted)
    return replace(
        teach_written(lessons, by=by, ledger=ledger, team=team, policy=policy, now=now, dry_run=dry_run),
        refused=tuple(refused),
        warnings=tuple(warning for _, warning in drafted if warning),
    )


def teach_written(
    found: Sequence[Written],
    *,
    by: PersonId | None,
    ledger: Ledger,
    team: Team,
    policy: Policy,
    now: datetime,
    dry_run: bool = False,
) -> Taught:
    """Record lessons that were read already; arguments are those of `teach`."""
    with ledger.reading() as reading:
        known = {kept.lesson.id: kept for kept in reading.lessons()}
        taught = tuple(_compared(each, known.get(each.lesson.id)) for each in found)
        fresh = [each for each in taught if each.change in (Change.NEW, Change.CHANGED)]
        before = _told_before(reading, [each.lesson.id for each in fresh])
    near = tuple(near_duplicates((each.lesson for each in fresh), (kept.lesson for kept in known.values())))
    if not dry_run:
        for start in range(0, len(fresh), AT_ONCE):
            notes = [_note(each, by, before.get(each.lesson.id, 0), now) for each in fresh[start : start + AT_ONCE]]
            recorded = record(notes, ledger=ledger, team=team, policy=policy, now=now)
            for failed in recorded.refused:
                raise failed.error
    with ledger.reading() as reading:
        return Taught(lessons=taught, near=near, backlog=reading.backlog())


def move(  # noqa: PLR0913 -- what a person says, and where it is kept
    lesson: LessonId,
    *,
    what: Move,
    by: PersonId,
    reason: str,
    successor: LessonId | None,
    ledger: Ledger,
    team: Team,
    policy: Policy,
    now: datetime,
) -> KeptLesson:
    """Record what a person does with a lesson, and tell how it stands then.

    Raises:
        InputError: There is no such lesson, or it stands so already.
    """
    with ledger.reading() as reading:
        kept = known_lesson(reading, lesson)
        if successor is not None:
            known_lesson(reading, successor)
        _check_move(kept, what, successor)
        before = _told_before(reading, [lesson])[lesson]
    note = MoveNote(at=now, by=by, sequence=before, lesson=lesson, move=what, reason=reason, successor=successor)
    delivery = Delivery(source=SOURCE, body=note.body(), received_at=now)
    for failed in record([delivery], ledger=ledger, team=team, policy=policy, now=now).refused:
        raise failed.error
    with ledger.reading() as reading:
        return known_lesson(reading, lesson)


def known_lesson(reading: Reading, id: LessonId, *, caller: Caller = OPERATOR) -> KeptLesson:
    """Find a lesson that a caller may see; raises InputError where there is none."""
    for found in reading.lessons([id]):
        if visible_to(found.lesson.audience, caller):
            return found
    raise InputError(f"there is no lesson {id}; the list of lessons has those that there are")


def _fresh(read: Iterable[Written], known: dict[LessonId, Written]) -> dict[LessonId, Written]:
    found = {each.lesson.id: each for each in read}
    for name, each in found.items():
        if name in known and known[name].lesson != each.lesson:
            raise InputError(f"{each.place}: id {name} is also at {known[name].place}, with other words")
    return found


def _compared(found: Written, known: KeptLesson | None) -> TaughtLesson:
    lesson = found.lesson
    if known is None:
        return TaughtLesson(lesson=lesson, change=Change.NEW, place=found.place)
    from_rules = lesson.status is LessonStatus.DRAFT and bool(lesson.completed & {"lesson"})
    if from_rules and known.lesson.status is not LessonStatus.DRAFT:
        same = Change.SAME if version(lesson) == known.version else Change.KEPT
        return TaughtLesson(lesson=known.lesson, change=same, place=found.place)
    ended = known.lesson.status in (LessonStatus.RETIRED, LessonStatus.SUPERSEDED)
    if ended and not found.status_given:
        lesson = replace(lesson, status=known.lesson.status)
    if version(lesson) == known.version and not lesson.guard_confirmed:
        lesson = replace(lesson, guard_confirmed=known.lesson.guard_confirmed)
    if lesson.status is LessonStatus.ACTIVE and version(lesson) == known.version and not known.lesson.completed:
        lesson = replace(lesson, completed=frozenset())  # a person has confirmed what rules filled in
    change = Change.SAME if lesson == known.lesson else Change.CHANGED
    return TaughtLesson(lesson=lesson, change=change, place=found.place)


def _told_before(reading: Reading, ids: Sequence[LessonId]) -> dict[LessonId, int]:
    reading.touching(named(LESSON, each) for each in ids)  # asked for together, for speed
    return {each: len(reading.touching([named(LESSON, each)])) for each in ids}


def _note(taught: TaughtLesson, by: PersonId | None, before: int, now: datetime) -> Delivery:
    note = LessonNote(at=now, by=by, sequence=before, lesson=taught.lesson)
    return Delivery(source=SOURCE, body=note.body(), received_at=now, filename=taught.place)


def _check_move(kept: KeptLesson, what: Move, successor: LessonId | None) -> None:
    lesson, status = kept.lesson, kept.lesson.status
    if what is Move.CONFIRM and status is LessonStatus.ACTIVE and not lesson.completed:
        raise InputError(f"{lesson.id} is active already, and nobody has to confirm it")
    if what is Move.GUARD and not lesson.guard:
        raise InputError(
            f"{lesson.id} names no guard; write what now prevents it into its `guard`, and import it again"
        )
    if what is Move.GUARD and lesson.guard_confirmed:
        raise InputError(f"the guard of {lesson.id} is confirmed already")
    if what in (Move.RETIRE, Move.SUPERSEDE) and status in (LessonStatus.RETIRED, LessonStatus.SUPERSEDED):
        raise InputError(f"{lesson.id} is {status.value} already")
    if what is Move.SUPERSEDE and successor == lesson.id:
        raise InputError(f"{lesson.id} cannot supersede itself")
