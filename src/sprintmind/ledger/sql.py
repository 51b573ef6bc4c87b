"""The ledger on a SQL database: one implementation for all of them; what differs is how a connection is opened."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row, delete

from sprintmind.domain.authority import Conflict
from sprintmind.domain.derivation import identity
from sprintmind.domain.events import ClaimId, EventKey, Name, SourceEvent, TicketKey, named
from sprintmind.domain.findings import Finding, Transition
from sprintmind.domain.heard import Heard
from sprintmind.domain.neighbours import neighbours
from sprintmind.domain.work import Commitment, PullRequest, Ticket
from sprintmind.intake import READER, Delivery
from sprintmind.ledger import moving, schema
from sprintmind.ledger import statements as sql
from sprintmind.ledger.packing import (
    packed,
    packed_body,
    packed_delivery,
    packed_history,
    packed_reading,
    unpacked,
    unpacked_body,
    unpacked_delivery,
    unpacked_history,
    unpacked_reading,
    without_history,
)
from sprintmind.ledger.port import Counts, DecidedRow, Identity

_AT_ONCE = 500
"""How many names one statement asks for; SQLite allows 32,766."""

T = TypeVar("T", bound=str)
State = TypeVar("State", PullRequest, Commitment, Finding)


class SqlReading:
    """What can be asked over one connection; see `port.Reading` for each method."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._unpacked: dict[int, tuple[bytes, bytes | None, Heard]] = {}

    def touching(self, names: Iterable[Name]) -> tuple[Heard, ...]:
        found = {row.heard: row for some in _parts(names) for row in self._rows(sql.EVENTS_TOUCHING, names=some)}
        return tuple(self._heard(found[order]) for order in sorted(found))

    def beside(self, names: Iterable[Name], *, kind: str | None = None) -> frozenset[Name]:
        statement = sql.NAMES_TOGETHER if kind is None else sql.NAMES_TOGETHER_IN_KIND
        more = {} if kind is None else {"kind": kind}
        return frozenset(row.name for some in _parts(names) for row in self._rows(statement, names=some, **more))

    def names_within(self, prefix: str) -> frozenset[Name]:
        return frozenset(row.name for row in self._rows(sql.NAMES_WITHIN, **_within(prefix)))

    def events(self, *, heard_by: datetime | None = None) -> tuple[Heard, ...]:
        if heard_by is None:
            return tuple(map(_heard, self._rows(sql.ALL_EVENTS)))
        return tuple(map(_heard, self._rows(sql.EVENTS_HEARD_BY, heard_by=_text(heard_by))))

    def deliveries(self, names: Iterable[Name] | None) -> tuple[tuple[Heard, Delivery], ...]:
        if names is None:
            rows = self._rows(sql.ALL_DELIVERIES)
        else:
            rows = [row for some in _parts(names) for row in self._rows(sql.DELIVERIES_TOUCHING, names=some)]
        by_order = {row.heard: row for row in rows}
        return tuple((_heard(row), _delivery(row)) for _, row in sorted(by_order.items()))

    def heard_at(self, events: Iterable[EventKey]) -> Mapping[EventKey, datetime]:
        rows = [row for part in _parts(events) for row in self._rows(sql.HEARD_AT, keys=part)]
        return {row.key: _moment(row.heard_at) for row in rows}

    def of_kind(self, kind: str) -> tuple[Heard, ...]:
        return tuple(map(_heard, self._rows(sql.EVENTS_OF_KIND, kind=kind)))

    def tickets(self, keys: Iterable[TicketKey] | None = None, *, history: bool = False) -> tuple[Ticket, ...]:
        if keys is None:
            rows = self._rows(sql.ALL_HISTORIES if history else sql.ALL_TICKETS)
        else:
            statement = sql.HISTORIES if history else sql.TICKETS
            rows = [row for part in _parts(keys) for row in self._rows(statement, keys=part)]
        return tuple(_ticket(row) for row in rows)

    def looking_at(self, keys: Iterable[TicketKey]) -> frozenset[TicketKey]:
        found: set[TicketKey] = set()
        for part in _parts(keys):
            older = [row.key for row in self._rows(sql.KEYS_OF, keys=part)]
            found.update(row.ticket for row in self._rows(sql.LOOKING_AT, keys=[*part, *older]))
        return frozenset(found)

    def pulls(self, names: Iterable[Name] | None = None) -> tuple[PullRequest, ...]:
        return self._states(PullRequest, sql.ALL_PULLS, (sql.PULLS, names))

    def sprints(self) -> Mapping[str, date]:
        return {row.name: date.fromisoformat(row.start) for row in self._rows(sql.ALL_SPRINTS) if row.start}

    def due(self, by: datetime) -> frozenset[Name]:
        return frozenset(row.name for row in self._rows(sql.DUE, by=_text(by)))

    def ticket_key(self, key: TicketKey) -> TicketKey:
        found = self._connection.execute(sql.CURRENT_KEY, {"key": key}).scalar()
        return TicketKey(found) if found else key

    def conflicts(self) -> tuple[Conflict, ...]:
        return tuple(unpacked(row.state, Conflict) for row in self._rows(sql.ALL_CONFLICTS))

    def commitments(
        self,
        *,
        of: Iterable[str] | None = None,
        naming: Iterable[TicketKey] | None = None,
        ids: Iterable[ClaimId] | None = None,
    ) -> tuple[Commitment, ...]:
        some = (sql.COMMITMENTS_TO, of), (sql.COMMITMENTS_NAMING, naming), (sql.COMMITMENTS, ids)
        return self._states(Commitment, sql.ALL_COMMITMENTS, *some)

    def findings(
        self, *, subjects: Iterable[str] | None = None, concerning: Iterable[TicketKey] | None = None
    ) -> tuple[Finding, ...]:
        some = (sql.FINDINGS_ON, subjects), (sql.FINDINGS_CONCERNING, concerning)
        return self._states(Finding, sql.ALL_FINDINGS, *some)

    def decisions(self) -> Mapping[tuple[TicketKey, ClaimId], DecidedRow]:
        return {(row.ticket, row.claim): _decided(row) for row in self._rows(sql.ALL_CLAIMS)}

    def remembered(self, name: str) -> str | None:
        found = self._connection.execute(sql.META, {"named": name}).scalar()
        return str(found) if found is not None else None

    def cursors(self, system: str) -> Mapping[str, str]:
        return {row.name: row.value for row in self._rows(sql.CURSORS, of_system=system)}

    def of_claim(self, claim: ClaimId) -> EventKey | None:
        row = self._connection.execute(sql.CLAIM_BY_ID, {"id": claim}).first()
        return EventKey(row.event) if row else None

    def identities(self) -> tuple[Identity, ...]:
        rows = self._rows(sql.IDENTITIES, **_within("identity:"))
        return tuple(Identity(identity=identity(row.name), source=row.source, events=row.seen) for row in rows)

    def counts(self) -> Counts:
        return Counts(
            events=self._connection.execute(sql.COUNT_EVENTS).scalar_one(),
            claims=self._connection.execute(sql.COUNT_CLAIMS).scalar_one(),
            backlog=self._connection.execute(sql.BACKLOG).scalar_one(),
        )

    def last_heard(self) -> Mapping[str, datetime]:
        return {row.source: _moment(row.at) for row in self._rows(sql.LAST_HEARD)}

    def exported(self) -> Iterator[bytes]:
        return moving.exported(self._connection)

    def _heard(self, row: Row[tuple[Any, ...]]) -> Heard:
        """Unpack an event, once for all tickets that ask for it: a standup may name hundreds."""
        reading, quotes, heard = self._unpacked.get(row.heard, (None, None, None))
        if heard is None or (reading, quotes) != (row.reading, row.quotes):
            heard = _heard(row)
            self._unpacked[row.heard] = (row.reading, row.quotes, heard)
        return heard

    def _rows(self, statement: Executable, **values: object) -> Sequence[Row[tuple[Any, ...]]]:
        return self._connection.execute(statement, values).all()

    def _states(
        self, kind: type[State], everything: Executable, *some: tuple[Executable, Iterable[str] | None]
    ) -> tuple[State, ...]:
        """Unpack the states that any of some statements finds by its keys; all, if no keys are given."""
        asked = [(statement, keys) for statement, keys in some if keys is not None]
        if not asked:
            return tuple(unpacked(row.state, kind) for row in self._rows(everything))
        found = {row.state for statement, keys in asked for p in _parts(keys) for row in self._rows(statement, keys=p)}
        return tuple(unpacked(state, kind) for state in sorted(found))


