"""Lessons and outcomes described by conditions, as `grade()` weighs them, and what a plan is looked through for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from sprintmind.conditions.description import Description
from sprintmind.conditions.during import window_avoided, window_called, windows_told
from sprintmind.conditions.free import Similar, find_phrases
from sprintmind.conditions.lexicon import absences, called, lexicon
from sprintmind.conditions.owned import Phrase, identity_of, phrase_of
from sprintmind.conditions.passages import sentences
from sprintmind.conditions.products import Products, agreed, products_in
from sprintmind.conditions.reader import read
from sprintmind.conditions.sayings import Heard, find_sayings, listened, sides, text_of
from sprintmind.conditions.stories import Stories, Story, newest, sentences_told
from sprintmind.conditions.titles import DAYS, canonical
from sprintmind.conditions.uniting import Identity, against, bare, decided, measured, recognised, united
from sprintmind.conditions.windows import Window, merged, window_of
from sprintmind.conditions.words import stems_of
from sprintmind.domain.experiences import Experience, SafeSide
from sprintmind.domain.lessons import Lesson, LessonStatus, LessonType
from sprintmind.domain.plans import ConditionName, PlanCondition

BATCH = ConditionName("batch window")
OUTSIDE = ConditionName("outside the batch window")
ENOUGH = 2  # conditions of which several parts of a story speak, beside which others are mentioned in passing


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What all lessons together add to the lexicon, and the lessons as experiences."""

    experiences: tuple[Experience, ...]
    phrases: tuple[Phrase, ...]
    measures: tuple[Phrase, ...]
    """Own conditions that only things which went fine have."""
    windows: tuple[Window, ...]
    opposites: Mapping[ConditionName, ConditionName] = field(default_factory=dict)
    """What those are the absence of that are the absence of something, "clear of the nightly cycle"."""
    products: Products = ()
    stories: Stories = field(default_factory=Stories)
    """Of the newest lessons, with the conditions that a story can show: no days and hours."""

    @property
    def batches(self) -> frozenset[ConditionName]:
        """The windows that a plan may name without their times."""
        return frozenset(each.name for each in self.windows if each.batch)


def describe(lesson: Lesson) -> Description:
    """Describe one lesson; without conditions of its own, they are read from what was known before the change.

    What a failure teaches is what it lacked, and no condition of it; what a thing that went fine teaches is why it did.
    """
    if lesson.trigger_conditions:
        listed = _listed(lesson.trigger_conditions)
        return replace(listed, products=products_in(lesson.situation, listed.dangers))
    fine = lesson.type is LessonType.COUNTER_EXAMPLE
    known = (lesson.situation, lesson.decision, lesson.lesson if fine else lesson.root_cause)
    text = "\n".join(" ".join(each.split()) for each in known if each)
    reading = read(text, told=True)
    parts = (lesson.situation, lesson.decision, lesson.root_cause, lesson.lesson)
    dangers = _told((each.condition for each in reading.conditions if _is_specific(each)), _mentions(parts))
    return Description(
        dangers=dangers,
        products=products_in(lesson.situation, dangers),
        measures=frozenset(each.condition for each in reading.conditions if each.safe and fine),
        text=text,
    )


def _told(dangers: Iterable[ConditionName], mentions: Mapping[ConditionName, int]) -> frozenset[ConditionName]:
    """Tell what a story is about: what several of its parts speak of; where that is little, what is exact."""
    found = frozenset(dangers)
    told = frozenset(each for each in found if mentions[each] > 1)
    return told if len(told) >= ENOUGH else told | {each for each in found if not lexicon()[each].broad}


def _mentions(parts: Iterable[str]) -> Counter[ConditionName]:
    """Count the parts of a story that speak of a condition, whether they say it or its other side."""
    found: Counter[ConditionName] = Counter()
    for part in parts:
        reading = read(" ".join(part.split()), told=True)
        names = reading.names.union(each.condition for each in reading.untaken)
        found.update({other for name in names for other in (name, *sides(name))})
    return found


def _is_specific(condition: PlanCondition) -> bool:
    return not (condition.safe or condition.common or lexicon()[condition.condition].general)


