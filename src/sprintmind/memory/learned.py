"""What memory keeps of lessons and of how checks turned out: records of fixed format, whole, under their own ids."""

from sprintmind.domain.events import TEAM_AUDIENCE, Source
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonStatus, record_line
from sprintmind.domain.memories import DocumentId, Memory, Tag, visibility_tags
from sprintmind.domain.plan_checks import PlanCheck

LESSON, OUTCOME = "lesson", "outcome"
"""The kinds by which these are asked for."""


def lesson_memories(kept: KeptLesson | None) -> tuple[Memory, ...]:
    """Tell what memory keeps of a lesson: its record while it is evidence, and nothing before and after."""
    if kept is None or kept.lesson.status is not LessonStatus.ACTIVE:
        return ()
    lesson = kept.lesson
    tags = (
        Tag(f"source:{Source.DASHBOARD}"),
        Tag(f"kind:{LESSON}"),
        Tag(f"type:{lesson.type}"),
        *(Tag(f"service:{each}") for each in sorted(lesson.services)),
        *visibility_tags(lesson.audience),
    )
    record = Memory(
        document=DocumentId(lesson.id),
        text=record_line(lesson),
        said_at=kept.at,
        tags=tags,
        metadata={"lesson": lesson.id, "version": kept.version, "type": lesson.type.value},
        whole=True,
        audience=lesson.audience,
    )
    return (record,)


def outcome_memories(check: PlanCheck | None) -> tuple[Memory, ...]:
    """Tell what memory keeps of a check: how it turned out, once somebody told; a verdict alone is no experience."""
    if check is None or check.outcome is None:
        return ()
    tags = (
        Tag(f"source:{Source.DASHBOARD}"),
        Tag(f"kind:{OUTCOME}"),
        *(Tag(f"service:{each}") for each in sorted(check.services)),
        *(Tag(f"ticket:{each}") for each in check.tickets),
        *visibility_tags(TEAM_AUDIENCE),
    )
    record = Memory(
        document=DocumentId(check.id),
        text=outcome_line(check),
        said_at=check.outcome.at,
        tags=tags,
        metadata={"check": check.id, "outcome": check.outcome_id, "verdict": check.verdict.value},
        whole=True,
    )
    return (record,)


def outcome_line(check: PlanCheck) -> str:
    """Write the record of how a check turned out; line breaks in it become spaces."""
    told = check.outcome
    if told is None:
        return ""
    cited = ", ".join(match.lesson for match in check.matches) or "none"
    conditions = "; ".join(each.condition for each in check.conditions)
    fields = {
        "Plan": check.title,
        "Conditions": conditions or "none recognised",
        "Verdict": check.verdict.value,
        "Cited": cited,
        "Action": told.action.value,
        "Result": told.result.value if told.result else "pending",
        "Note": " ".join(told.note.split()) or "none",
        "Date": told.at.date().isoformat(),
    }
    body = " | ".join(f"{name}: {value}" for name, value in fields.items())
    return f"PREFLIGHT OUTCOME {check.outcome_id} | {body}"
