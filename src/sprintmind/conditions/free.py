"""Conditions outside the lexicon: a lesson's own short phrases, found in a plan by their words or by their meaning."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from typing import Protocol

from sprintmind.conditions.files import table
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Spot
from sprintmind.conditions.stance import Manner, Standing, objection, standing
from sprintmind.conditions.words import kin_of, stem_of, stems_of
from sprintmind.domain.plans import ConditionName, FoundBy, PlanCondition, Untaken

NEAR = 12  # words that a phrase's words may span
SLACK = 1  # words between those of a literal phrase
ALIKE = 0.62
"""From this cosine on, a sentence means about what a phrase does; below it, they only share a topic."""
FARTHEST = 400  # sentences of a plan among which meaning is asked for
SURE = 0.72
"""From this cosine on it counts even where the words are others."""
SHORT = 12  # sentences; in a longer plan, only what holds a phrase's words is compared with it
LIKELY = 6  # sentences for each phrase, so that a long plan costs no more than a short one


class Similar(Protocol):
    """How alike the meanings of texts are."""

    def __call__(self, phrases: Sequence[str], texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Compare each phrase with each text.

        Args:
            phrases: A few words each.
            texts: A sentence each.

        Returns:
            A row for each phrase with the cosine to each text, from -1 to 1.
        """


@dataclass(frozen=True, slots=True)
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


@lru_cache(maxsize=20_000)
def phrase_of(written: str) -> Phrase:
    """Read a lesson's own condition.

    >>> phrase_of("no vendor notification").stems, phrase_of("no vendor notification").absent
    (('vendor', 'notification'), True)
    """
    stems = tuple(_undone(stems_of(written)))
    denials = frozenset(table("words", "denials")["words"].split())
    empty = frozenset(table("words", "empty")["words"].split())
    carrying = tuple(dict.fromkeys(each for each in stems if each not in denials and each not in empty))
    absent = not denials.isdisjoint(stems)
    kept = carrying or stems
    return Phrase(written, kept, absent, ConditionName(written), frozenset(map(kin_of, kept)))


def _undone(stems: Iterable[str]) -> Iterator[str]:
    """Tell a denial from what it denies in one word: "untried" is "not tried"."""
    for stem in stems:
        bare = stem_of(stem[2:])
        if stem.startswith("un") and bare in frozenset(table("words", "deniable")["words"].split()):
            yield from ("not", bare)
        else:
            yield stem


def find_phrases(
    phrases: Iterable[Phrase],
    document: Sequence[Sentence],
    *,
    told: bool = False,
    safe: bool = False,
    similar: Similar | None = None,
) -> Iterator[PlanCondition | Untaken]:
    """Find lessons' own conditions in a text, each at most once.

    Args:
        phrases: What to look for.
        document: The text.
        told: It tells of the past.
        safe: The phrases are measures, which must be said to be taken.
        similar: Compares meanings; without it, words alone count.
    """
    left: list[Phrase] = []
    phrases = tuple(phrases)
    places = _places(document, frozenset(chain.from_iterable(phrase.kin for phrase in phrases)))
    said = frozenset(places)
    for phrase in phrases:
        found = next(_by_words(phrase, document, places, told=told, safe=safe), None) if phrase.kin <= said else None
        if found is not None:
            yield found
        elif not phrase.literal:
            left.append(phrase)
    if similar is not None and left:
        yield from _by_meaning(left, document[:FARTHEST], similar, safe=safe)


def _places(document: Sequence[Sentence], wanted: frozenset[str]) -> Mapping[str, Sequence[int]]:
    """Tell in which sentences each word stands, of those that phrases have."""
    found: dict[str, list[int]] = {}
    known: dict[str, str] = {}
    for place, sentence in enumerate(document):
        for stem in sentence.stems:
            if stem not in known:
                known[stem] = kin_of(stem)
            if known[stem] in wanted:
                found.setdefault(known[stem], []).append(place)
    return found


def _shortest(phrase: Phrase, places: Mapping[str, Sequence[int]]) -> Sequence[int]:
    """Tell the sentences that hold the rarest of a phrase's words: only there can all of them be."""
    return min((places[kin] for kin in phrase.kin), key=len, default=())