def vocabulary(
    described: Mapping[Lesson, Description],
    *,
    zone: tzinfo,
    heard: Heard | None = None,
    similar: Similar | None = None,
) -> Vocabulary:
    """Bring lessons together: one name for one window, and each own condition on the side that it is on.

    One of something that went fine is what made it go well, unless it is a change or a failure or near miss had it too.

    Args:
        described: Lessons with what each says.
        zone: The team's.
        heard: Tells what the sentences of lessons that list no conditions sound like.
        similar: Tells which of them are like a condition that others list, and which lessons' own conditions are one.
    """
    active = {
        lesson: _listening(each, heard) for lesson, each in described.items() if lesson.status is LessonStatus.ACTIVE
    }
    if similar:
        active = recognised(active, similar)
    windows = merged((window for each in active.values() for window in each.windows), team=zone)
    dangers, fine = _own_names(active)
    known = tuple(dict.fromkeys(windows.values()))
    named, opposites = _meanings(dangers, fine, active, known, similar)
    bad = {named[key].condition for key in dangers}
    phrases = (*named.values(), *_literal(active.values()))
    made = Vocabulary(
        experiences=(),
        phrases=tuple(each for each in phrases if each.condition in bad or _is_danger(each)),
        measures=tuple(each for each in phrases if not (each.condition in bad or _is_danger(each))),
        windows=known,
        opposites=opposites,
    )
    sides = frozenset(made.phrases), frozenset(made.measures)
    experiences = {
        lesson: _experience(lesson, each, made, sides, windows, named, zone) for lesson, each in active.items()
    }
    timed = frozenset(map(ConditionName, (*DAYS, BATCH, OUTSIDE, *(each.name for each in known))))
    return Vocabulary(
        experiences=tuple(experiences.values()),
        stories=_stories(experiences, timed, [each.condition for each in made.measures], similar),
        phrases=made.phrases,
        measures=made.measures,
        windows=made.windows,
        opposites=made.opposites,
        products=agreed(each.products for each in active.values()),
    )


def _meanings(
    dangers: Mapping[Identity, str],
    fine: Mapping[Identity, str],
    active: Mapping[Lesson, Description],
    windows: Sequence[Window],
    similar: Similar | None,
) -> tuple[dict[Identity, Phrase], dict[ConditionName, ConditionName]]:
    """Tell which condition each name is that lessons have of their own, and what some are the absence of."""
    named = {key: _named(own, windows) for key, own in (*dangers.items(), *fine.items())}
    opposites = _avoided(fine, named, windows)
    if similar:
        unknown = {key: named[key] for key in dangers if not _is_window(named[key], windows)}
        named |= united(unknown, active, similar)
        unmeant = {key: named[key] for key in fine if named[key].condition not in opposites}
        meant, absent = measured(unmeant, [named[key] for key in dangers], similar)
        named |= meant
        opposites |= absent
    return named, opposites


def _named(own: str, windows: Sequence[Window]) -> Phrase:
    """Read a lesson's own condition, which may name a window whose hours another lesson gives."""
    window = window_called(own, windows)
    phrase = phrase_of(own)
    return replace(phrase, condition=window.name) if window else phrase


def _is_window(phrase: Phrase, windows: Sequence[Window]) -> bool:
    return any(each.name == phrase.condition for each in windows)


def _own_names(active: Mapping[Lesson, Description]) -> tuple[dict[Identity, str], dict[Identity, str]]:
    """Tell lessons' own names for dangers, and those for what only made things go well, by what they say."""
    bad = [each for lesson, each in active.items() if lesson.type is not LessonType.COUNTER_EXAMPLE]
    dangers = {identity_of(own): own for each in bad for own in sorted(each.own, reverse=True)}
    others = {identity_of(own): own for each in active.values() for own in each.own if identity_of(own) not in dangers}
    dangers.update((key, own) for key, own in others.items() if phrase_of(own).is_change)
    return dangers, {key: own for key, own in others.items() if key not in dangers}


def _stories(
    experiences: Mapping[Lesson, Experience],
    timed: frozenset[ConditionName],
    measures: Iterable[ConditionName],
    similar: Similar | None,
) -> Stories:
    each = tuple(
        Story(lesson=each.id, conditions=experiences[each].dangers - timed, told=sentences_told(each))
        for each in newest(experiences)
    )
    own = sorted({name for story in each for name in story.conditions} - lexicon().keys())
    return Stories(each=each, against=against(own, sorted({*measures} - lexicon().keys()), similar) if similar else {})


def spoken(described: Iterable[Description]) -> list[str]:
    """Tell the sentences of lessons that list no conditions, which are listened to."""
    return [text_of(each) for some in described if some.text for each in listened(tuple(sentences(some.text)))]


def _listening(description: Description, heard: Heard | None) -> Description:
    """Add what the sentences of a lesson that lists no conditions sound like."""
    if heard is None or not description.text:
        return description
    known = description.dangers | description.measures
    found = find_sayings(tuple(sentences(description.text)), heard, known=known, told=True)
    names = frozenset(each.condition for each in found)
    safe = frozenset(name for name in names if lexicon()[name].safe)
    return replace(description, dangers=description.dangers | (names - safe), measures=description.measures | safe)


def told_of(described: Mapping[Lesson, Description]) -> frozenset[str]:
    """Tell what is compared to bring lessons together: names for conditions, what is listened to, and what is told."""
    names = (each for some in described.values() for each in (*some.own, *map(bare, some.own), *some.dangers))
    nameless = (each for lesson, some in described.items() if some.text for each in decided(lesson))
    told = (said for lesson in newest(described) for said in sentences_told(lesson))
    shared = lexicon() if any(each.own for each in described.values()) else ()
    return frozenset((*names, *shared, *nameless, *spoken(described.values()), *told))


