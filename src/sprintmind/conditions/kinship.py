"""Lessons' own conditions that only say in other words what a condition of the lexicon does."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import log

from sprintmind.conditions.deeds import DIRECTED, SHARED, is_case
from sprintmind.conditions.files import table
from sprintmind.conditions.free import Similar
from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.owned import Phrase, phrase_of
from sprintmind.conditions.senses import is_like
from sprintmind.conditions.words import stem_of
from sprintmind.domain.plans import ConditionName

CLOSE = 0.75
"""From this overlap of their words on, rare ones counting more, two names say the same."""
LEAD = 0.1
"""By how much the nearest condition must lead for words alone to decide."""
NEAR = 0.25
"""Below this one they have nothing to do with each other, whatever a model holds."""
ALIKE = 0.64
"""From this cosine on they mean the same; chosen on phrases of trades that the lexicon had not seen."""
AHEAD = 0.03  # cosine by which the nearest condition must lead
AHEAD_EXPECTED = 0.12  # and by which it must if it is only expected
EXPECTED = 0.24
"""The same for what goes with the changes that a lesson is about."""
KNOWN = 8  # aliases of each companion that a phrase is compared with
ASKED = 6  # names of the lexicon that a phrase is compared with by meaning

Name = tuple[Phrase, ConditionName]


def other_names(
    phrases: Mapping[str, Collection[ConditionName]], *, similar: Similar | None, safe: bool = True
) -> Mapping[str, ConditionName]:
    """Tell which conditions of the lexicon own conditions are other names of; those that are none are left out.

    A denial is only the name of a denial. Words alone must nearly all be there; where some are, their meaning may
    decide. What goes with the changes that stand beside a phrase needs less.

    Args:
        phrases: Own conditions, each with what its lessons have besides.
        similar: Compares meanings; without it, words alone count.
        safe: They may be measures, as those of what went fine; a failure has none.
    """
    found: dict[str, ConditionName] = {}
    open_: dict[str, list[Name]] = {}
    expected: dict[str, list[Name]] = {}
    for phrase, others in phrases.items():
        named = (each for each in nearest(phrase) if is_named(phrase, each[1][1]))
        scored = [each for each in named if safe or not lexicon()[each[1][1]].safe]
        rivals = [score for score, name in scored if name[1] != scored[0][1][1]]
        if scored and scored[0][0] >= CLOSE and scored[0][0] - max(rivals, default=0.0) >= LEAD:
            found[phrase] = scored[0][1][1]
            continue
        open_[phrase] = [name for _, name in scored]
        expected[phrase] = _companions(phrase, others, safe=safe)
    if similar is None:
        return found
    return (
        found
        | dict(_by_meaning(expected, similar, least=EXPECTED, ahead=AHEAD_EXPECTED))
        | dict(_by_meaning(open_, similar, least=ALIKE, ahead=AHEAD))
    )


def _companions(written: str, others: Collection[ConditionName], *, safe: bool) -> list[Name]:
    """Find the names of what goes with the changes beside a phrase and is not there yet."""
    listed = {each.strip() for name in others for each in table("companions", "beside").get(name, "").split(",")}
    phrase = phrase_of(written)
    return [
        (name, ConditionName(condition))
        for condition in sorted(listed.intersection(lexicon()) - set(others))
        if is_named(written, ConditionName(condition))
        for name in map(phrase_of, (str(condition), *lexicon()[ConditionName(condition)].aliases[:KNOWN]))
        if name.absent == phrase.absent and lexicon()[ConditionName(condition)].safe == safe
    ]


@cache
def all_names() -> frozenset[str]:
    """Tell every phrase of the lexicon that an own one may be compared with."""
    return frozenset(phrase.written for phrase, _ in _names())


@lru_cache(maxsize=50_000)
def is_named(written: str, name: ConditionName) -> bool:
    """Tell whether a condition has a name that may say the same: of a like object, with the same done to it.

    >>> is_named("token lifetime change", ConditionName("secret rotation"))
    False
    """
    phrase = phrase_of(written)
    if phrase.absent or not phrase.deed or _days().issuperset(phrase.object):
        return True
    others = (each for each, _ in _names_of().get(name, ()))
    return any(_is_like(phrase, each) for each in others)


def _is_like(phrase: Phrase, other: Phrase) -> bool:
    same = is_case(phrase.deed, other.deed) or not (other.deed or phrase.deed in DIRECTED)
    wanted = phrase.object if phrase.deed == SHARED else phrase.object[-1:]  # a shared pool is not any shared thing
    return same and all(any(is_like(each, word) for word in other.object) for each in wanted)


@cache
def _days() -> frozenset[str]:
    return frozenset(map(stem_of, (*table("calendar", "weekdays"), "weekend", "night", "holiday")))


@cache
def _names_of() -> Mapping[ConditionName, tuple[Name, ...]]:
    found: dict[ConditionName, list[Name]] = {}
    for each in _names():
        found.setdefault(each[1], []).append(each)
    return {name: tuple(some) for name, some in found.items()}


@lru_cache(maxsize=50_000)
def nearest(written: str) -> tuple[tuple[float, Name], ...]:
    """Find the names that share most with a phrase, the nearest first; of equals the first in the lexicon."""
    phrase = phrase_of(written)
    places = {place for stem in phrase.kin for place in _by_kin().get(stem, ())}
    scored = (
        (_overlap(phrase, _names()[place][0]), -place)
        for place in places
        if _names()[place][0].absent == phrase.absent and len(_names()[place][0].kin) >= min(len(phrase.kin), 2)
    )
    best = sorted((each for each in scored if each[0] >= NEAR), reverse=True)[:ASKED]
    return tuple((score, _names()[-place]) for score, place in best)


def _by_meaning(
    open_: Mapping[str, Sequence[Name]], similar: Similar, *, least: float, ahead: float
) -> Iterator[tuple[str, ConditionName]]:
    asked = {phrase: names for phrase, names in open_.items() if names}
    others = list(dict.fromkeys(name.written for names in asked.values() for name, _ in names))
    places = {other: place for place, other in enumerate(others)}
    rows = similar(list(asked), others) if asked else ()
    for (phrase, names), row in zip(asked.items(), rows, strict=True):
        scores: dict[ConditionName, float] = {}
        for name, condition in names:
            scores[condition] = max(scores.get(condition, -1.0), row[places[name.written]])
        first, *rest = sorted(scores, key=lambda each: -scores[each])
        if scores[first] >= least and all(scores[first] - scores[each] >= ahead for each in rest[:1]):
            yield phrase, first


def _overlap(one: Phrase, other: Phrase) -> float:
    both = sum(map(_weight, one.kin & other.kin))
    return 2 * both / (sum(map(_weight, one.kin)) + sum(map(_weight, other.kin)))


@cache
def _names() -> tuple[Name, ...]:
    entries = (each for each in lexicon().values() if not each.common and (each.safe or not each.general))
    return tuple(
        (phrase_of(name), entry.name) for entry in entries for name in (entry.name, *entry.aliases, *entry.names)
    )


@cache
def _by_kin() -> Mapping[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for place, (phrase, _) in enumerate(_names()):
        for stem in phrase.kin:
            found.setdefault(stem, []).append(place)
    return {stem: tuple(places) for stem, places in found.items()}


@cache
def _counts() -> Counter[str]:
    return Counter(stem for stem, places in _by_kin().items() for _ in {_names()[place][1] for place in places})


@cache
def _weight(stem: str) -> float:
    """Weigh a word by how few conditions it occurs in; one that is in none is the rarest."""
    return log(len(lexicon()) / max(_counts()[stem], 1))