class SqlWriting(SqlReading):
    """One transaction that writes; see `port.Writing` for each method."""

    def __init__(self, connection: Connection, *, now: datetime) -> None:
        super().__init__(connection)
        self._now = now

    def add(self, event: SourceEvent, *, delivery: Delivery) -> bool:
        known = self._rows(sql.EVENT_IS_KNOWN, key=event.key)
        if not known:
            self._add(event, delivery)
        note = {"event": event.key, "delivery_id": delivery.delivery_id, "received_at": _text(delivery.received_at)}
        self._connection.execute(sql.ADD_DELIVERY, note)
        return not known

    def read_again(self, heard: Heard, event: SourceEvent) -> None:
        reading, quotes = packed_reading(event)
        self._connection.execute(
            sql.READ_AGAIN,
            {
                "at_heard": heard.order,
                "reading": reading,
                "quotes": quotes,
                "ignored": event.ignored,
                "reader": READER,
                "said_at": _text(event.said_at),
            },
        )
        self._connection.execute(sql.FORGET_TOUCHES, {"at_heard": heard.order})
        self._add_touches(event, heard.order)

    def keep_ticket(self, ticket: Ticket) -> None:
        self.forget_tickets(ticket.keys, claims_of=ticket.keys - {ticket.key})
        others = sorted(ticket.keys - {ticket.key})
        self._many(sql.ADD_ALIAS, [{"key": key, "ticket": ticket.key} for key in others])
        row = {
            "key": ticket.key,
            "state": packed(without_history(ticket)),
            "history": packed_history(ticket),
        }
        self._connection.execute(sql.ADD_TICKET, row)
        self.wait(named("ticket", ticket.key), until=ticket.waits_until)
        self._keep_claims(ticket)
        self._many(sql.ADD_CONFLICT, [_conflict(c) for h in ticket.fields.values() for c in h.conflicts])
        beside = [{"ticket": ticket.key, "other": other} for other in sorted(neighbours(ticket))]
        self._many(sql.ADD_NEIGHBOUR, beside)

    def forget_tickets(self, keys: Iterable[TicketKey], *, claims_of: Iterable[TicketKey] | None = None) -> None:
        theirs = sorted(set(keys))
        for statement in (sql.FORGET_TICKETS, sql.FORGET_ALIASES, sql.FORGET_CONFLICTS, sql.FORGET_NEIGHBOURS):
            self._connection.execute(statement, {"keys": theirs})
        self._connection.execute(sql.FORGET_CLAIMS, {"keys": theirs if claims_of is None else sorted(claims_of)})
        self._connection.execute(sql.FORGET_WAITING, {"keys": [named("ticket", key) for key in theirs]})

    def keep_pulls(self, pulls: Mapping[Name, PullRequest | None]) -> None:
        for part in _parts(pulls):
            self._connection.execute(sql.FORGET_PULLS, {"keys": part})
        self._many(sql.ADD_PULL, [{"name": name, "state": packed(pull)} for name, pull in pulls.items() if pull])

    def keep_sprints(self, starts: Mapping[str, date], *, instead_of: Iterable[str]) -> None:
        for part in _parts({*starts, *instead_of}):
            self._connection.execute(sql.FORGET_SPRINTS, {"keys": part})
        self._many(sql.ADD_SPRINT, [{"name": name, "start": start.isoformat()} for name, start in starts.items()])

    def keep_commitments(self, commitments: Sequence[Commitment], *, instead_of: str | None) -> None:
        if instead_of is not None:
            self._connection.execute(sql.FORGET_PROMISED, {"customer": instead_of})
            self._connection.execute(sql.FORGET_COMMITMENTS, {"customer": instead_of})
        rows = [{"id": c.id, "customer": c.customer, "status": c.status, "state": packed(c)} for c in commitments]
        self._many(sql.ADD_COMMITMENT, rows)
        self._many(sql.ADD_PROMISED, [{"ticket": key, "commitment": c.id} for c in commitments for key in c.tickets])

    def keep_findings(self, findings: Iterable[Finding], *, instead_of: Iterable[Finding]) -> None:
        after = {finding.id: finding for finding in findings}
        before = {finding.id: finding for finding in instead_of}
        changed = {each for each in after.keys() | before.keys() if after.get(each) != before.get(each)}
        for part in _parts(changed):
            self._connection.execute(sql.FORGET_FINDINGS, {"keys": part})
            self._connection.execute(sql.FORGET_CONCERNED, {"keys": part})
        new = [after[each] for each in sorted(changed & after.keys())]
        rows = [{"id": f.id, "subject": f.subject, "severity": int(f.severity), "state": packed(f)} for f in new]
        self._many(sql.ADD_FINDING, rows)
        self._many(sql.ADD_CONCERNED, [{"ticket": key, "finding": f.id} for f in new for key in set(f.tickets)])

    def wait(self, name: Name, *, until: datetime | None) -> None:
        self._connection.execute(sql.FORGET_WAITING, {"keys": [name]})
        if until:
            self._connection.execute(sql.ADD_WAITING, {"name": name, "until": _text(until)})

    def log(self, transitions: Sequence[Transition]) -> None:
        rows = [
            {
                "finding": t.finding.id,
                "change": t.change,
                "severity": int(t.finding.severity),
                "at": _text(t.at),
                "state": packed(t.finding),
            }
            for t in transitions
        ]
        self._many(sql.ADD_TRANSITION, rows)

    def queue(self, documents: Sequence[str], *, kind: str, at: datetime) -> None:
        self._many(sql.QUEUE, [{"document": each, "kind": kind, "queued_at": _text(at)} for each in documents])

    def clear_state(self) -> None:
        for table in schema.STATE:
            self._connection.execute(delete(table))

    def remember(self, name: str, value: str) -> None:
        if self.remembered(name) is None:
            self._connection.execute(sql.ADD_META, {"name": name, "value": value})
        else:
            self._connection.execute(sql.SET_META, {"named": name, "value": value})

    def move_cursors(self, system: str, cursors: Mapping[str, str | None]) -> None:
        self._many(sql.FORGET_CURSOR, [{"of_system": system, "named": name} for name in cursors])
        kept = [
            {"system": system, "name": name, "value": value} for name, value in cursors.items() if value is not None
        ]
        self._many(sql.ADD_CURSOR, kept)

    def take_in(self, lines: Iterable[bytes]) -> int:
        new, standing = moving.take_in(self._connection, lines)
        self.keep_findings(standing, instead_of=())
        return new

    def _add(self, event: SourceEvent, delivery: Delivery) -> None:
        reading, quotes = packed_reading(event)
        row = {
            "key": event.key,
            "source": event.source,
            "kind": event.kind,
            "said_at": _text(event.said_at),
            "heard_at": _text(self._now),
            "ignored": event.ignored,
            "reader": READER,
            "reading": reading,
            "quotes": quotes,
            "body": self._keep_body(delivery.body),
            "delivery": packed_delivery(delivery),
        }
        (order,) = self._connection.execute(sql.ADD_EVENT, row).inserted_primary_key or (0,)
        self._add_touches(event, order)

    def _keep_body(self, body: bytes) -> str:
        digest = sha256(body).hexdigest()
        if not self._rows(sql.BODY_IS_KNOWN, digest=digest):
            row = {"digest": digest, "packed": packed_body(body), "size": len(body)}
            self._connection.execute(sql.ADD_BODY, row)
        return digest

    def _add_touches(self, event: SourceEvent, order: int) -> None:
        self._many(sql.ADD_TOUCHES, [{"name": name, "heard": order} for name in sorted(event.names)])

    def _keep_claims(self, ticket: Ticket) -> None:
        """Write what changed: most claims of a ticket stand as they stood."""
        wanted = {
            d.claim.id: {"ticket": ticket.key, "claim": d.claim.id, **asdict(DecidedRow.of(d))}
            for h in ticket.fields.values()
            for d in h.decided
        }
        found = self._connection.execute(sql.CLAIMS_OF_TICKET, {"of_ticket": ticket.key}).mappings()
        stored = {row["claim"]: dict(row) for row in found}
        changed = {each for each in wanted.keys() | stored.keys() if wanted.get(each) != stored.get(each)}
        gone = [{"of_ticket": ticket.key, "id": each} for each in sorted(changed & stored.keys())]
        self._many(sql.FORGET_CLAIM, gone)
        self._many(sql.ADD_CLAIM, [wanted[each] for each in sorted(changed & wanted.keys())])

    def _many(self, statement: Executable, rows: Sequence[Mapping[str, object]]) -> None:
        if rows:
            self._connection.execute(statement, rows)