def compared(described: Mapping[Lesson, Description]) -> frozenset[str]:
    """Tell which phrases may be compared by meaning: those, and all names of the lexicon."""
    return told_of(described).union(lexicon())


def _literal(described: Iterable[Description]) -> tuple[Phrase, ...]:
    """Take lessons at their word: what they call a condition of the lexicon is one of its names, here."""
    found = {phrase: name for each in described for phrase, name in each.called}
    return tuple(
        replace(each, condition=name, literal=not _is_told(each))
        for each, name in ((phrase_of(each), name) for each, name in sorted(found.items()))
    )


def _is_told(phrase: Phrase) -> bool:
    """Tell whether a phrase says what is done to what, by which a plan is known that says so in other words."""
    return bool(phrase.deed) and len(phrase.object) > 1


def _is_danger(phrase: Phrase) -> bool:
    entry = lexicon().get(phrase.condition)
    return entry is not None and not entry.safe


def _avoided(
    fine: Iterable[Identity], named: Mapping[Identity, Phrase], windows: Sequence[Window]
) -> dict[ConditionName, ConditionName]:
    """Tell which measures are that a window is kept clear of."""
    found = {named[key].condition: window_avoided(named[key].written, windows) for key in fine}
    return {name: window.name for name, window in found.items() if window}


def safe_sides(
    measures: Iterable[ConditionName],
    batches: frozenset[ConditionName],
    opposites: Mapping[ConditionName, ConditionName],
) -> frozenset[SafeSide]:
    """Tell for each measure whether it is a mere absence, and of what; being outside the window is outside all."""
    found: set[SafeSide] = set()
    for name in measures:
        if name == OUTSIDE:
            found |= {SafeSide(condition=name, opposite=window) for window in (*batches, BATCH)}
        else:
            found.add(SafeSide(condition=name, opposite=absences().get(name) or opposites.get(name)))
    return frozenset(found)


def _experience(  # what a lesson is described by
    lesson: Lesson,
    description: Description,
    made: Vocabulary,
    sides: tuple[frozenset[Phrase], frozenset[Phrase]],
    windows: Mapping[Window, Window],
    titled: Mapping[frozenset[str], Phrase],
    zone: tzinfo,
) -> Experience:
    said = [titled[identity_of(each)] for each in description.own]
    own, measured = ([each.condition for each in said if each in side] for side in sides)
    quiet = description.text and made.windows and lesson.type is not LessonType.COUNTER_EXAMPLE
    told = windows_told(lesson, description.text, made.windows, team=zone) if quiet else ()
    met = [*(windows[each].name for each in description.windows), *(each.name for each in told)]
    named = made.batches if BATCH in description.dangers else frozenset()
    found = _found_in(description.text, made)
    all_dangers = frozenset(
        (*description.dangers, *own, *met, *named, *(each.condition for each in found if not each.safe))
    )
    measures = (*description.measures, *measured, *(each.condition for each in found if each.safe))
    return Experience(
        id=lesson.id,
        type=lesson.type,
        dangers=all_dangers - {BATCH} if made.batches else all_dangers,
        safe_side=safe_sides(measures, made.batches, made.opposites),
        incident=lesson.incident,
        services=frozenset(each.casefold() for each in lesson.services),
        guarded=bool(lesson.guard) and lesson.guard_confirmed,
    )


def _found_in(text: str, made: Vocabulary) -> list[PlanCondition]:
    if not text:
        return []
    document = tuple(sentences(text))
    found = (
        *find_phrases(made.phrases, document, told=True),
        *find_phrases(made.measures, document, told=True, safe=True),
    )
    return [each for each in found if isinstance(each, PlanCondition)]


def _listed(phrases: Iterable[str]) -> Description:
    dangers: set[ConditionName] = set()
    measures: set[ConditionName] = set()
    own: list[str] = []
    own_names: list[tuple[str, ConditionName]] = []
    windows: list[Window] = []
    for phrase in phrases:
        window = window_of(phrase)
        names = canonical(phrase)
        if window is not None and OUTSIDE not in names:
            windows.append(window)
        elif not names:
            own.append(" ".join(phrase.split()))
        elif _is_own_name(phrase, names):
            own_names.append((" ".join(phrase.split()), names[0]))
        for name in names if window is None or OUTSIDE in names else ():
            entry = lexicon()[name]
            if entry.safe:
                measures.add(name)
            elif not entry.common:
                dangers.add(name)
    return Description(
        dangers=frozenset(dangers),
        measures=frozenset(measures),
        own=tuple(own),
        called=tuple(own_names),
        windows=tuple(windows),
    )


def _is_own_name(phrase: str, names: Sequence[ConditionName]) -> bool:
    """Tell whether a lesson has a name of its own for one condition, of more than one word."""
    known = frozenset(stems_of(phrase)) in called() and not _is_told(phrase_of(phrase))
    return not known and len(names) == 1 and names[0] not in DAYS and len(phrase_of(phrase).stems) > 1
