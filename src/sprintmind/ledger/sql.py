"""The ledger on a SQL database: one implementation for all of them; what differs is how a connection is opened."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256

from sqlalchemy import Connection, delete

from sprintmind.domain.events import ClaimId, EventKey, Name, SourceEvent, TicketKey, identity, named
from sprintmind.domain.findings import Finding, Transition
from sprintmind.domain.heard import Heard
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.work import Commitment, PullRequest, Ticket
from sprintmind.intake import READER, Delivery
from sprintmind.ledger import moving, schema
from sprintmind.ledger import statements as sql
from sprintmind.ledger.access import SqlAccess
from sprintmind.ledger.beside import Access, Feed, Reception
from sprintmind.ledger.erasing import SqlErasingReading, SqlErasingWriting
from sprintmind.ledger.event_rows import body_row, event_row
from sprintmind.ledger.feed import SqlFeed
from sprintmind.ledger.lessons import SqlLearnedReading, SqlLearnedWriting
from sprintmind.ledger.packing import (
    packed,
    packed_history,
    packed_reading,
    without_history,
)
from sprintmind.ledger.port import Counts, DecidedRow, Identity
from sprintmind.ledger.prepared import Statement
from sprintmind.ledger.received import SqlReception
from sprintmind.ledger.rows import (
    heard_of,
    moment_of,
    parts,
    text_of,
    ticket_of,
    within,
)
from sprintmind.ledger.sql_glances import SqlGlances, SqlGlancing
from sprintmind.ledger.ticket_rows import Pair, changed_claims, changed_conflicts, changed_live, changed_neighbours
from sprintmind.ledger.told import SqlToldReading, SqlToldWriting
from sprintmind.ledger.told_rows import decided_of, delivery_of, transition_row


class SqlReading(SqlErasingReading, SqlToldReading, SqlLearnedReading, SqlGlances):
    """What can be asked over one connection; see `port.Reading` for each method."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._known: dict[Name, dict[int, Heard]] = {}
        """The events that touch a name, by order, of every name that was asked for."""
        self._heard: dict[int, Heard] = {}
        """Those events, by order."""

    @property
    def access(self) -> Access:
        return SqlAccess(self._connection)

    @property
    def feed(self) -> Feed:
        return SqlFeed(self._connection)

    @property
    def reception(self) -> Reception:
        return SqlReception(self._connection)

    def touching(self, names: Iterable[Name]) -> tuple[Heard, ...]:
        wanted = frozenset(names)
        new = wanted - self._known.keys()
        self._known |= {name: {} for name in new}
        for row in (row for some in parts(new) for row in self._rows(sql.EVENTS_TOUCHING, names=some)):
            if row.heard not in self._heard:
                self._heard[row.heard] = heard_of(row)
            self._known[row.name][row.heard] = self._heard[row.heard]
        found: dict[int, Heard] = {}
        for name in wanted:
            found |= self._known[name]
        return tuple(found[order] for order in sorted(found))

    def names_within(self, prefix: str) -> frozenset[Name]:
        return frozenset(row.name for row in self._rows(sql.NAMES_WITHIN, **within(prefix)))

    def events(self, *, heard_by: datetime | None = None) -> tuple[Heard, ...]:
        if heard_by is None:
            return tuple(map(heard_of, self._rows(sql.ALL_EVENTS)))
        return tuple(map(heard_of, self._rows(sql.EVENTS_HEARD_BY, heard_by=text_of(heard_by))))

    def deliveries(self, names: Iterable[Name] | None) -> tuple[tuple[Heard, Delivery], ...]:
        if names is None:
            rows = self._rows(sql.ALL_DELIVERIES)
        else:
            rows = [row for some in parts(names) for row in self._rows(sql.DELIVERIES_TOUCHING, names=some)]
        by_order = {row.heard: row for row in rows}
        return tuple((heard_of(row), delivery_of(row)) for _, row in sorted(by_order.items()))

    def heard_at(self, events: Iterable[EventKey]) -> Mapping[EventKey, datetime]:
        rows = [row for part in parts(events) for row in self._rows(sql.HEARD_AT, keys=part)]
        return {row.key: moment_of(row.heard_at) for row in rows}

    def live_tickets(self) -> tuple[Ticket, ...]:
        return tuple(ticket_of(row.state, None) for row in self._rows(sql.LIVE_TICKETS))

    def looking_at(self, keys: Iterable[TicketKey]) -> frozenset[TicketKey]:
        return frozenset(row.ticket for part in parts(keys) for row in self._rows(sql.LOOKING_AT, keys=part))

    def ticket_keys(self, keys: Iterable[TicketKey]) -> Mapping[TicketKey, TicketKey]:
        wanted = frozenset(keys)
        moved = {row.key: row.ticket for some in parts(wanted) for row in self._rows(sql.CURRENT_KEYS, keys=some)}
        return {key: TicketKey(moved.get(key, key)) for key in wanted}

    def findings(
        self, *, subjects: Iterable[str] | None = None, concerning: Iterable[TicketKey] | None = None
    ) -> tuple[Finding, ...]:
        some = (sql.FINDINGS_ON, subjects), (sql.FINDINGS_CONCERNING, concerning)
        return self._states(Finding, sql.ALL_FINDINGS, *some)

    def decisions(self) -> Mapping[tuple[TicketKey, ClaimId], DecidedRow]:
        return {(row.ticket, row.claim): decided_of(row) for row in self._rows(sql.ALL_CLAIMS)}

    def cursors(self, system: str) -> Mapping[str, str]:
        return {row.name: row.value for row in self._rows(sql.CURSORS, of_system=system)}

    def of_claim(self, claim: ClaimId) -> EventKey | None:
        row = self._connection.execute(sql.CLAIM_BY_ID, {"id": claim}).first()
        return EventKey(row.event) if row else None

    def identities(self) -> tuple[Identity, ...]:
        rows = self._rows(sql.IDENTITIES, **within("identity:"))
        return tuple(Identity(identity=identity(row.name), source=row.source, events=row.seen) for row in rows)

    def counts(self) -> Counts:
        return Counts(
            events=self._connection.execute(sql.COUNT_EVENTS).scalar_one(),
            claims=self._connection.execute(sql.COUNT_CLAIMS).scalar_one(),
            backlog=self.backlog(),
        )

    def backlog(self) -> int:
        return int(self._connection.execute(sql.BACKLOG).scalar_one())

    def last_heard(self) -> Mapping[str, datetime]:
        return {row.source: moment_of(row.at) for row in self._rows(sql.LAST_HEARD)}

    def exported(self) -> Iterator[bytes]:
        return moving.exported(self._connection)


