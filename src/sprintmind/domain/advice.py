"""What to tell about a verdict, from what it rests on and nothing else; only evidence is cited."""

from collections.abc import Iterator, Mapping

from sprintmind.domain.changes import SmallestChange, Step
from sprintmind.domain.lessons import Lesson, LessonId
from sprintmind.domain.plans import ConditionName
from sprintmind.domain.verdicts import CounterExample, Graded, Verdict

SHOWN = 3  # lessons whose own words are repeated


def advice(
    graded: Graded,
    change: SmallestChange | None,
    *,
    lessons: Mapping[LessonId, Lesson],
    changes: Mapping[ConditionName, str],
) -> str:
    """Write advice in plain sentences, each with the lesson that it comes from.

    Args:
        graded: The verdict.
        change: The smallest change that lowers it, if there is one.
        lessons: The cited lessons, for their words.
        changes: What to do about a danger, as an imperative.
    """
    return " ".join(_sentences(graded, change, lessons, changes))


def change_text(change: SmallestChange | None, *, changes: Mapping[ConditionName, str]) -> str:
    """Say a smallest change as imperatives, "separate the dependency update; …"; empty if there is none."""
    return "; ".join(_imperative(step, changes) for step in change.steps) if change else ""


def _sentences(
    graded: Graded,
    change: SmallestChange | None,
    lessons: Mapping[LessonId, Lesson],
    changes: Mapping[ConditionName, str],
) -> Iterator[str]:
    if graded.verdict is Verdict.UNKNOWN:
        yield "Nothing can be said: there was nothing to compare the plan with."
        return
    if graded.verdict is Verdict.GREEN:
        yield "Nothing relevant was recalled; the absence of memory is no proof of safety."
        return
    if change:
        yield f"To make it {change.verdict}: {change_text(change, changes=changes)}."
    for match in graded.matches[:SHOWN]:
        known = lessons.get(match.lesson)
        shared = ", ".join(match.conditions)
        yield (
            f"{match.lesson} shared {shared}: {_sentence(known.lesson)}"
            if known
            else f"{match.lesson} shared {shared}."
        )
    for counter in graded.counter_examples[:SHOWN]:
        yield _counter(counter)
    if not graded.counter_examples:
        yield "No similar case that went fine was found."


def _counter(counter: CounterExample) -> str:
    shared = ", ".join(counter.conditions)
    if counter.outdated:
        return f"{counter.lesson} went fine with {shared}, but the same failed later."
    if counter.unmet:
        return f"{counter.lesson} went fine with {shared}, but it had what this plan lacks: {', '.join(counter.unmet)}."
    return f"{counter.lesson} went fine with {shared}, under what this plan has too."


def _imperative(step: Step, changes: Mapping[ConditionName, str]) -> str:
    if step.adds:
        return f"add what went well before: {step.condition}"
    return changes.get(step.condition) or f"take out: {step.condition}"


def _sentence(text: str) -> str:
    words = " ".join(text.split())
    return words if words.endswith((".", "!", "?")) else f"{words}."
