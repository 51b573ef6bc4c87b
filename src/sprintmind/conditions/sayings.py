"""What a sentence says in words that no pattern has: it sounds like sentences that are known to say so.

The known ones stand in `training/sentences`; adding some is lines there and `python training/learn.py`, which learns.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from sprintmind.conditions.amounts import rises
from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Spot, spots
from sprintmind.conditions.stance import Manner, Standing, objection, standing
from sprintmind.domain.plans import ConditionName, FoundBy, PlanCondition

SURE = 0.6
"""From this probability on a sentence says so; chosen on worlds from which nothing was learned."""
SURER = 0.7
"""The same in a longer plan, where one of many sentences sounds like something by chance."""
SUREST = 0.8
"""The same in a sentence whose words say something already."""
LEAD = 0.4
"""By how much it must sound more like one side than like the other."""
SHORT = 12  # sentences
MOST = 40  # sentences that are listened to
WORDS = range(4, 60)
"""How many words a sentence has that says something, and not many things."""

FEWEST = 3
"""How many of them are no numbers and marks."""


class Heard(Protocol):
    """What texts sound like."""

    def __call__(self, texts: Sequence[str]) -> Sequence[Mapping[str, float]]:
        """Tell for each text which conditions it may say, with the probability of each."""


def find_sayings(
    document: Sequence[Sentence],
    heard: Heard,
    *,
    known: Collection[ConditionName],
    said: Collection[str] = (),
    told: bool = False,
) -> Iterator[PlanCondition]:
    """Find conditions that a plan says in other words.

    Args:
        document: The plan.
        heard: Tells what sentences sound like.
        known: What its words were found to say, or to deny; that is not asked again, nor is the other side of it.
        said: The words that were found to say something; a sentence that holds some must sound surer to say more.
        told: It tells of the past, as a lesson does.
    """
    spoken = listened(document)
    least = SURE if len(document) <= SHORT else SURER
    settled = frozenset(other for name in known for other in (name, *sides(name)))
    for sentence, found in zip(spoken, heard([text_of(each) for each in spoken]), strict=True):
        wanted = SUREST if any(words in text_of(sentence) for words in said) else least
        for name in (ConditionName(each) for each in found if found[each] >= wanted):
            doubted = name not in lexicon() or name in settled or _is_split(name, found)
            if not doubted and _is_meant(sentence, name, told=told):
                yield _taken(name, sentence)


def _is_split(name: ConditionName, found: Mapping[str, float]) -> bool:
    """Tell whether a sentence sounds nearly as much like the other side: which of the two it says is not heard."""
    return any(found.get(other, 0.0) > found[name] - LEAD for other in sides(name))


def sides(name: ConditionName) -> Iterator[ConditionName]:
    """Tell what a condition has to do with that says the opposite."""
    entry = lexicon().get(name)
    if entry is not None:
        yield from (each for each in (entry.measure, entry.opposite, *entry.unless) if each)
    yield from (each.name for each in lexicon().values() if name in (each.measure, each.opposite, *each.unless))


def listened(document: Sequence[Sentence]) -> list[Sentence]:
    """Tell which sentences are listened to."""
    return [each for each in document if len(each.words) in WORDS and _worded(each) >= FEWEST][:MOST]


def _worded(sentence: Sentence) -> int:
    return sum(word.stem[:1].isalpha() for word in sentence.words)


def _is_meant(sentence: Sentence, name: ConditionName, *, told: bool) -> bool:
    """Tell whether a sentence is part of the plan; what it denies is part of what it sounds like."""
    if any(spots(each, sentence, document=()) for each in lexicon()[name].exceptions):
        return False
    if lexicon()[name].falling and rises(text_of(sentence)):
        return False
    end = len(sentence.words)
    if lexicon()[name].safe and standing(sentence, Spot(end, end), Manner(told=told)) is Standing.UNSAID:
        return False
    return (
        not sentence.asked and objection(sentence, Spot(0, end), Manner(denying=True, broken=True, told=told)) is None
    )


def text_of(sentence: Sentence) -> str:
    """Give its words without what stands around them."""
    return sentence.text[sentence.start : sentence.end].strip()


def _taken(name: ConditionName, sentence: Sentence) -> PlanCondition:
    words = text_of(sentence)
    return PlanCondition(
        condition=name,
        words=words[:200],
        safe=lexicon()[name].safe,
        found_by=FoundBy.MEANING,
        why=f"the words {words[:80]!r} mean about what others say of {name!r}",
    )
