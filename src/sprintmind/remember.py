"""Memory is told what the outbox holds: in order for each document, in batches, again and again until it knows.

What is told is made from the ledger as it is at that moment, under the document's own id, so that telling twice changes
nothing: a worker may be killed between telling and marking, and several may work at once.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import uuid4

from sprintmind.domain.events import EventKey, SourceEvent, TicketKey
from sprintmind.domain.experiences import CheckId
from sprintmind.domain.findings import FindingId, Transition
from sprintmind.domain.heard import Heard
from sprintmind.domain.lessons import LessonId
from sprintmind.domain.memories import DocumentId, Memory, part_of, parts_of
from sprintmind.domain.people import Team
from sprintmind.domain.progress import Progress
from sprintmind.domain.siblings import place, siblings
from sprintmind.domain.turns import TEXTS
from sprintmind.errors import SprintMindError, UnavailableError
from sprintmind.identities import with_links
from sprintmind.intake import Delivery, turns
from sprintmind.ledger.port import Ledger, Reading
from sprintmind.ledger.telling import Outbox, Queued
from sprintmind.memory.known import Known
from sprintmind.memory.learned import lesson_memories, outcome_memories
from sprintmind.memory.port import KeepsModels, Memories
from sprintmind.memory.taxonomy import memories_of, memory_of

Records = Callable[[Reading, str], tuple[Memory, ...]]
"""Gives what memory keeps of a record by its id, as it stands; nothing where it is no evidence (any more)."""


def _lesson(reading: Reading, record: str) -> tuple[Memory, ...]:
    return lesson_memories(next(iter(reading.lessons([LessonId(record)])), None))


def _check(reading: Reading, record: str) -> tuple[Memory, ...]:
    return outcome_memories(next(iter(reading.plan_checks([CheckId(record)])), None))


RECORDS: Mapping[str, Records] = {"lesson": _lesson, "check": _check}
"""What is kept whole under its own id, by the kind of name that events on it touch: `lesson`, `check`.

Events on a record are not kept themselves; each of them makes memory keep the record as it stands then.
"""

AT_ONCE = 40
"""How many documents one worker takes at a time."""
LEASE = timedelta(minutes=5)
"""How long they are its own; a worker that was killed holds nobody up for longer."""
TRIES = 6
"""After so many refusals by a memory that answers, an item is parked until a person asks again."""
LONGEST = 300.0  # seconds
"""Between two attempts, however many failed."""
REFILLING = "memory refilling"
"""Under this name the ledger remembers how far making memory anew is; empty when it is not being made."""
_EMPTYING, _FILLING = "emptying", "filling"
SAID = 400  # characters
"""How much of an error is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What came of telling memory."""

    documents: int = 0
    """Of how many it was told."""
    failed: int = 0
    """How many it did not take; they are tried again or parked."""
    error: str | None = None
    """Why it stopped early: memory does not answer."""
    erased: int = 0
    """How many documents it has forgotten for good; the ledger may let go of their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Who tells memory: from which ledger, as which team, by which clock.

    Args:
        ledger: Its outbox says what memory must be told.
        memory: Is told.
        team: The people file's.
        clock: The real time; a replay's clock has no say in leases and waits.
        chance: Between 0 and 1; spreads attempts, so that workers that failed together do not come back together.
        name: The worker's own.
    """

    ledger: Ledger
    memory: Memories
    team: Team
    clock: Callable[[], datetime]
    chance: Callable[[], float] = random.random
    name: str = field(default_factory=lambda: uuid4().hex)

    @property
    def outbox(self) -> Outbox:
        """What is to be told."""
        return self.ledger.outbox


def deliver(
    teller: Teller, *, limit: int | None = None, impatient: bool = False, progress: Progress | None = None
) -> Told:
    """Tell memory what waits, until nothing does that is due, memory does not answer, or a limit is reached.

    Args:
        teller: Who tells.
        limit: Of how many documents at most; None: of all.
        impatient: Try at once what failed before and was to wait.
        progress: Is told how many rows are done, of how many.
    """
    waiting = teller.outbox.waiting().pending if progress else 0
    told = failed = erased = 0
    while limit is None or told + failed < limit:
        count = AT_ONCE if limit is None else min(AT_ONCE, limit - told - failed)
        now = teller.clock()
        items = teller.outbox.lease(by=teller.name, count=count, now=now, until=now + LEASE, impatient=impatient)
        if not items:
            break
        batch = _tell(teller, items)
        told, failed, erased = told + batch.documents, failed + batch.failed, erased + batch.erased
        if progress:
            progress(min(told, waiting), waiting)
        if batch.error:
            return Told(documents=told, failed=failed, erased=erased, error=batch.error)
        if impatient and batch.failed == len(items):
            break
    return Told(documents=told, failed=failed, erased=erased)


def refill(teller: Teller, *, progress: Progress | None = None) -> Told:
    """Empty memory and tell it everything that the ledger holds.

    How far it is stands in the ledger: after an interruption it goes on, here or with the next `deliver`.

    Raises:
        UnavailableError: Memory does not answer; what was done is kept.
    """
    with teller.ledger.writing() as transaction:
        if transaction.remembered(REFILLING) != _FILLING:
            transaction.queue_everything()
            transaction.remember(REFILLING, _EMPTYING)
    _empty(teller)
    told = deliver(teller, impatient=True, progress=progress)
    if told.error:
        raise UnavailableError(f"{told.error}; run `sprintmind memory rebuild` again, it goes on where it was")
    with teller.ledger.writing() as transaction:
        transaction.remember(REFILLING, "")
    return told


def _empty(teller: Teller) -> None:
    """Empty memory, unless an earlier attempt at filling it did."""
    with teller.ledger.reading() as reading:
        stage = reading.remembered(REFILLING)
    if stage != _EMPTYING:
        return
    teller.memory.clear()
    with teller.ledger.writing() as transaction:
        transaction.forget_retained()
        transaction.remember(REFILLING, _FILLING)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """What memory must know of a document in the end."""

    keep: tuple[Memory, ...] = ()
    drop: tuple[DocumentId, ...] = ()
    first: tuple[DocumentId, ...] = ()
    """What is erased: a text that is replaced may leave its words in a file, one that is forgotten does not."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """In how many parts each document that this touches is kept then."""


def _tell(teller: Teller, items: Sequence[Queued]) -> Told:
    """Tell a batch at one go; where that fails, one by one, so that what cannot be told stands in nobody's way."""
    try:
        _make_known(teller, items)
    except Exception:  # noqa: BLE001  # whatever it is, the next attempt finds out whose it is
        return _one_by_one(teller, items)
    return Told(documents=len(items), erased=sum(item.erases for item in items))