def _by_words(
    phrase: Phrase, document: Sequence[Sentence], places: Mapping[str, Sequence[int]], *, told: bool, safe: bool
) -> Iterator[PlanCondition | Untaken]:
    wanted = frozenset(phrase.stems) if phrase.literal else phrase.kin
    untaken: list[Untaken] = []
    for sentence in (document[place] for place in _shortest(phrase, places)):
        if not wanted <= (sentence.stems if phrase.literal else sentence.kin):
            continue
        spot = _narrowest(wanted, sentence, within=len(wanted) + SLACK if phrase.literal else NEAR)
        if spot is None:
            continue
        words = sentence.quote(spot.start, spot.end)
        why = _refusal(phrase, sentence, spot, told=told, safe=safe)
        if why is None:
            yield _taken(phrase, words, FoundBy.PHRASE, safe=safe)
            return
        untaken.append(Untaken(condition=phrase.condition, words=words, why=why))
    yield from untaken[:1]


def _refusal(phrase: Phrase, sentence: Sentence, spot: Spot, *, told: bool, safe: bool) -> str | None:
    if phrase.absent:
        return (
            None
            if standing(sentence, spot, Manner(told=told)) is Standing.ABSENT
            else "the text does not say that it is absent"
        )
    if safe:
        return None if standing(sentence, spot, Manner(told=told)) is Standing.TAKEN else "it is not said to be done"
    return objection(sentence, spot, Manner(told=told))


def _narrowest(wanted: frozenset[str], sentence: Sentence, *, within: int) -> Spot | None:
    """Find the fewest neighbouring words, at most so many, that hold all wanted ones, in one pass."""
    seen: dict[str, int] = {}
    best: Spot | None = None
    for index, word in enumerate(sentence.words):
        stem = word.stem if word.stem in wanted else kin_of(word.stem)
        if stem not in wanted:
            continue
        seen[stem] = index
        if len(seen) == len(wanted):
            start = min(seen.values())
            if index + 1 - start <= within and (best is None or index + 1 - start < best.end - best.start):
                best = Spot(start, index + 1)
    return best


def _by_meaning(
    phrases: Sequence[Phrase], document: Sequence[Sentence], similar: Similar, *, safe: bool
) -> Iterator[PlanCondition]:
    """Let meaning decide where half of a phrase's words are, and alone only if it is sure: a topic is no statement."""
    spoken = [each for each in document if each.words]
    if len(document) <= SHORT:
        likely = [spoken] * len(phrases)
    else:
        likely = [list(islice((each for each in spoken if _shares(phrase, each)), LIKELY)) for phrase in phrases]
    asked = [(phrase, found) for phrase, found in zip(phrases, likely, strict=True) if found]
    compared = spoken if len(document) <= SHORT else [each for _, found in asked for each in found]
    texts = {text: place for place, text in enumerate(dict.fromkeys(map(_text, compared)))}
    rows = similar([phrase.written for phrase, _ in asked], list(texts)) if texts else ()
    for (phrase, found), row in zip(asked, rows, strict=bool(texts)):
        taken = _meant(phrase, found, row, texts, safe=safe) if max(row) >= ALIKE else None
        if taken is not None:
            yield taken


def _meant(
    phrase: Phrase, likely: Sequence[Sentence], row: Sequence[float], texts: Mapping[str, int], *, safe: bool
) -> PlanCondition | None:
    """Take the sentence that means most what a phrase does, if it says so."""
    sentence = max(likely, key=lambda each: row[texts[_text(each)]])
    if row[texts[_text(sentence)]] < (ALIKE if _shares(phrase, sentence) else SURE):
        return None
    end = len(sentence.words)
    stands = standing(sentence, Spot(end, end))
    fits = stands is Standing.ABSENT if phrase.absent else stands is Standing.TAKEN
    if fits and (safe or objection(sentence, Spot(0, end), Manner(denying=True)) is None):
        return _taken(phrase, _text(sentence), FoundBy.MEANING, safe=safe)
    return None


def _shares(phrase: Phrase, sentence: Sentence) -> bool:
    return 2 * len(phrase.kin & sentence.kin) >= len(phrase.kin)


def _text(sentence: Sentence) -> str:
    return sentence.text[sentence.start : sentence.end].strip()


def _taken(phrase: Phrase, words: str, found_by: FoundBy, *, safe: bool) -> PlanCondition:
    way = "mean about what" if found_by is FoundBy.MEANING else "hold the words of what"
    return PlanCondition(
        condition=phrase.condition,
        words=words[:200],
        safe=safe,
        found_by=found_by,
        why=f"the words {words[:80]!r} {way} a lesson calls {phrase.written!r}",
    )
