"""Active lessons with their descriptions, kept in mind between checks while no lesson changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from threading import Lock

from sprintmind.conditions.described import Vocabulary, compared, describe, told_of, vocabulary
from sprintmind.conditions.description import Description
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus
from sprintmind.domain.progress import Progress, unwatched
from sprintmind.embeddings.meaning import Meaning
from sprintmind.ledger.port import Reading

Revision = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """The active lessons of one moment."""

    lessons: Mapping[LessonId, KeptLesson]
    described: Mapping[Lesson, Description]
    """What each says in the shared vocabulary."""
    revision: Revision = (-1, 0)
    """Changes with any lesson."""


@dataclass(slots=True)
class Shelf:
    """Reads lessons again only when something was told of one; what it gives is what the ledger holds."""

    _shelved: Shelved = field(default_factory=lambda: Shelved(lessons={}, described={}))
    _words: dict[bool, tuple[Revision, Vocabulary]] = field(default_factory=dict)
    """The last vocabulary, with the revision that it is of: compared by meaning, and by words alone."""
    _lock: Lock = field(default_factory=Lock)

    def take(self, reading: Reading) -> Shelved:
        """Give the active lessons as a reading of the ledger has them."""
        revision = reading.lessons_revision()
        shelved = self._shelved
        if revision != shelved.revision:
            active = reading.lessons(status=LessonStatus.ACTIVE)
            known = shelved.described
            described = {kept.lesson: known.get(kept.lesson) or describe(kept.lesson) for kept in active}
            lessons = {kept.lesson.id: kept for kept in active}
            shelved = self._shelved = Shelved(lessons=lessons, described=described, revision=revision)
        return shelved

    def words(
        self, shelved: Shelved, *, zone: tzinfo, meaning: Meaning | None = None, progress: Progress = unwatched
    ) -> Vocabulary:
        """Give what lessons say together; their windows are of the team's zone.

        Args:
            shelved: The lessons.
            zone: The team's.
            meaning: Learns their own phrases; None: their words alone count.
            progress: Is told how many of how many phrases are learned.

        Raises:
            UnavailableError: The model that compares cannot be asked.
        """
        with self._lock:
            revision, words = self._words.get(meaning is not None, ((-1, 0), None))
            if words is None or revision != shelved.revision:
                words = _vocabulary(shelved, zone, meaning, progress)
                self._words[meaning is not None] = shelved.revision, words
        return words


def _vocabulary(shelved: Shelved, zone: tzinfo, meaning: Meaning | None, progress: Progress) -> Vocabulary:
    if meaning is None:
        return vocabulary(shelved.described, zone=zone)
    meaning.keep_only(compared(shelved.described))
    meaning.learn(sorted(told_of(shelved.described)), progress=progress)
    made = vocabulary(shelved.described, zone=zone, heard=meaning.heard, similar=meaning.alike)
    phrases = (phrase.written for phrase in (*made.phrases, *made.measures) if not phrase.literal)
    meaning.learn([*phrases, *made.stories.told, *made.stories.places], progress=progress)
    return made
