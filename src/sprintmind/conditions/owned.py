"""A condition that a lesson has of its own, an object and what is done to it, and where a plan says both."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain

from sprintmind.conditions.deeds import PREPOSITIONS, done, is_against, parsed, undone
from sprintmind.conditions.files import table
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Spot
from sprintmind.conditions.senses import keys_of, places, root_of
from sprintmind.conditions.words import kin_of, stem_of, stems_of
from sprintmind.domain.plans import ConditionName

_MISSING = re.compile(r"\bmissing\b", re.IGNORECASE)
"""It denies, as "miss" does not: "stock count missing", "cache miss"."""
NEAR = 14  # words that an object and what is done to it may span
PLACES = 6  # of one word in a sentence that are looked at
CLOSE = 6  # words that an object may span all of whose words are others
MANY = 3
"""From so many words on an object may lack one, which is not its last."""


@dataclass(frozen=True, slots=False)
class Phrase:
    """A lesson's own condition."""

    written: str
    stems: tuple[str, ...]
    """The words that carry it."""
    absent: bool
    """It says that something is not there: "no vendor notice"."""
    condition: ConditionName
    """What a plan has that says so: itself, or the condition of the lexicon that it is another name of."""
    kin: frozenset[str] = field(compare=False)
    """What stands for each of its words."""
    literal: bool = False
    """Only its very words, next to each other, say so; what they mean is looked for by the lexicon."""
    deed: str = ""
    """What is done to its object; nothing if it only names a thing."""
    object: tuple[str, ...] = ()
    """The words of what it is done to, the head last."""

    @property
    def enough(self) -> int:
        """How many words of the object a plan must name."""
        return len(self.object) - (len(self.object) >= MANY)

    @cached_property
    def keys(self) -> frozenset[str]:
        """Under what its words are looked up."""
        return self.kin.union(chain.from_iterable(map(keys_of, self.object)))


@lru_cache(maxsize=20_000)
def phrase_of(written: str) -> Phrase:
    """Read a lesson's own condition.

    >>> phrase_of("no vendor notification").stems, phrase_of("no vendor notification").absent
    (('vendor', 'notification'), True)
    >>> phrase_of("token lifetime change").deed, phrase_of("token lifetime change").object
    ('change', ('token', 'lifetim'))
    """
    stems = tuple(_undone(stems_of(_MISSING.sub("no", written))))
    carrying = _carrying(stems)
    absent = not _words("denials").isdisjoint(stems)
    kept = carrying or stems
    deed, rest = ("", stems) if absent else parsed(stems)
    around = _headed(_carrying(rest), rest)
    if not around:
        deed, around = "", kept
    kin = frozenset(map(kin_of, kept))
    return Phrase(written, kept, absent, ConditionName(written), kin, deed=deed, object=around)


def _headed(carrying: tuple[str, ...], stems: tuple[str, ...]) -> tuple[str, ...]:
    """Put the head last: the word before the first preposition, "limit" of "rate limit on search"."""
    first = next((n for n, each in enumerate(stems) if each in PREPOSITIONS and n), len(stems))
    heads = [each for each in stems[:first] if each in carrying]
    if not heads:
        return carrying
    return (*(each for each in carrying if each != heads[-1]), heads[-1])


def _carrying(stems: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in stems if each not in _words("denials") | _words("empty")))


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(table("words", name)["words"].split())


def _undone(stems: Iterable[str]) -> Iterator[str]:
    """Tell a denial from what it denies in one word: "untried" is "not tried"."""
    for stem in stems:
        bare = stem_of(stem[2:])
        if stem.startswith("un") and bare in _words("deniable"):
            yield from ("not", bare)
        else:
            yield stem


@lru_cache(maxsize=50_000)
def identity_of(written: str) -> frozenset[str]:
    """Tell what a phrase says, whatever its words and their order; phrases of one identity say the same.

    >>> identity_of("longer cache lifetime") == identity_of("increase of the cache lifetime")
    True
    >>> identity_of("cache lifetime checked") == identity_of("cache lifetime not checked")
    False
    """
    stems = tuple(_undone(stems_of(_MISSING.sub("no", written))))
    carrying = frozenset(root_of(kin_of(each)) for each in stems if each not in _words("denials")) - _words("glue")
    return carrying | {"not"} if not _words("denials").isdisjoint(stems) else carrying


