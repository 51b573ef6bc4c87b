"""A condition that a lesson has of its own, an object and what is done to it, and where a plan says both."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain

from sprintmind.conditions.deeds import CHANGES, PREPOSITIONS, done, is_against, parsed, undone
from sprintmind.conditions.files import table
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Spot
from sprintmind.conditions.senses import Found, keys_of, places, root_of
from sprintmind.conditions.words import kin_of, stem_of, stems_of
from sprintmind.domain.plans import ConditionName

_MISSING = re.compile(r"\bmissing\b", re.IGNORECASE)
"""It denies, as "miss" does not: "stock count missing", "cache miss"."""
NEAR = 14  # words that an object and what is done to it may span, whatever they are
PLACES = 6  # of one word in a sentence that are looked at
SLACK = 2
"""Words that may stand between an object, and what is done to it."""
LEAST = 0  # such words beside an object of one word
BARE = 1  # such words in what is only named
OTHER = 2  # such words that a word of like meaning counts for


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
    telling: frozenset[str] = frozenset()
    """Small words without which it says something else: "only", "same"."""
    deed: str = ""
    """What is done to its object; nothing if it only names a thing."""
    object: tuple[str, ...] = ()
    """The words of what it is done to, the head last."""

    @property
    def is_change(self) -> bool:
        """Whether it is something that is done, "label template change", rather than was done, "labels replaced"."""
        return self.deed in CHANGES and not self.written.endswith("ed")

    @property
    def is_faint(self) -> bool:
        """Whether one word is left of it, which says less than it does: "only simulated"."""
        return not self.deed and len(self.object) == 1 and len(stems_of(self.written)) > 1 and not self.absent

    @cached_property
    def keys(self) -> frozenset[str]:
        """Under what its words are looked up."""
        return self.kin.union(chain.from_iterable(map(keys_of, self.object)))


@dataclass(frozen=True, slots=True)
class Held:
    """Where a sentence has the words of an object."""

    spot: Spot
    """From its first word to its last."""
    places: frozenset[int]
    """Its words."""
    others: int
    """How many of them are others of like meaning."""
    most: int
    """How many words may stand between it and what is done to it, an other one counting for two: few for one word."""

    def slack(self, sentence: Sentence, deed: Spot | None = None) -> int:
        """Count the words that carry something and stand between its own, and between it and what is done to it."""
        own = self.places if deed is None else self.places.union(range(deed.start, deed.end))
        first, last = min(own), max(own)
        if last - first > NEAR:
            return NEAR
        between = (sentence.words[at].stem for at in range(first, last) if at not in own)
        return OTHER * self.others + sum(stem not in _words("empty") | _words("denials") for stem in between)


@lru_cache(maxsize=20_000)
def phrase_of(written: str) -> Phrase:
    """Read a lesson's own condition.

    >>> phrase_of("no vendor notification").stems, phrase_of("no vendor notification").absent
    (('vendor', 'notification'), True)
    >>> phrase_of("token lifetime change").deed, phrase_of("token lifetime change").object
    ('change', ('token', 'lifetim'))
    """
    stems = _stems(written)
    carrying = _carrying(stems)
    absent = not _words("denials").isdisjoint(stems)
    kept = carrying or stems
    circumstance = written.split(" ", maxsplit=1)[0].casefold() in PREPOSITIONS  # "during the handover" does nothing
    deed, rest = ("", stems) if absent or circumstance else parsed(stems)
    around = _headed(_carrying(rest), rest)
    if not around:
        deed, around = "", kept
    kin = frozenset(map(kin_of, kept))
    telling = frozenset(rest) & _words("telling")
    return Phrase(written, kept, absent, ConditionName(written), kin, telling=telling, deed=deed, object=around)


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
    return frozenset(map(stem_of, table("words", name)["words"].split()))


def _stems(written: str) -> tuple[str, ...]:
    """Give the words of a phrase, with each denial as a word of its own."""
    return tuple(_undone(stems_of(_MISSING.sub("no", written))))


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
    stems = _stems(written)
    carrying = frozenset(root_of(kin_of(each)) for each in stems if each not in _words("denials")) - _words("glue")
    return carrying | {"not"} if sum(each in _words("denials") for each in stems) % 2 else carrying


def spot_of(phrase: Phrase, sentence: Sentence) -> Spot | None:
    """Find the fewest words of a sentence that name the object of a phrase and say what is done to it."""
    if phrase.is_faint or not phrase.telling <= sentence.stems:
        return None
    objects = sorted(_objects(phrase, sentence), key=lambda each: each.slack(sentence))
    if not phrase.deed:
        return next((each.spot for each in objects if each.slack(sentence) <= each.most), None)
    if not objects or is_against(phrase.deed, sentence):
        return None
    said, denied = done(phrase.deed, sentence), undone(phrase.deed, sentence)
    joint = (_joint(held, said, sentence) for held in objects if not _opposed(held, said, denied, sentence))
    return min((each for each in joint if each), key=lambda each: each.end - each.start, default=None)


def says(deed: str, sentence: Sentence) -> bool:
    """Tell whether a sentence says a deed of whatever object, rather than its opposite."""
    against = is_against(deed, sentence) or len(undone(deed, sentence)) >= max(len(done(deed, sentence)), 1)
    return not against and bool(done(deed, sentence))


def _opposed(held: Held, said: Sequence[Spot], denied: Sequence[Spot], sentence: Sentence) -> bool:
    """Tell whether only the opposite is said of an object; amounts, which span the sentence, decide before words do."""
    if any(_is_whole(each, sentence) for each in said):
        return False
    other, own = (_joint(held, each, sentence) for each in (denied, said))
    return other is not None and (own is None or other.end - other.start < own.end - own.start)


def _joint(held: Held, deeds: Iterable[Spot], sentence: Sentence) -> Spot | None:
    """Join an object and the nearest of what is done to it, which is no word of its own, but for "reimage"."""
    found: list[Spot | None] = []
    for deed in deeds:
        anew = sentence.words[deed.start].stem.startswith("re")
        if _is_whole(deed, sentence):
            found.append(held.spot if held.slack(sentence) <= held.most else None)
        elif (anew or held.places.isdisjoint({deed.start, deed.end - 1})) and held.slack(sentence, deed) <= held.most:
            found.append(Spot(min(held.spot.start, deed.start), max(held.spot.end, deed.end)))
    return min(filter(None, found), key=lambda each: each.end - each.start, default=None)


def _is_whole(spot: Spot, sentence: Sentence) -> bool:
    return spot.start == 0 and spot.end == len(sentence.words)


def _objects(phrase: Phrase, sentence: Sentence) -> Iterator[Held]:
    """Find where all words of an object stand together, each word for one of them."""
    *others, head = (places(each, sentence.words)[:PLACES] for each in phrase.object)
    for first in (each for each in head if not _is_owner(sentence, each.at)):
        held = {first.at: first}
        for some in others:
            free = [each for each in some if each.at not in held]
            nearest = min(free, key=lambda each: abs(each.at - first.at), default=None)
            if nearest is not None:
                held[nearest.at] = nearest
        if len(held) == len(phrase.object):
            yield _held(phrase, tuple(held.values()))


def _held(phrase: Phrase, found: Sequence[Found]) -> Held:
    places = frozenset(chain.from_iterable(range(each.at, each.at + each.width) for each in found))
    spot = Spot(min(places), max(places) + 1)
    named = not (phrase.deed or phrase.absent)
    most = LEAST if len(found) == 1 else BARE if named else SLACK
    return Held(spot, places, sum(not each.near for each in found), most)


def _is_owner(sentence: Sentence, index: int) -> bool:
    """Tell whether a word only owns what is meant, as the balancer does in "the balancer's dashboard"."""
    return sentence.text[: sentence.words[index].end].endswith(("'s", "’s"))
