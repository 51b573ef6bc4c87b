"""Look at a plan before it is carried out: its conditions, what they have in common with the past, and a verdict."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sprintmind.conditions.clock import Almanac, clock_conditions
from sprintmind.conditions.described import BATCH, Vocabulary, describe, safe_sides, vocabulary
from sprintmind.conditions.free import Similar, find_phrases
from sprintmind.conditions.harmless import WHY, harmless
from sprintmind.conditions.languages import foreign
from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.passages import sentences
from sprintmind.conditions.products import find_products
from sprintmind.conditions.reader import read
from sprintmind.conditions.sayings import Heard, find_sayings
from sprintmind.conditions.stories import Compared, compare, measures_against
from sprintmind.conditions.times import Timing, timing
from sprintmind.conditions.words import words_of
from sprintmind.domain.advice import advice, change_text
from sprintmind.domain.changes import SmallestChange, smallest_change
from sprintmind.domain.experiences import Experience, Outcome, experiences_of
from sprintmind.domain.lessons import Lesson, LessonStatus
from sprintmind.domain.plans import ConditionName, FoundBy, Plan, PlanCondition, Untaken
from sprintmind.domain.progress import Progress, unwatched
from sprintmind.domain.verdicts import Graded, Verdict, grade
from sprintmind.errors import InputError

DAYS = frozenset({"Friday deploy", "weekend change", "public holiday"})
"""What a known time of execution decides, whatever days the text mentions."""
SHORTEST = 3  # words
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """What came of looking at a plan."""

    plan: Plan
    conditions: tuple[PlanCondition, ...]
    untaken: tuple[Untaken, ...]
    """What almost matched, and why it was not taken."""
    graded: Graded
    change: SmallestChange | None
    change_text: str
    advice: str
    services: frozenset[str]
    compared: int
    """With how many lessons and outcomes."""


def examine(  # noqa: PLR0913  # a plan is held against all there is
    plan: Plan,
    lessons: Collection[Lesson],
    outcomes: Collection[Outcome] = (),
    *,
    almanac: Almanac,
    words: Vocabulary | None = None,
    similar: Similar | None = None,
    heard: Heard | None = None,
    progress: Progress = unwatched,
) -> Assessment:
    """Judge a plan by what lessons and outcomes teach; no model and no clock has a say in the verdict.

    Args:
        plan: What somebody wants to do.
        lessons: What was learned; only active ones count.
        outcomes: How earlier plans turned out.
        almanac: Days, hours and the moment of the check, which is not the time of execution.
        words: The vocabulary of these lessons, where it was made before.
        similar: Compares the meaning of lessons' own conditions with the plan; without it, their words count.
        heard: Tells what the plan's sentences sound like; without it, only the lexicon's words count.
        progress: Is told how many of how many sentences of the plan are read.

    Raises:
        InputError: The plan says too little to be judged.
    """
    active = [lesson for lesson in lessons if lesson.status is LessonStatus.ACTIVE]
    described = {each: describe(each) for each in active} if words is None else {}
    words = words or vocabulary(described, zone=almanac.calendar.zone, heard=heard)
    conditions, untaken = find_conditions(plan, words, almanac=almanac, similar=similar, heard=heard, progress=progress)
    _check_length(plan, conditions)
    experiences = (*words.experiences, *_weighed(outcomes, words))
    services = plan.services | _services_named(plan.text, active)
    graded = _read(plan, _graded(conditions, experiences, services=services, lessons=active))
    eases = {name: entry.ease for name, entry in lexicon().items()}
    change = smallest_change(graded, conditions, experiences, services=services, eases=eases)
    changes = {name: entry.change for name, entry in lexicon().items() if entry.change}
    return Assessment(
        plan=plan,
        conditions=conditions,
        untaken=untaken,
        graded=graded,
        change=change,
        change_text=change_text(change, changes=changes),
        advice=advice(graded, change, lessons={each.id: each for each in active}, changes=changes),
        services=services,
        compared=len(experiences),
    )


def find_conditions(
    plan: Plan,
    words: Vocabulary,
    *,
    almanac: Almanac,
    similar: Similar | None = None,
    heard: Heard | None = None,
    progress: Progress = unwatched,
) -> tuple[tuple[PlanCondition, ...], tuple[Untaken, ...]]:
    """Find a plan's conditions in its content, words and time, each once, and what it only seems to have."""
    when = timing(plan.text, at=plan.at, duration=plan.duration, zone=plan.zone, now=almanac.now)
    document = tuple(sentences(plan.text))
    reading = read(document, timed=when.start is not None or when.given, progress=progress)
    own = (
        *find_phrases(words.phrases, document, similar=similar),
        *find_phrases(words.measures, document, safe=True, similar=similar),
    )
    named = find_products(words.products, document)
    said = [*plan.facts, *reading.conditions, *named, *(each for each in own if isinstance(each, PlanCondition))]
    known = frozenset(each.condition for each in (*said, *reading.untaken, *own))
    words_said = [each.words for each in said if not each.common]
    said.extend(find_sayings(document, heard, known=known, said=words_said) if heard else ())
    told = (
        compare(words.stories, document, similar, heard or _silent, said=said, denied=known) if similar else Compared()
    )
    doubted = [each for each in said if each.condition in told.unlike and each.found_by is not FoundBy.CONTENT]
    said = [*(each for each in said if each not in doubted), *told.found]
    opposed = list(_opposed(said, words))
    said = [each for each in said if each not in opposed]
    idle = [each for each in said if not each.safe] if harmless(document, said) else []
    said = [each for each in said if each not in idle]
    names = frozenset(each.condition for each in said)
    filled = replace(almanac, windows=words.windows)
    computed = tuple(clock_conditions(when, names, filled, text=plan.text))
    kept = [each for each in said if _stands(each, when, words)]
    found: dict[ConditionName, PlanCondition] = {}
    for condition in (*computed, *_spread(kept, words, when)):
        found.setdefault(condition.condition, condition)
    dropped = (each for each in said if each not in kept)
    untaken = (
        *reading.untaken,
        *(each for each in own if isinstance(each, Untaken)),
        *_untaken(dropped, "the time of execution says otherwise"),
        *_untaken(doubted, "the rest of the plan is unlike all that lessons tell of it"),
        *_untaken(opposed, "the plan takes a measure against it"),
        *_untaken(idle, WHY),
    )
    return tuple(found.values()), tuple(each for each in untaken if each.condition not in found)