def _ticket(row: Row[tuple[Any, ...]]) -> Ticket:
    ticket = unpacked(row.state, Ticket)
    return unpacked_history(ticket, row.history) if "history" in row._fields else ticket


def _parts(names: Iterable[T]) -> Iterator[list[T]]:
    ordered = sorted(set(names))
    return (ordered[start : start + _AT_ONCE] for start in range(0, len(ordered), _AT_ONCE))


def _within(prefix: str) -> dict[str, str]:
    return {"start": prefix, "end": prefix[:-1] + chr(ord(prefix[-1]) + 1)}


def _text(at: datetime) -> str:
    """Write a moment so that texts sort as moments do."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _heard(row: Row[tuple[Any, ...]]) -> Heard:
    return Heard(order=row.heard, at=_moment(row.heard_at), event=unpacked_reading(row.reading, row.quotes))


def _delivery(row: Row[tuple[Any, ...]]) -> Delivery:
    return unpacked_delivery(row.delivery, unpacked_body(row.packed))


def _decided(row: Row[tuple[Any, ...]]) -> DecidedRow:
    return DecidedRow(
        event=row.event,
        field=row.field,
        decision=row.decision,
        late=row.late,
        current=row.current,
        reason=row.reason,
    )


def _conflict(conflict: Conflict) -> dict[str, object]:
    return {"id": conflict.id, "ticket": conflict.subject, "open": conflict.open, "state": packed(conflict)}
