"""Conditions outside the lexicon: a lesson's own short phrases, found in a plan by their words or by their meaning."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from math import inf
from typing import Protocol

from sprintmind.conditions.owned import Phrase, says, spot_of
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Spot
from sprintmind.conditions.senses import keys_in, keys_of
from sprintmind.conditions.stance import Manner, Standing, is_lacking, objection, standing
from sprintmind.conditions.words import kin_of
from sprintmind.domain.plans import FoundBy, PlanCondition, Untaken

SLACK = 1  # words between those of a literal phrase
ALIKE = 0.62
"""From this cosine on, a sentence means about what a phrase does; below it, they only share a topic."""
NEVER = 1.1
"""No cosine: a sentence that does nothing of the kind, or the opposite, only has the topic."""
FARTHEST = 400  # sentences of a plan among which meaning is asked for
SURE = 0.72
"""From this cosine on it counts even where the words are others."""
SHORT = 12  # sentences; in a longer plan, only what holds a phrase's words is compared with it
LIKELY = 6  # sentences for each phrase, so that a long plan costs no more than a short one


class Similar(Protocol):
    """How alike the meanings of texts are."""

    def __call__(
        self, phrases: Sequence[str], texts: Sequence[str], /, *, least: float = -inf
    ) -> Sequence[Sequence[float]]:
        """Compare each phrase with each text.

        Args:
            phrases: A few words each.
            texts: A sentence each.
            least: Whoever asks does not care for phrases that are less like all of the texts.

        Returns:
            A row for each phrase with the cosine to each text, from -1 to 1; an empty one where all are below `least`.
        """


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
    places = _places(document)
    for phrase in phrases:
        within = not places.keys().isdisjoint(phrase.keys)
        found = next(_by_words(phrase, document, places, told=told, safe=safe), None) if within else None
        if found is not None:
            yield found
        elif not phrase.literal:
            left.append(phrase)
    if similar is not None and left:
        yield from _by_meaning(left, document[:FARTHEST], similar, safe=safe)


def _places(document: Sequence[Sentence]) -> Mapping[str, Sequence[int]]:
    """Tell in which sentences each word stands, under all that it is looked up by."""
    found: dict[str, list[int]] = {}
    for place, sentence in enumerate(document):
        for stem in sentence.stems:
            for key in keys_in(stem):
                found.setdefault(key, []).append(place)
    return found


def _likely(phrase: Phrase, places: Mapping[str, Sequence[int]]) -> Sequence[int]:
    """Tell the sentences that may hold a phrase, in order: those with all its words."""
    if phrase.literal:
        return sorted(frozenset.intersection(*(frozenset(places.get(kin_of(each), ())) for each in phrase.stems)))
    held = [frozenset(chain.from_iterable(places.get(key, ()) for key in keys_of(each))) for each in phrase.object]
    return sorted(frozenset.intersection(*held))


def _by_words(
    phrase: Phrase, document: Sequence[Sentence], places: Mapping[str, Sequence[int]], *, told: bool, safe: bool
) -> Iterator[PlanCondition | Untaken]:
    untaken: list[Untaken] = []
    for sentence in (document[place] for place in _likely(phrase, places)):
        spot = _literally(phrase, sentence) if phrase.literal else spot_of(phrase, sentence)
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
            if standing(sentence, spot, Manner(told=told)) is Standing.ABSENT or is_lacking(sentence, spot)
            else "the text does not say that it is absent"
        )
    if safe:
        return None if standing(sentence, spot, Manner(told=told)) is Standing.TAKEN else "it is not said to be done"
    return objection(sentence, spot, Manner(told=told, holding=bool(phrase.deed)))


def _literally(phrase: Phrase, sentence: Sentence) -> Spot | None:
    """Find the very words of a phrase, next to each other in any order."""
    wanted = frozenset(phrase.stems)
    within = len(wanted) + SLACK
    best: Spot | None = None
    seen: dict[str, int] = {}
    for index, word in enumerate(sentence.words if wanted <= sentence.stems else ()):
        if word.stem not in wanted:
            continue
        seen[word.stem] = index
        start = min(seen.values())
        if len(seen) == len(wanted) and index + 1 - start <= min(within, best.end - best.start - 1 if best else within):
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
    rows = similar([phrase.written for phrase, _ in asked], list(texts), least=ALIKE) if texts else ()
    for (phrase, found), row in zip(asked, rows, strict=bool(texts)):
        taken = _meant(phrase, found, row, texts, safe=safe) if max(row, default=-1.0) >= ALIKE else None
        if taken is not None:
            yield taken


def _meant(
    phrase: Phrase, likely: Sequence[Sentence], row: Sequence[float], texts: Mapping[str, int], *, safe: bool
) -> PlanCondition | None:
    """Take the sentence that means most what a phrase does, if it says so."""
    sentence = max(likely, key=lambda each: row[texts[_text(each)]])
    if row[texts[_text(sentence)]] < _least(phrase, sentence):
        return None
    end = len(sentence.words)
    stands = standing(sentence, Spot(end, end))
    fits = stands is Standing.ABSENT if phrase.absent else stands is Standing.TAKEN
    if fits and (safe or objection(sentence, Spot(0, end), Manner(denying=True)) is None):
        return _taken(phrase, _text(sentence), FoundBy.MEANING, safe=safe)
    return None


def _least(phrase: Phrase, sentence: Sentence) -> float:
    """Tell how alike a sentence must be: less where it names most of an object and does to it what a phrase says."""
    if phrase.deed and not says(phrase.deed, sentence):
        return NEVER
    return ALIKE if _shares(phrase, sentence) else SURE


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
