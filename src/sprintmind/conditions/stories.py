"""What a plan has in common with what lessons tell: where a name for a condition says little, the stories of it do.

How much each sign counts stands in `lexicon/stories.toml`; `python tests/stories.py` learns it from worlds of lessons
and plans.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property
from math import exp, fsum, log
from statistics import fmean, pstdev
from typing import Protocol

from sprintmind.by_path import loaded
from sprintmind.conditions.amounts import rises
from sprintmind.conditions.deeds import done, is_against, undone
from sprintmind.conditions.files import table
from sprintmind.conditions.free import Similar
from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.owned import phrase_of
from sprintmind.conditions.passages import Sentence, sentences
from sprintmind.conditions.phrases import Spot
from sprintmind.conditions.sayings import Heard, listened, sides, text_of
from sprintmind.conditions.stance import Manner, objection
from sprintmind.conditions.words import stems_of
from sprintmind.domain.lessons import Lesson, LessonId
from sprintmind.domain.plans import ConditionName, FoundBy, PlanCondition

FEWEST = 12
"""Stories; among fewer, how rare a word is and how alike others are says nothing."""
MOST = 500
"""Lessons whose stories are compared, the newest ones: a history that long has names for what matters."""
RELATIVE = ("name", "story", "words", "topic")
"""Signs that count by how far a condition stands out among the others."""
RARE = 0.02
"""What sounds less like something than that does not sound like it."""
_WORDINGS = "sprintmind.conditions.wordings:wordings"
"""By its path: what loads arrays is loaded where something is compared."""
SPREAD = 1e-6  # so that what is all alike stands out nowhere


class Worded(Protocol):
    """What is known of words; see `wordings`."""

    def said(self, texts: Sequence[str]) -> Mapping[str, float]:
        """Tell how likely some of the texts says each condition of the lexicon that enough sentences say."""

    def likest(self, told: tuple[str, ...], texts: Sequence[str]) -> Sequence[float]:
        """Tell how much each sentence of stories is about the same as one of a plan, at most 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """What a lesson tells of the time before the change, and which conditions it is a case of."""

    lesson: LessonId
    conditions: frozenset[ConditionName]
    told: tuple[str, ...]
    """Its sentences."""


@dataclass(frozen=True)
class Weighed:
    """Words, and how much each tells."""

    weights: Mapping[str, float]

    def share(self, given: Collection[str]) -> float:
        """Tell which share of what they tell other words have."""
        return fsum(self.weights[stem] for stem in self.weights.keys() & given) / self._whole if self.weights else 0.0

    @cached_property
    def _whole(self) -> float:
        return fsum(self.weights.values())