def _one_by_one(teller: Teller, items: Sequence[Queued]) -> Told:
    told = failed = erased = 0
    for place_, item in enumerate(items):
        try:
            _make_known(teller, [item])
            told += 1
            erased += item.erases
        except UnavailableError as error:
            failed += 1
            if not teller.memory.status().ready:
                _put_off(teller, item, error, park=False)
                teller.outbox.returned(items[place_ + 1 :], by=teller.name)
                return Told(documents=told, failed=failed, erased=erased, error=str(error))
            _put_off(teller, item, error, park=True)
        except Exception as error:  # noqa: BLE001  # the worker goes on with the next; the item is parked with it
            failed += 1
            _put_off(teller, item, error, park=True)
    return Told(documents=told, failed=failed, erased=erased)


def _put_off(teller: Teller, item: Queued, error: Exception, *, park: bool) -> None:
    """Try an item again later, later each time; or give it up, where memory answers and has refused it often."""
    now = teller.clock()
    said = (str(error) if isinstance(error, SprintMindError) else f"{type(error).__name__}: {error}")[:SAID]
    if park and item.attempts + 1 >= TRIES:
        teller.outbox.failed(item, by=teller.name, error=said, retry_at=None, parked_at=now)
        return
    wait = min(LONGEST, 2.0 ** min(item.attempts, 16)) * (0.5 + teller.chance() / 2)
    teller.outbox.failed(item, by=teller.name, error=said, retry_at=now + timedelta(seconds=wait))


def _make_known(teller: Teller, items: Sequence[Queued]) -> None:
    """Tell memory of some documents, and only then mark them."""
    prepared = _prepared(teller, items)
    keep = tuple(memory for each in prepared for memory in each.keep)
    kept = {memory.document for memory in keep}
    drop = tuple(dict.fromkeys(d for each in prepared for d in each.drop if d not in kept))
    first = tuple(dict.fromkeys(d for each in prepared for d in each.first))
    if first:
        teller.memory.forget(first)
    if isinstance(teller.memory, KeepsModels) and any(item.erases for item in items):
        teller.memory.let_go()
    if keep:
        teller.memory.retain(keep)
    if drop:
        teller.memory.forget(drop)
    now = teller.clock()
    parts: dict[str, int] = {}
    for each in prepared:
        parts |= each.parts
    teller.outbox.retain(parts, at=now)
    teller.outbox.delivered(items, by=teller.name, at=now)


