"""What lessons call one condition in different words, and what those that list none are cases of, by meaning."""

import re
from calendar import day_name
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from sprintmind.conditions.description import Description
from sprintmind.conditions.free import Similar
from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.owned import Phrase, identity_of, phrase_of
from sprintmind.conditions.sayings import sides
from sprintmind.conditions.stories import MOST, newest, sentences_told
from sprintmind.conditions.titles import DAYS
from sprintmind.conditions.words import stems_of
from sprintmind.domain.lessons import Lesson, LessonId, LessonType
from sprintmind.domain.plans import ConditionName

ONE = 0.62
"""From this cosine on two names that lessons have of their own are of one condition."""
KNOWN = 0.68
"""The same of such a name and one of the lexicon, of which there are many that are nearly alike."""
CASE = 0.66
"""From this cosine on a sentence of a story is a case of a condition that other lessons list."""
LIKE = 0.6
"""From this cosine on a lesson's own condition is like one of the lexicon, of which the same measures are taken."""
TIMES = DAYS | {"batch window"}
FEW = 2  # of the lexicon that one may be like
SHORT = 80  # characters of a decision that names what a lesson is about

_NOT = re.compile(r"^(?:no|not|without)\s+", re.IGNORECASE)

Identity = frozenset[str]


def united(
    named: Mapping[Identity, Phrase], active: Mapping[Lesson, Description], similar: Similar
) -> dict[Identity, Phrase]:
    """Let names that mean the same be one condition; two that one lesson lists are two.

    Args:
        named: The dangers that lessons have names of their own for.
        active: What each lesson says.
        similar: Compares meanings.
    """
    own = dict(list(named.items())[:MOST])  # a longer history has settled on names of its own
    cases = _cases(active)
    known = sorted({name for each in active.values() for name in each.dangers} - DAYS)
    found: dict[Identity, ConditionName] = {}
    for first, second in _alike(own, known, similar):
        if not cases[second].isdisjoint(cases[first]):
            continue
        name = second if isinstance(second, str) else found.get(second, own[second].condition)
        found |= {key: name for key in own if key == first or found.get(key) == found.get(first, own[first].condition)}
        cases[first] = cases[second] = cases[first] | cases[second]
    return {key: replace(phrase, condition=found.get(key, phrase.condition)) for key, phrase in own.items()}


def _alike(
    own: Mapping[Identity, Phrase], known: Sequence[ConditionName], similar: Similar
) -> Iterator[tuple[Identity, Identity | ConditionName]]:
    """Pair names that surely mean the same, the surest first."""
    names = [phrase.written for phrase in own.values()]
    keys = list(own)
    rows = similar(names, [*names, *known]) if names else []
    sure = [(rows[one][two], one, two) for two, one in combinations(range(len(keys)), 2) if rows[one][two] >= ONE]
    for place, row in enumerate(rows):
        sure += [(each, place, at) for at, each in enumerate(row) if at >= len(keys) and each >= KNOWN]
    candidates: list[tuple[Identity | ConditionName, Phrase | ConditionName]] = [
        *own.items(),
        *zip(known, known, strict=True),
    ]
    for _, one, two in sorted(sure, reverse=True):
        other, meant = candidates[two]
        if _fit(own[keys[one]], meant):
            yield keys[one], other


def _fit(first: Phrase, second: Phrase | ConditionName) -> bool:
    """Tell whether two names may be of one condition: both deny or neither, and they name the same days."""
    if isinstance(second, str):
        return first.absent == (lexicon()[second].measure is not None) and not _days(first.written)
    return first.absent == second.absent and _days(first.written) == _days(second.written)


def _days(phrase: str) -> frozenset[str]:
    return frozenset(each for each in map(str.casefold, day_name) if each in phrase.casefold())


def _cases(active: Mapping[Lesson, Description]) -> defaultdict[Identity | ConditionName, frozenset[LessonId]]:
    """Tell which lessons say each condition, by the name of the lexicon or by what their own name says."""
    found: dict[Identity | ConditionName, set[LessonId]] = {}
    for lesson, each in active.items():
        names: list[Identity | ConditionName] = [*each.dangers]
        for name in [*names, *map(identity_of, each.own)]:
            found.setdefault(name, set()).add(lesson.id)
    return defaultdict(frozenset, {name: frozenset(some) for name, some in found.items()})