@dataclass(frozen=True, kw_only=True)
class Stories:
    """The stories of all lessons, and what is known of them whatever the plan."""

    each: tuple[Story, ...] = ()
    against: Mapping[ConditionName, Collection[ConditionName]] = field(default_factory=dict)
    """Which measures are taken against conditions that are lessons' own."""

    @cached_property
    def told(self) -> tuple[str, ...]:
        """All their sentences, each once."""
        return tuple(dict.fromkeys(said for story in self.each for said in story.told))

    @cached_property
    def places(self) -> Mapping[ConditionName, Sequence[int]]:
        """Which of them are cases of each condition, by its name."""
        found: dict[ConditionName, list[int]] = {}
        for place, story in enumerate(self.each):
            for name in story.conditions:
                found.setdefault(name, []).append(place)
        return dict(sorted(found.items()))

    @cached_property
    def stems(self) -> Sequence[frozenset[str]]:
        """The words of each."""
        return [frozenset(stem for said in story.told for stem in stems_of(said)) for story in self.each]

    @cached_property
    def named(self) -> Mapping[ConditionName, Weighed]:
        """The words of each condition's name."""
        return {name: self.weighed(stems_of(name)) for name in self.places}

    def weighed(self, stems: Iterable[str]) -> Weighed:
        """Weigh words by how few stories have them."""
        return Weighed({stem: log(1 + len(self.each) / (1 + self._known[stem])) for stem in stems})

    @cached_property
    def _known(self) -> Counter[str]:
        return Counter(stem for stems in self.stems for stem in stems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How like a plan is to what is told of one condition."""

    condition: ConditionName
    signs: Mapping[str, float]
    sentence: Sentence
    """Of the plan, the one that is most like."""
    said: str
    """Of a story, the sentence that it is like."""
    story: Story
    probability: float = 0.0
    """That the plan has the condition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What stories add to the words of a plan."""

    found: tuple[PlanCondition, ...] = ()
    unlike: frozenset[ConditionName] = frozenset()
    """What its words seem to say, though it is unlike all that lessons tell of it."""


def newest(lessons: Iterable[Lesson]) -> list[Lesson]:
    """Tell which lessons are compared, the newest first."""
    return sorted(lessons, key=lambda each: (each.date or date.min, each.id), reverse=True)[:MOST]


def sentences_told(lesson: Lesson) -> tuple[str, ...]:
    """Tell the sentences of a lesson's story, each once."""
    parts = (lesson.situation, lesson.decision, lesson.root_cause)
    return tuple(dict.fromkeys(text_of(each) for part in parts for each in sentences(part) if len(each.words) > 1))


def compare(
    stories: Stories,
    document: Sequence[Sentence],
    similar: Similar,
    heard: Heard,
    *,
    said: Collection[PlanCondition],
    denied: Collection[ConditionName],
) -> Compared:
    """Compare a plan with what lessons tell.

    A plan that has one condition of a story is likely to have another one: for that it need not be as sure.

    Args:
        stories: Of the lessons; few of them are nothing to compare by.
        document: The plan.
        similar: Compares meanings.
        heard: Tells what sentences sound like.
        said: What its words say.
        denied: What it only seems to say.
    """
    if len(stories.each) < FEWEST:
        return Compared()
    worded = {each.condition for each in said}
    likely = likenesses(stories, document, similar, heard, worded=worded, denied=denied)
    unlike = {each.condition for each in likely if each.probability < _weights()["unlike"]} & worded
    settled = {other for name in worded - unlike for other in (name, *sides(name))}
    taken = frozenset(each.condition for each in said if each.safe)
    found: list[PlanCondition] = []
    for each in sorted(likely, key=lambda each: -each.probability):
        least = _weights()["least" if settled.isdisjoint(each.story.conditions) else "joined"]
        if each.condition in settled or each.condition in worded or each.probability < least:
            continue
        if (
            _is_meant(each)
            and not _goes_otherwise(each)
            and taken.isdisjoint(measures_against(each.condition, stories))
        ):
            settled.add(each.condition)
            found.append(_taken(each))
    return Compared(found=tuple(found), unlike=frozenset(unlike))


def _is_meant(likeness: Likeness) -> bool:
    """Tell whether a sentence is part of the plan, and denies nothing unless that is what it is like."""
    manner = Manner(denying=_is_absence(likeness.condition), broken=True)
    sentence = likeness.sentence
    return not sentence.asked and objection(sentence, Spot(0, len(sentence.words)), manner) is None


def measures_against(name: ConditionName, stories: Stories) -> frozenset[ConditionName]:
    """Tell which measures a plan takes that does not have a condition, whatever its words are like."""
    own = frozenset(stories.against.get(name, ()))
    return own if name not in lexicon() else own.union(side for side in sides(name) if lexicon()[side].safe)


def _goes_otherwise(likeness: Likeness) -> bool:
    """Tell whether a sentence does the opposite, or leaves things as they are."""
    name, sentence = likeness.condition, likeness.sentence
    if name in lexicon():
        return lexicon()[name].falling and rises(text_of(sentence)) is True
    deed = phrase_of(name).deed
    return bool(deed) and (is_against(deed, sentence) or (bool(undone(deed, sentence)) and not done(deed, sentence)))


def _taken(likeness: Likeness) -> PlanCondition:
    text = text_of(likeness.sentence)
    return PlanCondition(
        condition=likeness.condition,
        words=text[:200],
        found_by=FoundBy.MEANING,
        why=f"the words {text[:80]!r} are like what {likeness.story.lesson} tells: {likeness.said[:80]!r}",
    )


def likenesses(
    stories: Stories,
    document: Sequence[Sentence],
    similar: Similar,
    heard: Heard,
    *,
    worded: Collection[ConditionName] = (),
    denied: Collection[ConditionName] = (),
) -> list[Likeness]:
    """Measure how like a plan is to each condition of which there are stories; `compare` tells of the arguments."""
    spoken = listened(document)
    if not spoken or not stories.told:
        return []
    texts = [text_of(each) for each in spoken]
    rows = dict(zip(stories.told, similar(stories.told, texts), strict=True))
    names = list(stories.places)
    called = dict(zip(names, similar(names, texts), strict=True))
    tops = [max(((max(rows[said]), said) for said in story.told), default=(0.0, "")) for story in stories.each]
    order = sorted(range(len(tops)), key=lambda place: -tops[place][0])
    ranks = {place: rank for rank, place in enumerate(order)}
    plan = stories.weighed(frozenset(stem for each in spoken for stem in each.stems))
    shared = [plan.share(stems) for stems in stories.stems]
    sounds, phrased = _loudest(heard(texts)), _wordings().said(texts)
    about = dict(zip(stories.told, _wordings().likest(stories.told, texts), strict=True))
    found: list[Likeness] = []
    for name, places in stories.places.items():
        best = min(places, key=lambda place: ranks[place])
        closeness, said = tops[best]
        row = rows.get(said, called[name])
        signs = {
            "name": max(called[name]),
            "story": closeness,
            "words": max(shared[place] for place in places),
            "rank": log(1 + ranks[best]),
            "named": max(stories.named[name].share(each.stems) for each in spoken),
            "length": log(len(spoken)),
            "cases": log(1 + len(places)),
            "absence": float(_is_absence(name)),
            "worded": float(name in worded),
            "denied": float(name in denied and name not in worded),
            "own": float(name not in lexicon()),
            "sound": sounds.get(name, 0.0),
            "heard": _certainty(sounds.get(name, 0.0)) if name in lexicon() else 0.0,
            "phrased": phrased.get(name, 0.0),
            "surely": _certainty(phrased.get(name, 0.0)) if name in lexicon() else 0.0,
            "topic": max(about[each] for place in places for each in stories.each[place].told),
        }
        sentence = spoken[row.index(max(row))]
        found.append(Likeness(condition=name, signs=signs, sentence=sentence, said=said, story=stories.each[best]))
    return list(_standing_out(found))


def _wordings() -> Worded:
    found: Worded = loaded(_WORDINGS)()
    return found


def _loudest(heard: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """Tell what some sentence sounds like, with how much it does."""
    found: dict[str, float] = {}
    for sentence in heard:
        for name, each in sentence.items():
            found[name] = max(each, found.get(name, 0.0))
    return found


def _certainty(probability: float) -> float:
    """Turn a probability into its logarithm against the contrary, from 0 on."""
    return log((probability + RARE) / (1 - probability + RARE)) - log(RARE / (1 + RARE))


def _is_absence(name: ConditionName) -> bool:
    entry = lexicon().get(name)
    return entry.measure is not None if entry else phrase_of(name).absent


def _standing_out(found: Sequence[Likeness]) -> Iterator[Likeness]:
    """Add how far a condition stands out among the others by each sign."""
    scales = {}
    for sign in RELATIVE:
        values = [each.signs[sign] for each in found]
        scales[sign] = fmean(values), pstdev(values) + SPREAD
    for each in found:
        above = {f"{sign}_above": (each.signs[sign] - mean) / spread for sign, (mean, spread) in scales.items()}
        signs = {sign: value for sign, value in each.signs.items() if sign != "name"} | above
        yield replace(each, signs=signs, probability=_probability(signs))


def _probability(signs: Mapping[str, float]) -> float:
    weights = _weights()
    return 1 / (1 + exp(-weights["bias"] - fsum(weights.get(sign, 0.0) * each for sign, each in signs.items())))


@cache
def _weights() -> Mapping[str, float]:
    return {name: float(each) for name, each in table("stories", "weights").items()}
