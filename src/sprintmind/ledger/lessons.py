"""Lessons and checks of plans on a SQL database."""

from collections.abc import Iterable, Sequence

from sqlalchemy import BindParameter, Connection, Executable, bindparam, delete, func, insert, select

from sprintmind.domain.experiences import CheckId
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonId, LessonStatus
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.ledger.packing import packed, unpacked
from sprintmind.ledger.rows import check_of, parts, text_of
from sprintmind.ledger.schema import checks, erased, events, lessons

_KEYS: BindParameter[str] = bindparam("keys", expanding=True)

_ALL_LESSONS = select(lessons.c.state).order_by(lessons.c.id)
_LESSONS = select(lessons.c.state).where(lessons.c.id.in_(_KEYS)).order_by(lessons.c.id)
_LESSONS_OF = select(lessons.c.state).where(lessons.c.status == bindparam("status")).order_by(lessons.c.id)
_FORGET_LESSONS = delete(lessons).where(lessons.c.id.in_(_KEYS))
_ADD_LESSONS = insert(lessons)

_LAST_TOLD = select(func.max(events.c.heard)).where(events.c.kind == bindparam("kind"))

_ERASED = select(func.count()).select_from(erased)

_ALL_CHECKS = select(checks.c.state).order_by(checks.c.at, checks.c.id)
_CHECKS = select(checks.c.state).where(checks.c.id.in_(_KEYS)).order_by(checks.c.at, checks.c.id)
_CHECKS_OF = select(checks.c.state).where(checks.c.plan.in_(_KEYS)).order_by(checks.c.at, checks.c.id)
_FORGET_CHECKS = delete(checks).where(checks.c.id.in_(_KEYS))
_ADD_CHECKS = insert(checks)


class SqlLearnedReading:
    """What can be asked over one connection; see `LearnedReading` for each method."""

    _connection: Connection

    def lessons(
        self, ids: Iterable[LessonId] | None = None, *, status: LessonStatus | None = None
    ) -> tuple[KeptLesson, ...]:
        if ids is not None:
            return tuple(lesson for part in parts(ids) for lesson in self._lessons(_LESSONS, keys=part))
        return self._lessons(_ALL_LESSONS) if status is None else self._lessons(_LESSONS_OF, status=status.value)

    def lessons_revision(self) -> tuple[int, int]:
        told = (self._connection.execute(_LAST_TOLD, {"kind": kind}).scalar() for kind in ("lesson", "move"))
        erased = self._connection.execute(_ERASED).scalar()
        return max(int(order or 0) for order in told), int(erased or 0)

    def plan_checks(
        self, ids: Iterable[CheckId] | None = None, *, plans: Iterable[str] | None = None
    ) -> tuple[PlanCheck, ...]:
        if ids is None and plans is None:
            return self._checks(_ALL_CHECKS)
        found = [check for part in parts(ids or ()) for check in self._checks(_CHECKS, keys=part)]
        found += [check for part in parts(plans or ()) for check in self._checks(_CHECKS_OF, keys=part)]
        return tuple(sorted({check.id: check for check in found}.values(), key=lambda check: (check.at, check.id)))

    def _lessons(self, statement: Executable, **values: object) -> tuple[KeptLesson, ...]:
        rows = self._connection.execute(statement, values).scalars()
        return tuple(unpacked(state, KeptLesson) for state in rows)

    def _checks(self, statement: Executable, **values: object) -> tuple[PlanCheck, ...]:
        rows = self._connection.execute(statement, values).scalars()
        return tuple(check_of(state) for state in rows)


class SqlLearnedWriting(SqlLearnedReading):
    """What can be written over one connection; see `LearnedWriting` for each method."""

    def keep_lessons(self, lessons: Sequence[KeptLesson], *, instead_of: Iterable[LessonId]) -> None:
        for part in parts({*instead_of, *(each.lesson.id for each in lessons)}):
            self._connection.execute(_FORGET_LESSONS, {"keys": part})
        rows = [{"id": k.lesson.id, "status": k.lesson.status.value, "state": packed(k)} for k in lessons]
        if rows:
            self._connection.execute(_ADD_LESSONS, rows)

    def keep_plan_checks(self, checks: Sequence[PlanCheck], *, instead_of: Iterable[CheckId]) -> None:
        for part in parts({*instead_of, *(each.id for each in checks)}):
            self._connection.execute(_FORGET_CHECKS, {"keys": part})
        rows = [{"id": c.id, "at": text_of(c.at), "plan": c.plan, "state": packed(c)} for c in checks]
        if rows:
            self._connection.execute(_ADD_CHECKS, rows)
