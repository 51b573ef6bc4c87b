"""A better reader applied to the past: which documents and comments it reads otherwise, and, on request, its readings.

What it reads is a version of the document like any other: what was claimed before stays in the history, withdrawn,
and what was believed before stays what was believed then.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sprintmind.answers import Reread, RereadDocument
from sprintmind.domain.documents import ReadAgain
from sprintmind.domain.events import Claim, EventKey, Promise, SourceEvent
from sprintmind.domain.heard import Heard
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.progress import Progress
from sprintmind.domain.versions import DELETED, version_order
from sprintmind.identities import with_links
from sprintmind.intake import READER, Delivery
from sprintmind.ledger.port import Ledger, Reading
from sprintmind.record import MARK, read_anew
from sprintmind.upkeep import Rules, bring_up_to_date


@dataclass(frozen=True, slots=True, kw_only=True)
class _Otherwise:
    """The standing version of a document or comment, with the delivery that told it and what is read of that now."""

    before: SourceEvent
    now: SourceEvent
    delivery: Delivery


def reread(
    ledger: Ledger, *, team: Team, policy: Policy, now: datetime, apply: bool, progress: Progress | None = None
) -> Reread:
    """Read the words of every document and comment again with this version's reader, and tell what it claims otherwise.

    Args:
        ledger: Which.
        team: The people file's; what people linked since is added here.
        policy: By which findings are judged.
        now: When the new readings are heard.
        apply: Record them; else nothing is stored.
        progress: Is told how many documents are read, of how many.
    """
    if not apply:
        with ledger.reading() as reading:
            return _told(_read_otherwise(reading, team=with_links(team, reading), progress=progress), applied=False)
    with ledger.writing() as transaction:
        linked = with_links(team, transaction)
        found = tuple(_read_otherwise(transaction, team=linked, progress=progress))
        new = transaction.add([(_version(each), each.delivery) for each in found])
        names = {name for each in found for event in (each.before, each.now) for name in event.names}
        changed = bring_up_to_date(transaction, names, by=Rules(team=linked, policy=policy, now=now))
        transaction.queue(sorted(new), kind="event", at=now)
        transaction.queue([change.finding.id for change in changed.transitions], kind="transition", at=now)
        return _told(found, applied=True)


def _read_otherwise(reading: Reading, *, team: Team, progress: Progress | None) -> Iterator[_Otherwise]:
    standing = _standing(reading.deliveries(None))
    for number, (heard, delivery) in enumerate(standing, 1):
        again = read_anew(heard, delivery, team=team).event
        if progress:
            progress(number, len(standing))
        if _content(again) != _content(heard.event):
            yield _Otherwise(before=heard.event, now=again, delivery=delivery)


def _standing(told: Iterable[tuple[Heard, Delivery]]) -> list[tuple[Heard, Delivery]]:
    """Take of every document and comment the version that stands, in whatever order they were heard.

    One that was taken back says nothing, however it is read.
    """
    last: dict[str, tuple[Heard, Delivery]] = {}
    for heard, delivery in told:
        document = heard.event.document
        if document and (document not in last or version_order(heard) > version_order(last[document][0])):
            last[document] = heard, delivery
    return [(heard, delivery) for heard, delivery in last.values() if heard.event.kind != DELETED]


def _version(each: _Otherwise) -> SourceEvent:
    """Make of a new reading a version of its document, under a key that names the reader."""
    key = EventKey(f"{each.before.key.partition(MARK)[0]}{MARK}{READER}")
    seen = ReadAgain(event=key, at=each.before.said_at, of=each.before.key)
    kept = (observation for observation in each.now.observations if not isinstance(observation, ReadAgain))
    return replace(
        each.now,
        key=key,
        claims=tuple(replace(claim, event=key) for claim in each.now.claims),
        promises=tuple(replace(promise, event=key) for promise in each.now.promises),
        observations=(*(replace(observation, event=key) for observation in kept), seen),
    )


def _content(event: SourceEvent) -> frozenset[tuple[object, ...]]:
    """Tell what an event claims, whatever words it quotes for it; what moves nothing is no difference."""
    claims = (_claimed(claim) for claim in event.claims if claim.rejected is None)
    return frozenset((*claims, *(_promised(promise) for promise in event.promises)))


def _claimed(claim: Claim) -> tuple[object, ...]:
    return ("claim", claim.subject, claim.field, claim.value, claim.waiting_on, claim.unblocker)


def _promised(promise: Promise) -> tuple[object, ...]:
    who = (promise.owner, promise.needs_review, promise.outcome)
    return ("promise", promise.customer, promise.due, promise.tickets, promise.replaces_due, *who)


def _told(found: Iterable[_Otherwise], *, applied: bool) -> Reread:
    return Reread(documents=tuple(_differences(each) for each in found), applied=applied, reader=READER)


def _differences(each: _Otherwise) -> RereadDocument:
    before, now = _content(each.before), _content(each.now)
    return RereadDocument(
        event=each.before.key,
        title=each.before.title,
        said_at=each.before.said_at,
        audience=each.before.audience,
        gone=tuple(c for c in each.before.claims if c.rejected is None and _claimed(c) not in now),
        new=tuple(c for c in each.now.claims if c.rejected is None and _claimed(c) not in before),
        promises_gone=tuple(p for p in each.before.promises if _promised(p) not in now),
        promises_new=tuple(p for p in each.now.promises if _promised(p) not in before),
    )
