"""What the journeys may ask of a ledger about lessons and checks of plans; part of its ports."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from sprintmind.domain.experiences import CheckId
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonId, LessonStatus
from sprintmind.domain.plan_checks import PlanCheck


class LearnedReading(Protocol):
    """What can be asked of lessons and checks; part of `port.Reading`."""

    def lessons(
        self, ids: Iterable[LessonId] | None = None, *, status: LessonStatus | None = None
    ) -> tuple[KeptLesson, ...]:
        """Take lessons by their ids, or all of a status, or all, by id."""

    def lessons_revision(self) -> tuple[int, int]:
        """Give what changes with any lesson: how much was heard when one was told of last, and how much is erased."""

    def plan_checks(
        self, ids: Iterable[CheckId] | None = None, *, plans: Iterable[str] | None = None
    ) -> tuple[PlanCheck, ...]:
        """Take checks by their ids, or of some plans by their digests, or all, in the order of asking."""


class LearnedWriting(LearnedReading, Protocol):
    """What can be written of lessons and checks; part of `port.Writing`."""

    def keep_lessons(self, lessons: Sequence[KeptLesson], *, instead_of: Iterable[LessonId]) -> None:
        """Store lessons in place of what was known of some."""

    def keep_plan_checks(self, checks: Sequence[PlanCheck], *, instead_of: Iterable[CheckId]) -> None:
        """Store checks in place of what was known of some."""
