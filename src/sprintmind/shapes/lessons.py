"""Lessons as documents."""

from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import Lesson, record_line
from sprintmind.shapes.reader import Document, Reader, day
from sprintmind.teach import Taught


def lesson(kept: KeptLesson, reader: Reader) -> Document:
    """Write a lesson with how it stands."""
    return {
        **content(kept.lesson),
        "version": kept.version,
        "told_at": reader.time(kept.at),
        "told_by": kept.by,
        "moved_by": kept.moved_by,
        "reason": kept.reason,
        "successor": kept.successor,
        "record": record_line(kept.lesson),
    }


def content(found: Lesson) -> Document:
    """Write what `lessons import` takes."""
    return {
        "id": found.id,
        "type": found.type.value,
        "date": day(found.date),
        "status": found.status.value,
        "situation": found.situation,
        "believed": found.believed,
        "decision": found.decision,
        "what_happened": found.what_happened,
        "root_cause": found.root_cause,
        "recovery": found.recovery,
        "lesson": found.lesson,
        "trigger_conditions": list(found.trigger_conditions),
        "incident_group": found.incident_group,
        "services": sorted(found.services),
        "guard": found.guard,
        "guard_confirmed": found.guard_confirmed,
        "url": found.url,
        "completed": sorted(found.completed),
    }


def taught(result: Taught) -> Document:
    """Write what came of importing lessons."""
    return {
        "lessons": [
            {
                "id": each.lesson.id,
                "change": each.change.value,
                "status": each.lesson.status.value,
                "completed": sorted(each.lesson.completed),
                "place": each.place,
            }
            for each in result.lessons
        ],
        "near_duplicates": [
            {"lesson": near.lesson, "other": near.other, "likeness": near.likeness} for near in result.near
        ],
        "refused": [{"file": each.file, "reason": each.reason} for each in result.refused],
        "memory_backlog": result.backlog,
    }