def _silent(texts: Sequence[str]) -> Sequence[Mapping[str, float]]:
    """Hear nothing, as a model does from which nothing was learned."""
    return [{} for _ in texts]


def _opposed(said: Collection[PlanCondition], words: Vocabulary) -> Iterator[PlanCondition]:
    """Find what a plan only sounds like, though its words say what is done against it."""
    taken = frozenset(each.condition for each in said if each.safe and each.found_by is not FoundBy.MEANING)
    for each in said:
        by_meaning = each.found_by is FoundBy.MEANING and not each.safe
        if by_meaning and not taken.isdisjoint(measures_against(each.condition, words.stories)):
            yield each


def _stands(condition: PlanCondition, when: Timing, words: Vocabulary) -> bool:
    """Tell whether a condition of the day is what the time of execution says, where that is known."""
    if any(each.name == condition.condition for each in words.windows):
        return not (when.start or when.clock)
    if condition.condition in DAYS and condition.found_by in {FoundBy.WORDS, FoundBy.MEANING}:
        return when.start is None and not when.given
    by_words = condition.found_by is FoundBy.WORDS
    return not (condition.condition == BATCH and by_words and (when.start or when.clock))


def _untaken(conditions: Iterable[PlanCondition], why: str) -> Iterator[Untaken]:
    return (Untaken(condition=each.condition, words=each.words, why=why) for each in conditions)


def _spread(conditions: Sequence[PlanCondition], words: Vocabulary, when: Timing) -> list[PlanCondition]:
    """Let a plan that names the batch window without its hours meet those that lessons name."""
    found: list[PlanCondition] = []
    for each in conditions:
        if each.condition == BATCH and words.batches and not when.start:
            found.extend(replace(each, condition=name) for name in sorted(words.batches))
        else:
            found.append(each)
    return found


def _graded(
    conditions: tuple[PlanCondition, ...],
    experiences: tuple[Experience, ...],
    *,
    services: frozenset[str],
    lessons: Sequence[Lesson],
) -> Graded:
    graded = grade(conditions, experiences, services=services)
    if graded.verdict is not Verdict.GREEN:
        return graded
    if not lessons:
        return grade((), ())
    served = [each.services for each in lessons if each.services] if services else []
    about = sum(not services.isdisjoint(each.casefold() for each in some) for some in served)
    named = f", {about} about {', '.join(sorted(services))}" if services else ""
    count = f"{len(lessons)} {'lesson' if len(lessons) == 1 else 'lessons'}"
    return replace(graded, because=f"nothing similar among {count}{named}; that is no proof of safety")


def _read(plan: Plan, graded: Graded) -> Graded:
    """Call nothing harmless that is in a language which nobody here reads."""
    language = foreign(plan.text) if graded.verdict is Verdict.GREEN else None
    if language is None:
        return graded
    because = f"the plan seems to be in {language}, and conditions are known in English alone; judge it yourself"
    return replace(graded, verdict=Verdict.UNKNOWN, because=because)


def _weighed(outcomes: Collection[Outcome], words: Vocabulary) -> tuple[Experience, ...]:
    """Turn outcomes into evidence, their absences told from their measures as those of lessons are."""
    made = experiences_of(outcomes)
    return tuple(
        replace(each, safe_side=safe_sides((side.condition for side in each.safe_side), words.batches, words.opposites))
        for each in made
    )


def _services_named(text: str, lessons: Sequence[Lesson]) -> frozenset[str]:
    """Find the services of lessons that a plan names."""
    stems = f" {' '.join(word.stem for word in words_of(text[:200_000]))} "
    services = {service.casefold() for lesson in lessons for service in lesson.services}
    return frozenset(
        service for service in services if f" {' '.join(word.stem for word in words_of(service))} " in stems
    )


def _check_length(plan: Plan, conditions: Sequence[PlanCondition]) -> None:
    count = sum(1 for _ in islice(_WORD.finditer(plan.text), SHORTEST))
    specific = [each for each in conditions if not each.common]
    if not specific and (count < 2 or (count < SHORTEST and not conditions)):
        raise InputError(
            f"the plan has {count} {'word' if count == 1 else 'words'} and names no change that is known; "
            "say what is changed, where and when"
        )
