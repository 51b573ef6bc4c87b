"""From a text to the conditions that it has, each with its words, and to those that it only seems to have."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sprintmind.conditions.lexicon import Entry, Wording, absences, by_anchor, lexicon
from sprintmind.conditions.passages import Part, Sentence, sentences
from sprintmind.conditions.phrases import Spot, spots
from sprintmind.conditions.stance import Manner, Standing, objection, standing
from sprintmind.domain.plans import ConditionName, FoundBy, PlanCondition, Untaken
from sprintmind.domain.progress import Progress, unwatched

_RISE = re.compile(
    r"(?P<first>\d{1,9}(?:\.\d{1,3})?)\s?(?P<unit>[A-Za-z%]{0,12})\s{0,3}(?:up\s)?(?:\bto\b|->|→|=>)\s{0,3}"
    r"(?P<second>\d{1,9}(?:\.\d{1,3})?)(?![:\d])\s?(?P<other>[A-Za-z%]{0,12})"
)
Rooms = Mapping[str, Sequence[tuple[Entry, Wording]]]
STEP = 2_000  # sentences after which it is told how far it is
ENOUGH = 100  # mentions of one condition in a text
PLAIN = 20  # times that a condition is taken, after which no more of it is looked for
SHOWN = 200  # characters of a plan's words that a condition shows


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text says in the shared vocabulary."""

    conditions: tuple[PlanCondition, ...]
    untaken: tuple[Untaken, ...]

    @property
    def names(self) -> frozenset[ConditionName]:
        """What the text has."""
        return frozenset(each.condition for each in self.conditions)


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where a wording fits."""

    entry: Entry
    wording: Wording
    sentence: Sentence
    spot: Spot

    @property
    def words(self) -> str:
        """The words, verbatim."""
        return self.sentence.quote(self.spot.start, self.spot.end)[:SHOWN]


def read(
    text: str | Sequence[Sentence],
    *,
    told: bool = False,
    timed: bool = False,
    progress: Progress = unwatched,
) -> Reading:
    """Read a text.

    Args:
        text: A plan, or what a lesson says was known before the change; perhaps cut into sentences already.
        told: It tells of the past, as a lesson does.
        timed: When the plan is carried out is known, so that days it mentions in passing count less.
        progress: Is told how many of how many sentences are read.
    """
    document = tuple(sentences(text)) if isinstance(text, str) else text
    taken: dict[ConditionName, PlanCondition] = {}
    firm: set[ConditionName] = set()
    untaken: dict[tuple[ConditionName, str], Untaken] = {}
    plain: Counter[str] = Counter()
    for mention in _mentions(_Watched(document, progress), plain, timed=timed):
        for found in _judged(mention, told=told):
            if isinstance(found, Untaken):
                untaken.setdefault((found.condition, found.why), found)
                continue
            taken.setdefault(found.condition, found)
            plain[mention.entry.name] += 1
            if mention.wording.measured or mention.wording.denying:
                firm.add(found.condition)
    return _settled(taken, firm, untaken)


def _settled(
    taken: Mapping[ConditionName, PlanCondition],
    firm: Collection[ConditionName],
    untaken: dict[tuple[ConditionName, str], Untaken],
) -> Reading:
    """Settle what contradicts itself: a danger that is said outright stands, whatever measure is named beside it."""
    kept = dict(taken)
    for name in taken:
        why = _contradiction(lexicon()[name], taken.keys(), firm)
        if why:
            untaken.setdefault((name, why), Untaken(condition=name, words=taken[name].words, why=why))
            del kept[name]
    left = (each for each in untaken.values() if each.condition not in kept)
    return Reading(conditions=tuple(kept.values()), untaken=tuple(left))


def _contradiction(entry: Entry, taken: Collection[ConditionName], firm: Collection[ConditionName]) -> str | None:
    if any(danger in firm for danger in taken if lexicon()[danger].measure == entry.name):
        return "the text also says that it is not done"
    if absences().get(entry.name) in taken:
        return "another part of the text has what it denies"
    undoing = [each for each in (*entry.unless, entry.measure) if each in taken]
    return f"the text says {undoing[0]!r}" if undoing and entry.name not in firm else None


@dataclass(frozen=True, slots=True)
class _Watched:
    """A document, and whoever is told how far it is read."""

    sentences: Sequence[Sentence]
    progress: Progress

    def __iter__(self) -> Iterator[Sentence]:
        for number, sentence in enumerate(self.sentences):
            if number % STEP == STEP - 1:
                self.progress(number, len(self.sentences))
            yield sentence


def _mentions(document: _Watched, plain: Mapping[str, int], *, timed: bool) -> Iterator[Mention]:
    """Find where wordings fit; what was read before, and what was taken or mentioned often enough, says no more."""
    seen: set[tuple[str, Part, bool]] = set()
    count: Counter[str] = Counter()
    rooms: Rooms = by_anchor()
    spent = set[str]()
    for sentence in document:
        fitting = _fitting(sentence.stems, rooms)
        if not fitting or (same := (sentence.line, sentence.part, sentence.asked)) in seen:
            continue
        seen.add(same)
        for entry, wording in fitting:
            if count[entry.name] > ENOUGH or plain.get(entry.name, 0) > PLAIN:
                spent.add(entry.name)
                continue
            if (timed and wording.untimed) or wording.titled:
                continue
            found = spots(wording.pattern, sentence, document=document.sentences)
            for spot in sorted(each for each in found if not _is_other(entry, sentence, each, document.sentences))[:4]:
                count[entry.name] += 1
                yield Mention(entry, wording, sentence, spot)
        if spent:
            rooms, spent = _without(spent, rooms), set()


def _without(spent: Collection[str], rooms: Rooms) -> Rooms:
    """Look no more for what was found often enough: a long text is mostly that."""
    left = {stem: tuple(each for each in room if each[0].name not in spent) for stem, room in rooms.items()}
    return {stem: room for stem, room in left.items() if room}


def _fitting(stems: frozenset[str], rooms: Rooms) -> Collection[tuple[Entry, Wording]]:
    """Find the wordings all of whose words a sentence holds, in whatever order; for most sentences there are few."""
    found: dict[int, tuple[Entry, Wording]] = {}
    for stem in sorted(stems & rooms.keys()):  # in one order, on every machine
        for entry, wording in rooms[stem]:
            for need in wording.pattern.needs:
                if need.isdisjoint(stems):
                    break
            else:
                found[id(wording)] = (entry, wording)
    return found.values()


def _is_other(entry: Entry, sentence: Sentence, spot: Spot, document: Sequence[Sentence]) -> bool:
    """Tell whether the words are part of something that only looks like the condition."""
    others = (other for each in entry.exceptions for other in spots(each, sentence, document=document))
    return any(other.start < spot.end and spot.start < other.end for other in others)


def _judged(mention: Mention, *, told: bool) -> Iterator[PlanCondition | Untaken]:
    entry, wording = mention.entry, mention.wording
    if entry.safe or wording.measured:
        yield from _measure(mention, told=told)
        return
    manner = Manner(
        told=told, denying=wording.denying, holding=wording.holding, broken=entry.broken, anywhere=entry.anywhere
    )
    why = "the opposite" if entry.falling and _rises(mention) else objection(mention.sentence, mention.spot, manner)
    if why is None:
        yield _taken(mention, entry)
        return
    yield Untaken(condition=entry.name, words=mention.words, why=why)
    if entry.opposite and why == "negated":
        yield _taken(mention, lexicon()[entry.opposite])


def _rises(mention: Mention) -> bool:
    """Tell whether what is said to change goes from one number to a larger one, "from 30 to 48 pods"."""
    found = _RISE.search(
        mention.sentence.quote(mention.spot.start, min(mention.spot.end + 6, len(mention.sentence.words)))
    )
    if found is None or (found["unit"] not in {"", "up", found["other"]}):
        return False
    return float(found["first"]) < float(found["second"])


def _measure(mention: Mention, *, told: bool) -> Iterator[PlanCondition | Untaken]:
    entry = mention.entry
    measure = entry if entry.safe else lexicon()[entry.measure] if entry.measure else entry
    manner = Manner(told=told, denying=mention.wording.denying, unfolding=measure.unfolding)
    said = standing(mention.sentence, mention.spot, manner)
    if said is Standing.TAKEN:
        yield _taken(mention, measure)
    elif said is Standing.ABSENT and not entry.safe:
        yield _taken(mention, entry)
    else:
        why = "it is only for later, or denied" if said is Standing.ABSENT else "it is not said to be done"
        yield Untaken(condition=measure.name, words=mention.words, why=why)


def _taken(mention: Mention, entry: Entry) -> PlanCondition:
    return PlanCondition(
        condition=entry.name,
        words=mention.words,
        safe=entry.safe,
        common=entry.common,
        found_by=FoundBy.WORDS,
        why=f"the words {mention.words!r} say so",
    )