def spot_of(phrase: Phrase, sentence: Sentence) -> Spot | None:
    """Find the fewest words of a sentence that name the object of a phrase and say what is done to it."""
    objects = sorted(_objects(phrase, sentence), key=_width)
    if not phrase.deed:
        return next((Spot(min(each), max(each) + 1) for each in objects if _width(each) <= NEAR), None)
    if not objects or is_against(phrase.deed, sentence):
        return None
    said, denied = done(phrase.deed, sentence), undone(phrase.deed, sentence)
    joint = (_joint(held, said, sentence) for held in objects if not _opposed(held, said, denied, sentence))
    return min((each for each in joint if each), key=lambda each: each.end - each.start, default=None)


def says(deed: str, sentence: Sentence) -> bool:
    """Tell whether a sentence says a deed of whatever object, rather than its opposite."""
    against = is_against(deed, sentence) or len(undone(deed, sentence)) >= max(len(done(deed, sentence)), 1)
    return not against and bool(done(deed, sentence))


def _opposed(held: frozenset[int], said: Sequence[Spot], denied: Sequence[Spot], sentence: Sentence) -> bool:
    """Tell whether only the opposite is said of an object; amounts, which span the sentence, decide before words do."""
    if any(_is_whole(each, sentence) for each in said):
        return False
    other, own = (_joint(held, each, sentence) for each in (denied, said))
    return other is not None and (own is None or other.end - other.start < own.end - own.start)


def _joint(held: frozenset[int], deeds: Iterable[Spot], sentence: Sentence) -> Spot | None:
    """Join an object and the nearest of what is done to it, which is no word of its own, but for "reimage"."""
    found: list[Spot] = []
    for deed in deeds:
        ends = {deed.start, deed.end - 1}
        anew = sentence.words[deed.start].stem.startswith("re")
        if _is_whole(deed, sentence):
            found.append(Spot(min(held), max(held) + 1))
        elif anew or held.isdisjoint(ends):
            found.append(Spot(min(*held, deed.start), max(max(held) + 1, deed.end)))
    near = (each for each in found if each.end - each.start <= NEAR)
    return min(near, key=lambda each: each.end - each.start, default=None)


def _is_whole(spot: Spot, sentence: Sentence) -> bool:
    return spot.start == 0 and spot.end == len(sentence.words)


def _width(held: frozenset[int]) -> int:
    return max(held) - min(held) + 1


def _objects(phrase: Phrase, sentence: Sentence) -> Iterator[frozenset[int]]:
    """Find where the words of an object stand together, each word for one of them."""
    *others, head = (places(each, sentence.words)[:PLACES] for each in phrase.object)
    for first in (each for each in head if not _is_owner(sentence, each.at)):
        held = {first.at: first}
        for some in others:
            free = [each for each in some if each.at not in held]
            nearest = min(free, key=lambda each: abs(each.at - first.at), default=None)
            if nearest is not None and abs(nearest.at - first.at) < NEAR:
                held[nearest.at] = nearest
        indices = frozenset(chain.from_iterable(range(each.at, each.at + each.width) for each in held.values()))
        near = any(each.near for each in held.values())
        if _is_object(phrase, len(held), _width(indices), near=near):
            yield indices


def _is_object(phrase: Phrase, count: int, width: int, *, near: bool) -> bool:
    """Tell whether so many words of an object are it: all of them, or enough next to each other, and not all others."""
    if count < len(phrase.object):
        return near and count >= phrase.enough and width <= phrase.enough + 1
    return near or (count > 1 and width <= CLOSE)


def _is_owner(sentence: Sentence, index: int) -> bool:
    """Tell whether a word only owns what is meant, as the balancer does in "the balancer's dashboard"."""
    return sentence.text[: sentence.words[index].end].endswith(("'s", "’s"))
