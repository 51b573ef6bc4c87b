"""What the conditions that a lesson lists are in the lexicon: short phrases, each one condition and perhaps a day."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sprintmind.conditions.kinship import is_named, nearest
from sprintmind.conditions.lexicon import absences, called, lexicon
from sprintmind.conditions.owned import phrase_of
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import spots
from sprintmind.conditions.reader import read
from sprintmind.conditions.words import stems_of
from sprintmind.domain.changes import Ease
from sprintmind.domain.plans import ConditionName

DAYS = frozenset(
    {"Friday deploy", "weekend change", "public holiday", "night work", "end of month", "peak traffic hours"}
)
"""When something is done, which a phrase may name beside what is done, "Saturday migration"."""
OUTSIDE = ConditionName("outside the batch window")
"""Whatever a lesson calls the window."""
HALF = 0.5  # of a phrase's words that what it is read as must account for


@lru_cache(maxsize=50_000)
def canonical(phrase: str) -> tuple[ConditionName, ...]:
    """Tell which conditions of the lexicon a short phrase names; none if it says something of its own.

    >>> canonical("Saturday migration")
    ('schema migration', 'weekend change')
    >>> canonical("penguin relocation")
    ()
    """
    stems = frozenset(stems_of(phrase))
    known = called().get(stems)
    if known:
        return (known,)
    if {"outside", "window"} <= stems and stems.isdisjoint({"maintenance", "change"}):
        return (OUTSIDE,)
    content = frozenset(phrase_of(phrase).stems)
    covered = _covered(phrase, stems, content)
    said = frozenset[str]().union(*covered.values())
    done = frozenset[str]().union(*(words for name, words in covered.items() if lexicon()[name].ease is Ease.PURPOSE))
    inside = {name: frozenset({stem}) for name, stem in _named_inside(content - done)}
    if inside and content <= said.union(*inside.values()):
        covered = {name: covered.get(name, frozenset()) | inside.get(name, frozenset()) for name in (*covered, *inside)}
    covered = {name: words for name, words in covered.items() if name in DAYS or _may_be(phrase, name)}
    named = {name: words for name, words in covered.items() if not lexicon()[name].common} or covered
    if all(lexicon()[name].general and not lexicon()[name].safe for name in named):
        return ()  # "proxy migration" says more than that the network is changed
    if not content or len(frozenset[str]().union(*named.values())) < HALF * len(content):
        return ()
    return _best(phrase, {_turned(name, phrase): words for name, words in named.items() if not _outdone(name, named)})


def _may_be(phrase: str, name: ConditionName) -> bool:
    titled = (each.pattern for each in lexicon()[name].wordings if each.titled)
    line, head = Sentence(phrase, 0, len(phrase)), phrase_of(phrase).object[-1]
    return is_named(phrase, name) or any(
        spots(each, line, document=()) for each in titled if any(head in need for need in each.needs)
    )


def _best(phrase: str, named: Mapping[ConditionName, frozenset[str]]) -> tuple[ConditionName, ...]:
    """Tell the one condition that a phrase names best, beside the day on which it is."""
    near = {name: score for score, (_, name) in reversed(nearest(phrase))}
    days = {name for name in named if name in DAYS}
    rest = sorted(
        named.keys() - days, key=lambda name: (near.get(name, 0.0) + len(named[name]) / 4, name), reverse=True
    )
    return tuple(sorted((*days, *rest[:1])))


def _outdone(name: ConditionName, named: Mapping[ConditionName, frozenset[str]]) -> bool:
    """Tell whether another condition of its kind accounts for all its words and more, or is more exact."""
    entry = lexicon()[name]
    others = [each for each in named if each != name]
    vague = entry.general and any(lexicon()[each].safe == entry.safe for each in others)
    return vague or any(named[name] < named[each] and lexicon()[each].ease is entry.ease for each in others)


def _turned(name: ConditionName, phrase: str) -> ConditionName:
    """Take a measure that a phrase denies for its absence."""
    entry = lexicon()[name]
    if not entry.safe or name in absences() or not phrase_of(phrase).absent:
        return name
    return next((each.name for each in lexicon().values() if each.measure == name), name)


def _covered(phrase: str, stems: frozenset[str], content: frozenset[str]) -> dict[ConditionName, frozenset[str]]:
    """Tell for which words of a phrase each condition stands that it names."""
    found: dict[ConditionName, frozenset[str]] = {}
    for each in read(phrase, told=True, titled=True).conditions:
        aliases = (alias for alias in _names(each.condition) if alias <= stems)
        found[each.condition] = frozenset(stems_of(each.words)).union(*aliases) & content
    return found


def _names(name: ConditionName) -> list[frozenset[str]]:
    entry = lexicon()[name]
    return [frozenset(stems_of(each)) for each in (entry.name, *entry.aliases, *entry.names)]


def _named_inside(stems: frozenset[str]) -> Iterator[tuple[ConditionName, str]]:
    """Tell what single words of a phrase name, "migration" in "Saturday migration"."""
    for stem in stems:
        name = called().get(frozenset({stem}))
        if name and not lexicon()[name].common:
            yield name, stem
