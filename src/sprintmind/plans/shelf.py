"""Active lessons with their descriptions, kept in mind between checks while no lesson changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sprintmind.conditions.described import Description, describe
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus
from sprintmind.ledger.port import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """The active lessons of one moment."""

    lessons: Mapping[LessonId, KeptLesson]
    described: Mapping[Lesson, Description]
    """What each says in the shared vocabulary."""


@dataclass(slots=True)
class Shelf:
    """Reads lessons again only when something was told of one; what it gives is what the ledger holds."""

    _revision: int = -1
    _shelved: Shelved = field(default_factory=lambda: Shelved(lessons={}, described={}))

    def take(self, reading: Reading) -> Shelved:
        """Give the active lessons as a reading of the ledger has them."""
        revision = reading.lessons_revision()
        if revision != self._revision:
            active = reading.lessons(status=LessonStatus.ACTIVE)
            known = self._shelved.described
            self._shelved = Shelved(
                lessons={kept.lesson.id: kept for kept in active},
                described={kept.lesson: known.get(kept.lesson) or describe(kept.lesson) for kept in active},
            )
            self._revision = revision
        return self._shelved
