"""Lessons that somebody looks for, by status, type and words."""

from dataclasses import dataclass

from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import Lesson, LessonStatus, LessonType
from sprintmind.domain.visibility import Caller, visible_to


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What is looked for; what is left empty fits all."""

    words: str = ""
    """All of them must occur."""
    status: LessonStatus | None = None
    type: LessonType | None = None

    def fits(self, kept: KeptLesson, *, caller: Caller) -> bool:
        """Tell whether a lesson is one of those, and one that the caller may see."""
        lesson = kept.lesson
        return (
            visible_to(lesson.audience, caller)
            and self.status in (None, lesson.status)
            and self.type in (None, lesson.type)
            and all(word in words_of(lesson) for word in self.words.casefold().split())
        )


def words_of(lesson: Lesson) -> str:
    """Give all that a search looks through, without upper case."""
    told = (
        lesson.id,
        lesson.situation,
        lesson.believed,
        lesson.decision,
        lesson.what_happened,
        lesson.root_cause,
        lesson.recovery,
        lesson.lesson,
        lesson.incident_group,
        lesson.guard,
        *lesson.trigger_conditions,
        *lesson.services,
    )
    return " ".join(told).casefold()
