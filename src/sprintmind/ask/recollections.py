"""What memory recalls for a question: three recalls at once, as evidence, each thing once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from itertools import combinations

from sprintmind.domain.events import EventKey
from sprintmind.domain.evidence import Evidence, EvidenceKind, RecallTrace
from sprintmind.domain.inquiries import Inquiry, Intent
from sprintmind.domain.likeness import likeness
from sprintmind.domain.memories import Question, Recalled, Tag, TagFilter, TimeRange, document_of
from sprintmind.domain.people import Team
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.embeddings.meaning import Meaning
from sprintmind.errors import InputError, UnavailableError
from sprintmind.memory.port import Memories

LIMIT = 12
"""How much each recall brings."""
MOST = 16
"""How many memories an answer may rest on."""
CHARACTERS = 8_000
"""How long they may be together."""
SAME = 0.93
"""From this cosine on two texts say the same thing."""
NEAR = 0.4
"""Two texts that share fewer of their words are not compared by meaning, which takes milliseconds a text."""
ALIKE = 0.9
"""The same by words, of two that have the same source and day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollections:
    """What came back."""

    evidence: tuple[Evidence, ...] = ()
    """Corrections first, then the best of each recall in turn; visible to the caller, each thing once."""
    traces: tuple[RecallTrace, ...] = ()
    notes: tuple[str, ...] = ()
    """Which recalls did not answer, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Came:
    trace: RecallTrace
    found: tuple[Recalled, ...] = ()


class Recalling:
    """Three recalls under way; what they brought is taken when the ledger was asked.

    Args:
        inquiry: The question.
        caller: What they may not read is neither found nor counted.
        memory: Opens it; raises UnavailableError where it cannot be.
        team: Whose days they are.
        stopwatch: Tells seconds, from any start.
        by: What was said later is not recalled; None: nothing is left out.
    """

    def __init__(
        self,
        inquiry: Inquiry,
        *,
        caller: Caller,
        memory: Callable[[], Memories],
        team: Team,
        stopwatch: Callable[[], float],
        by: datetime | None = None,
    ) -> None:
        self._caller = caller
        self._by = by
        self._team = team
        self._stopwatch = stopwatch
        self._pool = ThreadPoolExecutor(max_workers=3, thread_name_prefix="recall")
        asked = _questions(inquiry, caller, team, by)
        self._under_way: list[Future[_Came]] = [self._pool.submit(self._recall, memory, *each) for each in asked]

    def taken(self, meaning: Callable[[], Meaning | None], *, known: Sequence[Evidence]) -> Recollections:
        """Wait for all of them, and take what they brought.

        Args:
            meaning: Compares texts; None where nothing can.
            known: States, with whose quotes a memory may merely agree.
        """
        came = [each.result() for each in self._under_way]
        self._pool.shutdown()
        turns = _in_turn([each.found for each in came])
        seen = [each for each in turns if visible_to(each.memory.audience, self._caller)]
        found = _once([self._evidence(each) for each in seen], known)
        return Recollections(
            evidence=_within_budget(_meant_once(found, meaning)),
            traces=tuple(each.trace for each in came),
            notes=_notes(each.trace for each in came),
        )

    def _recall(self, memory: Callable[[], Memories], label: str, question: Question) -> _Came:
        start = self._stopwatch()
        found: tuple[Recalled, ...] = ()
        failed = None
        try:
            found = memory().recall(question)
        except (UnavailableError, InputError) as error:
            failed = str(error)
        shown = tuple(each for each in found if visible_to(each.memory.audience, self._caller) and self._was(each))
        tags = question.tags.tags if question.tags else tuple(f"kind:{kind}" for kind in question.kinds)
        trace = RecallTrace(
            label=label,
            query=question.text,
            tags=tags,
            results=tuple(each.memory.text for each in shown),
            took=timedelta(seconds=self._stopwatch() - start),
            failed=failed,
        )
        return _Came(trace=trace, found=shown)

    def _was(self, recalled: Recalled) -> bool:
        """Tell whether something had been said by then; asked again here, because not every memory cuts so finely."""
        return self._by is None or recalled.memory.said_at <= self._by

    def _evidence(self, recalled: Recalled) -> Evidence:
        memory = recalled.memory
        tagged = dict(tag.split(":", 1) for tag in reversed(memory.tags) if ":" in tag)
        correction = "kind:correction" in memory.tags
        return Evidence(
            kind=EvidenceKind.CORRECTION if correction else EvidenceKind.MEMORY,
            text=memory.text,
            source=tagged.get("source", "memory"),
            at=memory.said_at,
            url=memory.metadata.get("url"),
            event=EventKey(memory.metadata.get("event", document_of(memory.document))),
            audience=memory.audience,
        )


def _questions(inquiry: Inquiry, caller: Caller, team: Team, by: datetime | None) -> list[tuple[str, Question]]:
    person = next(iter(inquiry.people), caller.person)
    before = TimeRange(end=by + timedelta(microseconds=1)) if by else None
    within = _earlier(_within(inquiry, team), before)
    question = Question(text=inquiry.text, caller=caller, limit=LIMIT, within=within)
    asked = [("team", question), ("corrections", replace(question, kinds=("correction",), within=before))]
    if person:
        own = replace(question, tags=TagFilter(tags=(Tag(f"person:{person}"),)))
        asked.insert(0, ("personal", own))
    return asked


def _within(inquiry: Inquiry, team: Team) -> TimeRange | None:
    """Ask only of some days where the question is what was said or what happened in them."""
    if inquiry.intent not in (Intent.SAID, Intent.CHANGES, Intent.OTHER) or not inquiry.since:
        return None
    start = datetime.combine(inquiry.since, time(), team.calendar.zone).astimezone(UTC)
    last = inquiry.until
    end = datetime.combine(last + timedelta(days=1), time(), team.calendar.zone).astimezone(UTC) if last else None
    return TimeRange(start=start, end=end)


def _earlier(one: TimeRange | None, other: TimeRange | None) -> TimeRange | None:
    """Let a span end where another does, if that is earlier."""
    if one is None or other is None:
        return one or other
    return replace(one, end=min(filter(None, (one.end, other.end)), default=None))


def _in_turn(found: Sequence[Sequence[Recalled]]) -> list[Recalled]:
    """Take the best of each recall in turn, so that none crowds the others out."""
    most = max(map(len, found), default=0)
    return [each[place] for place in range(most) for each in found if place < len(each)]


def _once(found: Iterable[Evidence], known: Sequence[Evidence]) -> list[Evidence]:
    """Leave out what came twice, or says in other words of one source and day what stands already."""
    quoted = {(each.event, each.quote) for each in known if each.event and each.quote}
    taken: list[Evidence] = []
    for each in sorted(found, key=lambda each: each.kind is not EvidenceKind.CORRECTION):
        plain = " ".join(each.text.split())
        agrees = any(event == each.event and plain in quote for event, quote in quoted)
        if not agrees and not any(_same(each, other) for other in taken):
            taken.append(each)
    return taken


def _same(one: Evidence, other: Evidence) -> bool:
    if one.event == other.event and one.text == other.text:
        return True
    return one.source == other.source and one.at == other.at and likeness(one.text, other.text) >= ALIKE


def _meant_once(found: Sequence[Evidence], meaning: Callable[[], Meaning | None]) -> list[Evidence]:
    """Leave out what means the same as something before it; where nothing compares meaning, all is kept."""
    near = sorted({place for pair in _near(found) for place in pair})
    if not near:
        return list(found)
    texts = [found[place].text for place in near]
    try:
        compare = meaning()
        alike = compare.alike(texts, texts) if compare else None
    except UnavailableError:
        alike = None
    if alike is None:
        return list(found)
    gone: set[int] = set()
    for row, place in enumerate(near):
        before = [column for column in range(row) if near[column] not in gone]
        if any(alike[row][each] >= SAME and found[near[each]].kind is found[place].kind for each in before):
            gone.add(place)
    return [each for place, each in enumerate(found) if place not in gone]


def _near(found: Sequence[Evidence]) -> Iterator[tuple[int, int]]:
    """Find the pairs that share enough words for it to be worth while to compare what they mean."""
    for one, other in combinations(range(len(found)), 2):
        if likeness(found[one].text, found[other].text) >= NEAR:
            yield one, other


def _within_budget(found: Sequence[Evidence]) -> tuple[Evidence, ...]:
    taken: list[Evidence] = []
    left = CHARACTERS
    for each in found[:MOST]:
        left -= len(each.text)
        if left < 0 and taken:
            break
        taken.append(each)
    return tuple(taken)


def _notes(traces: Iterable[RecallTrace]) -> tuple[str, ...]:
    """Say which recalls did not answer, those with one reason together."""
    failed: dict[str, list[str]] = {}
    for each in traces:
        if each.failed is not None:
            failed.setdefault(each.failed, []).append(each.label)
    return tuple(f"memory did not answer ({', '.join(labels)}): {why}" for why, labels in failed.items())