def measured(
    fine: Mapping[Identity, Phrase], dangers: Collection[Phrase], similar: Similar
) -> tuple[dict[Identity, Phrase], dict[ConditionName, ConditionName]]:
    """Let what only made things go well be the measure, or the danger, that it surely means.

    Args:
        fine: What only lessons that went fine have.
        dangers: What others have, of their own.
        similar: Compares meanings.

    Returns:
        Each as what it means, and what some are the absence of, "no game on air".
    """
    own = dict(list(fine.items())[:MOST])
    known = [name for name, entry in lexicon().items() if not entry.common and name not in TIMES]
    theirs = {phrase.written: phrase.condition for phrase in list(dangers)[:MOST]}
    rows = similar([bare(each.written) for each in own.values()], [*known, *theirs]) if own else []
    found: dict[Identity, Phrase] = {}
    opposites: dict[ConditionName, ConditionName] = {}
    for (key, phrase), row in zip(own.items(), rows, strict=True):
        meant = _surely(row, (*known, *theirs.values()))
        if meant and phrase.absent and meant not in lexicon():
            opposites[phrase.condition] = meant
        elif meant and not phrase.absent and not _is_undone(phrase, meant):
            found[key] = replace(phrase, condition=meant)
    return found, opposites


def bare(written: str) -> str:
    """Leave out the denial with which a condition begins."""
    return _NOT.sub("", written)


def _surely(row: Sequence[float], names: Sequence[ConditionName]) -> ConditionName | None:
    """Tell what is surely meant, a measure rather than a danger."""
    sure = [(each, name) for each, name in zip(row, names, strict=True) if each >= KNOWN]
    safe = [each for each in sure if each[1] in lexicon() and lexicon()[each[1]].safe]
    return max(safe or sure)[1] if sure else None


def _is_undone(phrase: Phrase, danger: ConditionName) -> bool:
    """Tell whether a danger is that a measure is not taken, "unpinned versions" and "versions pinned"."""
    entry = lexicon().get(danger)
    if entry is not None:
        return not entry.safe and entry.measure is not None
    return phrase_of(danger).absent or any(f"un{stem}" in stems_of(danger) for stem in phrase.stems)


def against(
    dangers: Sequence[ConditionName], measures: Sequence[ConditionName], similar: Similar
) -> dict[ConditionName, frozenset[ConditionName]]:
    """Tell which measures are taken against lessons' own conditions, and which others against those of the lexicon."""
    known = [name for name, entry in lexicon().items() if not entry.safe and not entry.common]
    rows = similar(dangers, [*known, *measures]) if dangers else []
    found: dict[ConditionName, frozenset[ConditionName]] = {}
    for name, row in zip(dangers, rows, strict=True):
        likest = sorted(zip(row, known, strict=False), reverse=True)[:FEW]
        near = [each for likeness, each in likest if likeness >= LIKE]
        own = (each for likeness, each in zip(row[len(known) :], measures, strict=True) if likeness >= LIKE)
        found[name] = frozenset((*own, *(side for each in near for side in sides(each) if lexicon()[side].safe)))
    return found


def recognised(active: Mapping[Lesson, Description], similar: Similar) -> dict[Lesson, Description]:
    """Describe lessons that list no conditions by those of others; one that has none is about what was decided."""
    bad = [each for lesson, each in active.items() if lesson.type is not LessonType.COUNTER_EXAMPLE and not each.text]
    listed = Counter(name for each in bad for name in (*each.dangers, *each.own))
    names = [name for name, _ in listed.most_common(MOST) if name not in DAYS]
    quiet = [lesson for lesson, each in active.items() if each.text]
    told = {lesson: sentences_told(lesson) for lesson in newest(quiet)}
    places = {said: place for place, said in enumerate(dict.fromkeys(said for each in told.values() for said in each))}
    rows = similar(names, list(places)) if names and places else []
    found = dict(active)
    for lesson, story in told.items():
        mine = [places[said] for said in story]
        like = [name for name, row in zip(names, rows, strict=False) if any(row[place] >= CASE for place in mine)]
        found[lesson] = _with(lesson, active[lesson], like)
    return found


def _with(lesson: Lesson, description: Description, like: Sequence[str]) -> Description:
    dangers = description.dangers.union(ConditionName(each) for each in like if each in lexicon())
    own = (*description.own, *(each for each in like if each not in lexicon()))
    if not dangers and not own and lesson.type is not LessonType.COUNTER_EXAMPLE:
        own = decided(lesson)
    return replace(description, dangers=dangers, own=own)


def decided(lesson: Lesson) -> tuple[str, ...]:
    """Name what a lesson is about by what was decided, or else by its situation."""
    told = sentences_told(replace(lesson, situation="", root_cause="")) or sentences_told(lesson)
    return tuple(each.rstrip(".")[:SHORT] for each in told[:1])