def _prepared(teller: Teller, items: Sequence[Queued]) -> list[_Prepared]:
    events = [EventKey(item.document) for item in items if item.kind == "event"]
    findings = [FindingId(item.document) for item in items if item.kind == "transition"]
    erased = [item.document for item in items if item.erases]
    with teller.ledger.reading() as reading:
        told = reading.told(events)
        stories = reading.stories(findings)
        known = _known(reading, teller.team, [heard.event for heard, _ in told], stories)
        groups = _groups(reading, [heard for heard, _ in told])
        records = _records(reading, [heard.event for heard, _ in told])
    stood = teller.outbox.retained({*_documents(events, findings, erased, groups), *records})
    found = [_of_event(heard, delivery, known, group=groups[heard.event.key], stood=stood)
             for heard, delivery in told]  # fmt: skip
    gone = {*events, *erased} - {heard.event.key for heard, _ in told} - set(findings)
    found += [_standing(DocumentId(each), (), stood) for each in sorted(gone)]
    found += [_Prepared(first=parts_of(each, stood[each])) for each in erased if each in stood]
    found += [_standing(DocumentId(each), memories, stood) for each, memories in records.items()]
    return [*found, *_of_findings(stories, known, stood)]


def _records(reading: Reading, events: Iterable[SourceEvent]) -> dict[str, tuple[Memory, ...]]:
    """Take the records that some events are on, as they stand."""
    names = {name for event in events for name in event.names if name.partition(":")[0] in RECORDS}
    found = {name.partition(":")[2]: RECORDS[name.partition(":")[0]] for name in sorted(names)}
    return {each: record(reading, each) for each, record in found.items()}


def _documents(
    events: Iterable[str], findings: Iterable[str], erased: Iterable[str], groups: Mapping[EventKey, Sequence[Heard]]
) -> set[str]:
    older = (heard.event.key for group in groups.values() for heard in group)
    return {*events, *findings, *erased, *older}


def _known(reading: Reading, team: Team, events: Iterable[SourceEvent], stories: Iterable[Transition]) -> Known:
    """Take the tickets that are named, as they stand now."""
    names = {name for event in events for name in event.names if name.startswith("ticket:")}
    keys = {TicketKey(name.partition(":")[2]) for name in names}
    keys |= {key for each in stories for key in each.finding.tickets}
    current = reading.ticket_keys(keys)
    found = reading.tickets(set(current.values()))
    return Known(team=with_links(team, reading), tickets={key: ticket for ticket in found for key in ticket.keys})


def _groups(reading: Reading, heard: Sequence[Heard]) -> dict[EventKey, tuple[Heard, ...]]:
    """Find of each event the others that show the same thing, in the order in which they stand."""
    names = {each.event.key: siblings(each.event) for each in heard}
    reading.touching({name for found in names.values() for name in found})  # asked for together, for speed
    groups: dict[EventKey, tuple[Heard, ...]] = {}
    for each in heard:
        alike = (other for other in reading.touching(names[each.event.key]) if other.event.kind == each.event.kind
                 or each.event.document)  # fmt: skip
        groups[each.event.key] = tuple(sorted({each.order: each, **{o.order: o for o in alike}}.values(), key=place))
    return groups


def _of_event(
    heard: Heard,
    delivery: Delivery | None,
    known: Known,
    *,
    group: Sequence[Heard],
    stood: Mapping[str, int],
) -> _Prepared:
    """Keep of several events that show the same thing the one that stands, and nothing of those before it."""
    event = heard.event
    if group[-1] != heard:
        return _standing(DocumentId(event.key), (), stood)
    said = turns(delivery) if delivery and event.kind in TEXTS else ()
    found = _standing(DocumentId(event.key), memories_of(event, known, turns=said), stood)
    older = [_standing(DocumentId(each.event.key), (), stood) for each in group[:-1]]
    return _Prepared(
        keep=found.keep,
        drop=(*found.drop, *(document for each in older for document in each.drop)),
        parts={**found.parts, **{name: count for each in older for name, count in each.parts.items()}},
    )


def _of_findings(stories: Iterable[Transition], known: Known, stood: Mapping[str, int]) -> Iterator[_Prepared]:
    by_finding: dict[FindingId, list[Transition]] = {}
    for each in stories:
        by_finding.setdefault(each.finding.id, []).append(each)
    for finding, changes in by_finding.items():
        yield _standing(DocumentId(finding), (memory_of(changes, known),), stood)


def _standing(document: DocumentId, memories: tuple[Memory, ...], stood: Mapping[str, int]) -> _Prepared:
    """Keep a document in its parts, and no more of the parts that it had."""
    before = stood.get(document, 0)
    drop = tuple(part_of(document, number) for number in range(len(memories) + 1, before + 1))
    changed = {str(document): len(memories)} if before or memories else {}
    return _Prepared(keep=memories, drop=drop, parts=changed)
