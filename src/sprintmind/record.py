"""A delivery is recorded: read, stored, folded and judged, in one transaction or not at all.

This is the one way for facts into the ledger.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from sprintmind.domain.authority import Decided
from sprintmind.domain.documents import ReadAgain
from sprintmind.domain.erasure import Erasures
from sprintmind.domain.events import Claim, EventKey, Name, Promise, SourceEvent, TicketKey, named
from sprintmind.domain.findings import Transition
from sprintmind.domain.heard import Heard
from sprintmind.domain.people import IdentityLinked, Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.work import Ticket
from sprintmind.erasing import redacted
from sprintmind.identities import with_links
from sprintmind.intake import Delivery, DeliveryError, parse
from sprintmind.ledger.port import Ledger, Reading, Writing
from sprintmind.upkeep import Rules, bring_up_to_date

_Read = tuple[SourceEvent, Delivery]
"""An event with the delivery that told it."""

AT_ONCE = 500
"""How many deliveries one transaction should take; nobody else writes meanwhile."""

REREAD = "reread"
"""The names of versions that another reader read again begin so."""

MARK = "@reader-"
"""Stands in the key of an event between the key of the document and the reader that read it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEvent:
    """One event of a delivery, and what was made of what it says."""

    key: EventKey
    """Also its document id."""
    new: bool
    claims: tuple[Decided, ...] = ()
    """Each claim of it on a ticket, with what was made of it; empty if it was known already."""
    promises: int = 0
    ignored: str | None = None
    """Why nothing was understood, if nothing was."""
    document: str | None = None
    """Of a text, what its versions share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedDelivery:
    """A delivery that cannot be read, and why; nothing of it is stored."""

    delivery: Delivery
    error: DeliveryError


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What came of some deliveries."""

    events: tuple[RecordedEvent, ...] = ()
    transitions: tuple[Transition, ...] = ()
    backlog: int = 0
    """How many items memory would not have been told; it is counted for a rehearsal only."""
    refused: tuple[RefusedDelivery, ...] = ()
    team: Team
    """As whose they were read: with what people linked until then."""


def record(
    deliveries: Sequence[Delivery],
    *,
    ledger: Ledger,
    team: Team,
    policy: Policy,
    now: datetime,
    baseline: bool = False,
    linked: Team | None = None,
) -> Recorded:
    """Record deliveries in one transaction: each subject that they touch is folded once and judged once.

    A delivery that is known already changes nothing, however often it comes and whatever came since. What opens and
    ends within them is no transition. Those that cannot be read are told, and do not stop the others.

    Args:
        deliveries: What came, in the order of hearing; a few hundred at a time, since nobody else writes meanwhile.
        ledger: Where it is kept.
        team: The people file's; what people linked since is added here.
        policy: By which findings are judged.
        now: When they are heard, timezone-aware.
        baseline: They tell how things stood before anybody watched: findings open, and nobody is told of it.
        linked: The team with what people linked, as it was last known; if more was linked since, all is read again.
            None: it is asked for before anything is read.

    Raises:
        UnavailableError: The ledger did not take them; nothing of any is stored.
    """
    if linked is None:
        with ledger.reading() as reading:
            linked = with_links(team, reading)
    read, refused = _read(deliveries, linked)
    if not read:
        return Recorded(refused=refused, team=linked)
    with ledger.writing() as transaction:
        current = with_links(team, transaction)
        if current.links == linked.links:
            current = linked  # with what it has looked up already
        else:  # somebody linked an identity since
            read, refused = _read(deliveries, current)
        recorded = _record(transaction, read, by=Rules(team=current, policy=policy, now=now), baseline=baseline)
        return replace(recorded, refused=refused)


def rehearse(delivery: Delivery, *, ledger: Ledger, team: Team, policy: Policy, now: datetime) -> Recorded:
    """Tell what recording a delivery would come to, and store nothing.

    Arguments are those of `record`; a delivery that cannot be read raises DeliveryError.
    """
    told: list[Recorded] = []
    with suppress(_UndoneError), ledger.writing() as transaction:
        linked = with_links(team, transaction)
        read = [(_with_audience(event), delivery) for event in parse(delivery, linked)]
        recorded = _record(transaction, read, by=Rules(team=linked, policy=policy, now=now), baseline=False)
        told.append(replace(recorded, backlog=transaction.backlog()))
        raise _UndoneError
    return told[0]


class _UndoneError(Exception):
    """Ends a transaction of which nothing is to be kept."""


def read_again(transaction: Writing, names: Iterable[Name] | None, *, team: Team, now: datetime) -> frozenset[Name]:
    """Read stored deliveries anew, with what the team knows now, and let memory be told of those that read otherwise.

    Args:
        transaction: The one in which it happens.
        names: Of the events that touch any of these; None: of all.
        team: With the links that people made.
        now: The moment of it.

    Returns:
        What the events whose reading changed touched before or touch now.
    """
    changed: set[Name] = set()
    past = transaction.names_within(f"{REREAD}:")
    for heard, delivery in transaction.deliveries(names):
        if named(REREAD, heard.event.key) in past:
            continue  # another reader's version stands; this one is kept as it was read then
        again = read_anew(heard, delivery, team=team)
        if again != heard:
            transaction.read_again(heard, again.event)
            transaction.queue([again.event.key], kind="event", at=now)
            changed |= heard.names | again.names
    return frozenset(changed)


def read_anew(heard: Heard, delivery: Delivery, *, team: Team) -> Heard:
    """Read a stored delivery as a team reads it that knows other people; what can no longer be read stays as it was."""
    return replace(heard, event=_same(heard.event, delivery, team))


