"""What a plan has in common with what lessons tell: where their names for a condition say little, their stories do.

How much each sign counts stands in `lexicon/stories.toml`; `python tests/stories.py` learns it from worlds of plans.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp, log
from statistics import fmean, pstdev

from sprintmind.conditions.files import table
from sprintmind.conditions.free import Similar
from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.owned import phrase_of
from sprintmind.conditions.passages import Sentence, sentences
from sprintmind.conditions.sayings import listened, sides, text_of
from sprintmind.conditions.stance import Manner, objection
from sprintmind.conditions.phrases import Spot
from sprintmind.conditions.words import stems_of
from sprintmind.domain.lessons import Lesson, LessonId
from sprintmind.domain.plans import ConditionName, FoundBy, PlanCondition

MOST = 500
"""Lessons whose stories are compared, the newest ones: a history that long has names for what matters."""


@dataclass(frozen=True, slots=False, kw_only=True)
class Story:
    """What a lesson tells of the time before the change, and which conditions it is a case of."""

    lesson: LessonId
    conditions: frozenset[ConditionName]
    told: tuple[str, ...]
    """Its sentences."""

    @cached_property
    def stems(self) -> frozenset[str]:
        """Its words."""
        return frozenset(stem for each in self.told for stem in stems_of(each))


def sentences_told(lesson: Lesson) -> tuple[str, ...]:
    """Tell the sentences of a lesson's story, each once."""
    parts = (lesson.situation, lesson.decision, lesson.root_cause)
    return tuple(dict.fromkeys(text_of(each) for part in parts for each in sentences(part) if len(each.words) > 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """How like a plan is to what is told of one condition."""

    condition: ConditionName
    signs: Mapping[str, float]
    sentence: Sentence
    """Of the plan, the one that is most like."""
    said: str
    """Of a story, the sentence that it is like."""
    lesson: LessonId

    @property
    def probability(self) -> float:
        """That the plan has the condition."""
        weights = _weights()
        return 1 / (1 + exp(-weights["bias"] - sum(weights[name] * each for name, each in self.signs.items())))


def find_told(
    stories: Sequence[Story],
    document: Sequence[Sentence],
    similar: Similar,
    *,
    said: Mapping[ConditionName, str],
    denied: Collection[ConditionName] = (),
) -> Iterator[PlanCondition]:
    """Find conditions that a plan shares with stories, though it has no words for them.

    A plan that is like a story in one thing is like it in its words: for another condition of the same story it must be
    surer, and most of all in the same sentence.

    Args:
        stories: Of the lessons.
        document: The plan.
        similar: Compares meanings.
        said: What its words say, with the words.
        denied: What it only seems to say.
    """
    words = {other: own for name, own in said.items() for other in (name, *sides(name))}
    conditions = {story.lesson: story.conditions for story in stories}
    for each in sorted(likenesses(stories, document, similar), key=lambda each: -each.probability):
        text = text_of(each.sentence)
        least = _least([words[name] for name in conditions[each.lesson] if name in words], text)
        if each.condition in words or each.condition in denied or each.probability < least or not _is_meant(each.sentence):
            continue
        words[each.condition] = text
        yield PlanCondition(
            condition=each.condition,
            words=text[:200],
            found_by=FoundBy.MEANING,
            why=f"the words {text[:80]!r} are like what {each.lesson} tells: {each.said[:80]!r}",
        )


def _least(explained: Collection[str], text: str) -> float:
    """Tell how sure a sentence must be, by the words that say other conditions of the same story."""
    if not explained:
        return _weights()["least"]
    return _weights()["surest" if any(each in text for each in explained) else "surer"]


def _is_meant(sentence: Sentence) -> bool:
    manner = Manner(denying=True, broken=True)
    return not sentence.asked and objection(sentence, Spot(0, len(sentence.words)), manner) is None


def likenesses(stories: Sequence[Story], document: Sequence[Sentence], similar: Similar) -> list[Likeness]:
    """Measure how like a plan is to each condition of which there are stories."""
    spoken = listened(document)
    told = list(dict.fromkeys(said for story in stories for said in story.told))
    if not spoken or not told:
        return []
    texts = [text_of(each) for each in spoken]
    rows = dict(zip(told, similar(told, texts), strict=True))
    tops = [max(((max(rows[said]), said) for said in story.told), default=(0.0, "")) for story in stories]
    ranks = {place: rank for rank, place in enumerate(sorted(range(len(stories)), key=lambda n: -tops[n][0]))}
    rare = _Rarity(stories)
    plan = frozenset(stem for each in spoken for stem in each.stems)
    shared = [rare.share(plan, story.stems) for story in stories]
    names = sorted({name for story in stories for name in story.conditions})
    called = dict(zip(names, similar(names, texts), strict=True))
    found: list[Likeness] = []
    for name in names:
        places = [place for place, story in enumerate(stories) if name in story.conditions]
        best = max(places, key=lambda place: tops[place][0])
        row = rows[tops[best][1]]
        stems = frozenset(stems_of(name))
        found.append(
            Likeness(
                condition=name,
                sentence=spoken[row.index(max(row))],
                said=tops[best][1],
                lesson=stories[best].lesson,
                signs={
                    "name": max(called[name]),
                    "story": tops[best][0],
                    "words": max(shared[place] for place in places),
                    "rank": log(1 + min(ranks[place] for place in places)),
                    "named": max(rare.share(stems, each.stems) for each in spoken),
                    "length": log(len(spoken)),
                    "cases": log(1 + len(places)),
                    "absence": float(_is_absence(name)),
                },
            )
        )
    return list(_compared(found))


def _is_absence(name: ConditionName) -> bool:
    entry = lexicon().get(name)
    return entry.measure is not None if entry else phrase_of(name).absent


def _compared(found: Sequence[Likeness]) -> Iterator[Likeness]:
    """Add how far each sign of a condition is above those of the others."""
    scales = {}
    for sign in ("name", "story", "words"):
        values = [each.signs[sign] for each in found]
        scales[sign] = fmean(values), pstdev(values) + 1e-6
    for each in found:
        above = {f"{sign}_above": (each.signs[sign] - mean) / spread for sign, (mean, spread) in scales.items()}
        yield Likeness(
            condition=each.condition,
            sentence=each.sentence,
            said=each.said,
            lesson=each.lesson,
            signs={**each.signs, **above},
        )


class _Rarity:
    """How much words tell: those of few stories more than those of many."""

    def __init__(self, stories: Collection[Story]) -> None:
        self._count = len(stories)
        self._known = Counter(stem for story in stories for stem in story.stems)

    def share(self, wanted: Iterable[str], given: Collection[str]) -> float:
        """Tell which share of what some words tell others have."""
        wanted = tuple(wanted)
        whole = sum(map(self._weight, wanted))
        return sum(self._weight(each) for each in wanted if each in given) / whole if whole else 0.0

    def _weight(self, stem: str) -> float:
        return log(1 + self._count / (1 + self._known[stem]))


@cache
def _weights() -> Mapping[str, float]:
    return {name: float(each) for name, each in table("stories", "weights").items()}
