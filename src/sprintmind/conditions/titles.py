"""What the conditions that a lesson lists are in the lexicon: short phrases, each one condition and perhaps a day."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain

from sprintmind.conditions.lexicon import called, lexicon
from sprintmind.conditions.owned import identity_of
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Pattern, spots
from sprintmind.conditions.words import stems_of
from sprintmind.domain.plans import ConditionName

DAYS = frozenset(
    {"Friday deploy", "weekend change", "public holiday", "night work", "end of month", "peak traffic hours"}
)
"""When something is done, which a phrase may name beside what is done, "Saturday migration"."""
OUTSIDE = ConditionName("outside the batch window")
"""Whatever a lesson calls the window."""


@lru_cache(maxsize=50_000)
def canonical(phrase: str) -> tuple[ConditionName, ...]:
    """Tell which conditions of the lexicon a short phrase names; none if it says something of its own.

    It names one whose name has its words, or words that mean the same, and no other: what says more is narrower, and
    what says less is wider.

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
    name = _named().get(identity_of(phrase)) or _titled(phrase)
    return (name,) if name else _on_a_day(phrase)


def _on_a_day(phrase: str) -> tuple[ConditionName, ...]:
    """Tell what is done on which day, where a phrase names both."""
    for day, words in _days():
        if words < identity_of(phrase):
            rest = canonical(" ".join(each for each in phrase.split() if words.isdisjoint(identity_of(each))))
            if rest:
                return tuple(sorted({day, *(name for name in rest if not lexicon()[name].common)}))
    return ()


def _titled(phrase: str) -> ConditionName | None:
    """Tell the one condition that only a title says in such words."""
    line = Sentence(phrase, 0, len(phrase))
    found = {name for name, pattern in _titles() if _is_all(pattern, line)}
    return next(iter(found)) if len(found) == 1 else None


def _is_all(pattern: Pattern, line: Sentence) -> bool:
    """Tell whether a pattern names all that a line says, rather than leaves some open."""
    named = frozenset(chain.from_iterable(piece.named for piece in pattern.pieces))
    return identity_of(" ".join(line.stems - named)) == frozenset() and bool(spots(pattern, line, document=()))


@cache
def _titles() -> tuple[tuple[ConditionName, Pattern], ...]:
    entries = lexicon().values()
    return tuple((entry.name, each.pattern) for entry in entries for each in entry.wordings if each.titled)


@cache
def _named() -> Mapping[frozenset[str], ConditionName]:
    """Tell a condition by what any of its names says; what two of them may mean names none."""
    found: dict[frozenset[str], set[ConditionName]] = {}
    for identity, name in _names():
        found.setdefault(identity, set()).add(name)
    return {identity: next(iter(names)) for identity, names in found.items() if len(names) == 1}


def _names() -> Iterator[tuple[frozenset[str], ConditionName]]:
    lacking = {entry.measure: entry.name for entry in lexicon().values() if entry.measure}
    for entry in lexicon().values():
        for each in (entry.name, *entry.aliases, *entry.names):
            yield identity_of(each), entry.name
            if entry.name in lacking:
                yield identity_of(f"not {each}"), lacking[entry.name]


@cache
def _days() -> tuple[tuple[ConditionName, frozenset[str]], ...]:
    return tuple((name, words) for words, name in sorted(_named().items(), key=str) if name in DAYS and words)
