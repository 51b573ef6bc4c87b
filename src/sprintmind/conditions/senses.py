"""Whether a word of a plan stands for one of a lesson's own condition: inflected, derived or of like meaning."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from sprintmind.conditions.files import table
from sprintmind.conditions.words import Word, kin_of, stems_of

_ENDINGS = (
    "ization",
    "isation",
    "ication",
    "ation",
    "ition",
    "ion",
    "ement",
    "ment",
    "able",
    "ity",
    "er",
    "or",
    "al",
    "y",
)
_SHORTEST = 4  # letters that are left of a word without its ending
_ANEW = "re"


class Found(NamedTuple):
    """Where a word is found."""

    at: int
    width: int
    near: bool
    """It is the word itself, not one of like meaning."""


@lru_cache(maxsize=50_000)
def root_of(stem: str) -> str:
    """Reduce a stem to what nouns and verbs share.

    >>> {root_of(each) for each in ("calibrat", "calibration")}, {root_of(each) for each in ("enforc", "enforcement")}
    ({'calibr'}, {'enforc'})
    """
    stem = stem.removesuffix("e") if len(stem) > _SHORTEST - 1 else stem
    bare = next((stem.removesuffix(each) for each in _ENDINGS if stem.endswith(each)), stem)
    bare = bare if len(bare) >= _SHORTEST else stem
    return bare.removesuffix("at") if len(bare) > _SHORTEST + 1 else bare


def places(wanted: str, words: Sequence[Word]) -> list[Found]:
    """Find a word, given as a stem, among others."""
    like, joined = _likes(wanted), _joined(wanted)
    found = []
    for index, word in enumerate(words):
        if _is_same(wanted, word.stem):
            found.append(Found(index, 1, near=True))
        elif word.stem in joined or root_of(word.stem) in joined:
            found.append(Found(index, 1, near=False))
        else:
            found.extend(
                Found(index, len(each), near=False)
                for each in like.get(word.stem, ())
                if tuple(one.stem for one in words[index : index + len(each)]) == each
            )
    return found


@lru_cache(maxsize=20_000)
def keys_of(wanted: str) -> frozenset[str]:
    """Give what to look up for a word that is wanted; see `keys_in`."""
    return frozenset((kin_of(wanted), root_of(wanted), *map(root_of, _likes(wanted))))


@lru_cache(maxsize=50_000)
def keys_in(stem: str) -> frozenset[str]:
    """Give under what a word of a text is looked up; two that share none are not the same word in any sense."""
    bare = stem.removeprefix(_ANEW)
    return frozenset((kin_of(stem), root_of(stem), kin_of(bare), root_of(bare)))


@lru_cache(maxsize=100_000)
def _is_same(wanted: str, stem: str) -> bool:
    anew = stem.startswith(_ANEW) and stem[len(_ANEW) :] == wanted
    return anew or kin_of(stem) == kin_of(wanted) or root_of(stem) == root_of(wanted)


@lru_cache(maxsize=5_000)
def _joined(wanted: str) -> frozenset[str]:
    """Give the roots of all single words of like meaning."""
    return frozenset(root_of(each[0]) for some in _likes(wanted).values() for each in some if len(each) == 1)


@lru_cache(maxsize=5_000)
def _likes(wanted: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Give what stands for a word, by its first stem."""
    names = {wanted, kin_of(wanted), root_of(wanted)}
    found: dict[str, set[tuple[str, ...]]] = {}
    for group in _groups():
        if not names.isdisjoint(each[0] for each in group if len(each) == 1):
            for each in group:
                found.setdefault(each[0], set()).add(each)
    return {first: tuple(sorted(some)) for first, some in found.items()}


@cache
def _groups() -> tuple[frozenset[tuple[str, ...]], ...]:
    return tuple(
        frozenset(filter(None, (stems_of(each.strip().replace("_", " ")) for each in group.split(","))))
        for group in table("thesaurus", "groups").values()
    )