class SqlWriting(SqlReading, SqlErasingWriting, SqlToldWriting, SqlLearnedWriting, SqlGlancing):
    """One transaction that writes; see `port.Writing` for each method."""

    def __init__(self, connection: Connection, *, now: datetime) -> None:
        super().__init__(connection)
        self._now = now

    def add(self, read: Iterable[tuple[SourceEvent, Delivery]]) -> frozenset[EventKey]:
        given = tuple(read)
        keys = (event.key for event, _ in given)
        known = {row.key for part in parts(keys) for row in self._rows(sql.EVENTS_KNOWN, keys=part)}
        new: dict[EventKey, tuple[SourceEvent, Delivery]] = {}
        for event, delivery in given:
            if event.key not in known:
                new.setdefault(event.key, (event, delivery))
        self._add(tuple(new.values()))
        notes = [
            {"event": event.key, "delivery_id": d.delivery_id, "received_at": text_of(d.received_at)}
            for event, d in given
        ]
        self._statements.run_each(sql.ADD_DELIVERY, notes)
        return frozenset(new)

    def read_again(self, heard: Heard, event: SourceEvent) -> None:
        self._forget_read()
        reading, quotes = packed_reading(event)
        self._connection.execute(
            sql.READ_AGAIN,
            {
                "at_heard": heard.order,
                "reading": reading,
                "quotes": quotes,
                "ignored": event.ignored,
                "reader": READER,
                "said_at": text_of(event.said_at),
            },
        )
        self._connection.execute(sql.FORGET_TOUCHES, {"at_heard": heard.order})
        self._add_touches([(heard.order, event)])

    def keep_tickets(self, tickets: Sequence[Ticket]) -> None:
        stored = self._stored(tickets)
        rows = [
            {"key": each.key, "state": packed(without_history(each)), "history": packed_history(each)}
            for each in tickets
        ]
        new = [each for each in tickets if each.key not in stored]
        if new:
            self.forget_tickets(key for each in new for key in each.keys)
        self._statements.run_each(sql.ADD_TICKET, [row for row in rows if row["key"] not in stored])
        self._statements.run_each(
            sql.ADD_ALIAS, [{"key": k, "ticket": t.key} for t in new for k in sorted(t.keys - {t.key})]
        )
        self._statements.run_each(
            sql.SET_TICKET, [{f"its_{name}": row[name] for name in row} for row in rows if row["key"] in stored]
        )
        self._keep_beside([(stored.get(each.key), each) for each in tickets])

    def forget_tickets(self, keys: Iterable[TicketKey]) -> None:
        for theirs in parts(keys):
            for statement in sql.FORGET_ALL_OF_TICKETS:
                self._statements.run(statement, {"keys": theirs})
            self._statements.run(sql.FORGET_WAITING, {"keys": [named("ticket", key) for key in theirs]})

    def keep_pulls(self, pulls: Mapping[Name, PullRequest | None]) -> None:
        self._forget(sql.FORGET_PULLS, pulls)
        self._statements.run_each(
            sql.ADD_PULL, [{"name": name, "state": packed(pull)} for name, pull in pulls.items() if pull]
        )

    def keep_sprints(
        self, starts: Mapping[str, date], ends: Mapping[str, SprintEnd], *, instead_of: Iterable[str]
    ) -> None:
        forgotten = {*instead_of, *starts, *ends}
        self._forget(sql.FORGET_SPRINTS, forgotten)
        self._forget(sql.FORGET_SPRINT_ENDS, forgotten)
        self._statements.run_each(
            sql.ADD_SPRINT_END, [{"name": name, "state": packed(end)} for name, end in ends.items()]
        )
        self._statements.run_each(
            sql.ADD_SPRINT, [{"name": name, "start": start.isoformat()} for name, start in starts.items()]
        )

    def keep_commitments(self, commitments: Sequence[Commitment], *, instead_of: str | None) -> None:
        if instead_of is not None:
            self._statements.run(sql.FORGET_PROMISED, {"customer": instead_of})
            self._statements.run(sql.FORGET_COMMITMENTS, {"customer": instead_of})
        rows = [{"id": c.id, "customer": c.customer, "status": c.status, "state": packed(c)} for c in commitments]
        self._statements.run_each(sql.ADD_COMMITMENT, rows)
        self._statements.run_each(
            sql.ADD_PROMISED, [{"ticket": key, "commitment": c.id} for c in commitments for key in c.tickets]
        )

    def keep_findings(self, findings: Iterable[Finding], *, instead_of: Iterable[Finding]) -> None:
        after = {finding.id: finding for finding in findings}
        before = {finding.id: finding for finding in instead_of}
        changed = {each for each in after.keys() | before.keys() if after.get(each) != before.get(each)}
        self._forget(sql.FORGET_FINDINGS, changed)
        self._forget(sql.FORGET_CONCERNED, changed)
        new = [after[each] for each in sorted(changed & after.keys())]
        rows = [{"id": f.id, "subject": f.subject, "severity": int(f.severity), "state": packed(f)} for f in new]
        self._statements.run_each(sql.ADD_FINDING, rows)
        self._statements.run_each(
            sql.ADD_CONCERNED, [{"ticket": key, "finding": f.id} for f in new for key in set(f.tickets)]
        )

    def wait(self, until: Mapping[Name, datetime | None]) -> None:
        self._forget(sql.FORGET_WAITING, until)
        self._statements.run_each(
            sql.ADD_WAITING, [{"name": name, "until": text_of(at)} for name, at in until.items() if at]
        )

    def log(self, transitions: Sequence[Transition]) -> None:
        self._statements.run_each(sql.ADD_TRANSITION, [transition_row(each) for each in transitions])

    def clear_state(self) -> None:
        for table in schema.STATE:
            self._connection.execute(delete(table))

    def remember(self, name: str, value: str) -> None:
        if self.remembered(name) is None:
            self._connection.execute(sql.ADD_META, {"name": name, "value": value})
        else:
            self._connection.execute(sql.SET_META, {"named": name, "value": value})

    def move_cursors(self, system: str, cursors: Mapping[str, str | None]) -> None:
        self._statements.run_each(sql.FORGET_CURSOR, [{"of_system": system, "named": name} for name in cursors])
        kept = [
            {"system": system, "name": name, "value": value} for name, value in cursors.items() if value is not None
        ]
        self._statements.run_each(sql.ADD_CURSOR, kept)

    def take_in(self, lines: Iterable[bytes]) -> int:
        new, standing = moving.take_in(self._connection, lines)
        self._forget_read()
        self.keep_findings(standing, instead_of=())
        return new

    def _add(self, new: Sequence[tuple[SourceEvent, Delivery]]) -> None:
        """Store events in the order given; nobody else writes meanwhile, so that the next place is ours to take."""
        if not new:
            return
        self._forget_read()
        [last] = self._rows(sql.LAST_ORDER)
        first = (last.at or 0) + 1
        heard_at = text_of(self._now)
        digests = [sha256(delivery.body).hexdigest() for _, delivery in new]
        self._keep_bodies({digest: delivery.body for digest, (_, delivery) in zip(digests, new, strict=True)})
        rows = [event_row(event, delivery, heard_at=heard_at) for event, delivery in new]
        places = range(first, first + len(new))
        self._statements.run_each(
            sql.ADD_EVENT,
            [{**row, "heard": at, "body": body} for row, at, body in zip(rows, places, digests, strict=True)],
        )
        self._add_touches((at, event) for at, (event, _) in zip(places, new, strict=True))

    def _forget_read(self) -> None:
        """Read again from now on what was read; it is about to change."""
        self._known.clear()
        self._heard.clear()

    def _keep_bodies(self, bodies: Mapping[str, bytes]) -> None:
        known = {row.digest for part in parts(bodies) for row in self._rows(sql.BODIES_KNOWN, keys=part)}
        new = {digest: body for digest, body in bodies.items() if digest not in known}
        self._statements.run_each(sql.ADD_BODY, [body_row(each, body) for each, body in new.items()])

    def _add_touches(self, placed: Iterable[tuple[int, SourceEvent]]) -> None:
        rows = [{"name": name, "heard": order} for order, event in placed for name in sorted(event.names)]
        self._statements.run_each(sql.ADD_TOUCHES, rows)

    def _stored(self, tickets: Sequence[Ticket]) -> dict[TicketKey, Ticket]:
        """Take those of some tickets as they are stored that have the same keys still; all others begin anew."""
        keys = {ticket.key: ticket.keys for ticket in tickets}
        return {each.key: each for each in self.tickets(keys, history=True) if each.keys == keys[each.key]}

    def _keep_beside(self, pairs: Sequence[Pair]) -> None:
        """Write what stands in other tables of some tickets, as far as it changed."""
        gone, new = changed_claims(pairs)
        self._statements.run_each(sql.FORGET_CLAIM, gone)
        self._statements.run_each(sql.ADD_CLAIM, new)
        for changed, forget, add in (
            (changed_conflicts(pairs), sql.FORGET_CONFLICTS, sql.ADD_CONFLICT),
            (changed_neighbours(pairs), sql.FORGET_NEIGHBOURS, sql.ADD_NEIGHBOUR),
            (changed_live(pairs), sql.FORGET_LIVE, sql.ADD_LIVE),
        ):
            self._forget(forget, changed.of)
            self._statements.run_each(add, changed.rows)
        waited = {after.key: before.waits_until if before else None for before, after in pairs}
        moved = [after for _, after in pairs if after.waits_until != waited[after.key]]
        self.wait({named("ticket", each.key): each.waits_until for each in moved})

    def _forget(self, statement: Statement, keys: Iterable[str]) -> None:
        for part in parts(keys):
            self._statements.run(statement, {"keys": part})