def _read(deliveries: Iterable[Delivery], team: Team) -> tuple[Sequence[_Read], tuple[RefusedDelivery, ...]]:
    read: list[_Read] = []
    refused: list[RefusedDelivery] = []
    for delivery in deliveries:
        try:
            read += [(_with_audience(event), delivery) for event in parse(delivery, team)]
        except DeliveryError as error:
            refused.append(RefusedDelivery(delivery=delivery, error=error))
    return read, tuple(refused)


def _record(transaction: Writing, read: Sequence[_Read], *, by: Rules, baseline: bool) -> Recorded:
    erasures = transaction.erasures()
    read = [_without_erased(each, erasures) for each in read] if erasures else read
    new = transaction.add(read)
    events = {event.key: event for event, _ in reversed(read)}  # of one key, the first
    fresh = [events[key] for key in dict.fromkeys(event.key for event, _ in read) if key in new]
    names = {name for event in fresh for name in event.names}
    links = [o for event in fresh for o in event.observations if isinstance(o, IdentityLinked)]
    current = with_links(by.team, transaction) if links else by.team
    for link in links:
        names |= read_again(transaction, _seen(link, current), team=current, now=by.now)
    keys = _keys_before(transaction, names)
    changed = bring_up_to_date(transaction, names, by=replace(by, team=current))
    transaction.queue([event.key for event in fresh], kind="event", at=by.now)
    transaction.queue(_of_moved_tickets(transaction, keys, changed.tickets), kind="event", at=by.now)
    told = () if baseline else changed.transitions
    transaction.queue([t.finding.id for t in told], kind="transition", at=by.now)
    return Recorded(
        events=_each_once([event for event, _ in read], new, changed.tickets),
        transitions=changed.transitions,
        team=by.team,
    )


def _keys_before(reading: Reading, names: Iterable[Name]) -> Mapping[TicketKey, TicketKey]:
    """Tell the current keys of the tickets that some events touch, before these count."""
    return reading.ticket_keys({TicketKey(name.partition(":")[2]) for name in names if name.startswith("ticket:")})


def _of_moved_tickets(
    reading: Reading, before: Mapping[TicketKey, TicketKey], tickets: Iterable[Ticket]
) -> tuple[EventKey, ...]:
    """Find the events on tickets that got another key: memory knows them by it too from now on."""
    moved = {t.key: t.keys for t in tickets if any(before.get(key, t.key) != t.key for key in t.keys)}
    names = [named("ticket", key) for keys in moved.values() for key in keys]
    return tuple(heard.event.key for heard in reading.touching(names)) if names else ()


def _without_erased(read: _Read, erasures: Erasures) -> _Read:
    """Take out of a delivery what is erased, before any of it is stored."""
    event, delivery = read
    left = redacted(event, delivery, erasures)
    bare = replace(delivery, body=b"", filename="", title="", author="", participants=(), proposed=None)
    return left.event, left.delivery or bare


def _seen(link: IdentityLinked, current: Team) -> Sequence[Name] | None:
    """Find what to read anew for a link: events list whom they could not name; of one who had a name, all are read."""
    kind, _, name = link.identity.partition(":")
    before = replace(current, links={k: v for k, v in current.links.items() if k != link.identity})
    was_somebody = before.identified(kind, name) is not None or link.person is None
    return None if was_somebody else [named("identity", link.identity)]


def _with_audience(event: SourceEvent) -> SourceEvent:
    """Give everything that an event says the audience of the event."""
    said: Iterable[Claim | Promise] = (*event.claims, *event.promises)
    if all(each.audience == event.audience for each in said):
        return event
    return replace(
        event,
        claims=tuple(replace(claim, audience=event.audience) for claim in event.claims),
        promises=tuple(replace(promise, audience=event.audience) for promise in event.promises),
    )


def _same(event: SourceEvent, delivery: Delivery, team: Team) -> SourceEvent:
    """Read a delivery anew and find the event in it; what can no longer be read stays as it was read."""
    try:
        found = {each.key: each for each in parse(delivery, team)}
    except DeliveryError:
        return event
    return _with_audience(_as_version(found.get(EventKey(event.key.partition(MARK)[0]), event), of=event))


def _as_version(read: SourceEvent, *, of: SourceEvent) -> SourceEvent:
    """Give a reading the key of the stored event, which names the reader where the document was read again."""
    if read.key == of.key:
        return read
    again = (observation for observation in of.observations if isinstance(observation, ReadAgain))
    return replace(
        read,
        key=of.key,
        claims=tuple(replace(claim, event=of.key) for claim in read.claims),
        promises=tuple(replace(promise, event=of.key) for promise in read.promises),
        observations=(*(replace(observation, event=of.key) for observation in read.observations), *again),
    )


def _each_once(
    events: Iterable[SourceEvent], new: Iterable[EventKey], tickets: Iterable[Ticket]
) -> tuple[RecordedEvent, ...]:
    decided: dict[EventKey, list[Decided]] = {}
    for each in (d for ticket in tickets for history in ticket.fields.values() for d in history.decided):
        decided.setdefault(each.claim.event, []).append(each)
    fresh = frozenset(new)
    found = {
        event.key: RecordedEvent(
            key=event.key,
            new=event.key in fresh,
            claims=tuple(decided.get(event.key, ())),
            promises=len(event.promises),
            ignored=event.ignored,
            document=event.document,
        )
        for event in events
    }
    return tuple(found.values())
