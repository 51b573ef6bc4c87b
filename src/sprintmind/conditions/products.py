"""Products that lessons name with a version, "Kestrel Go 6.0": a plan for the next one is known for what it is."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Spot, concept
from sprintmind.conditions.stance import objection
from sprintmind.conditions.words import stems_of
from sprintmind.domain.plans import ConditionName, FoundBy, PlanCondition

KINDS = frozenset({"mobile app release", "firmware update", "ML model rollout"})
"""What a product may be a release of."""
_NAMED = re.compile(r"\b(?P<name>(?:[A-Z][A-Za-z-]{1,20} ){1,3})v?\d+(?:\.\d+)+\b")

Products = tuple[tuple[tuple[str, ...], ConditionName], ...]


def products_in(text: str, dangers: Iterable[ConditionName]) -> Products:
    """Find what a lesson about one kind of release calls the product."""
    kinds = sorted(KINDS.intersection(dangers))
    if len(kinds) != 1:
        return ()
    names = (stems_of(match["name"]) for match in _NAMED.finditer(text))
    releases = frozenset(each[0] for each in concept("deploy")) | {"version", "build", "firmwar", "firmware", "model"}
    return tuple((name, ConditionName(kinds[0])) for name in names if not releases.issuperset(name))


def agreed(products: Iterable[Products]) -> Products:
    """Keep the names of which all lessons say the same."""
    found: dict[tuple[str, ...], set[ConditionName]] = {}
    for each in products:
        for name, kind in each:
            found.setdefault(name, set()).add(kind)
    return tuple((name, next(iter(kinds))) for name, kinds in sorted(found.items()) if len(kinds) == 1)


def find_products(products: Products, document: Sequence[Sentence]) -> Iterator[PlanCondition]:
    """Find products with a version in a plan."""
    by_first: Mapping[str, Products] = {
        first: tuple(each for each in products if each[0][0] == first) for first in {name[0] for name, _ in products}
    }
    for sentence in document if by_first else ():
        for index, word in enumerate(sentence.words):
            for name, kind in by_first.get(word.stem, ()):
                stems = tuple(each.stem for each in sentence.words[index : index + len(name) + 1])
                spot = Spot(index, min(index + len(name) + 1, len(sentence.words)))
                versioned = len(stems) > len(name) and stems[-1].lstrip("v")[:1].isdigit()
                if stems[: len(name)] == name and versioned and objection(sentence, spot) is None:
                    words = sentence.quote(spot.start, spot.end)
                    why = f"lessons about {kind} name {words.rpartition(' ')[0]}"
                    yield PlanCondition(condition=kind, words=words, found_by=FoundBy.PHRASE, why=why)
