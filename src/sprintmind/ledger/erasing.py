"""Taking words and names out of a ledger, whatever row they stand in."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Column, LargeBinary, Table, bindparam, delete, insert, select, update

from sprintmind.domain.erasure import Erasures
from sprintmind.domain.events import Name, SourceEvent
from sprintmind.domain.heard import Heard
from sprintmind.domain.tombstones import Tombstone
from sprintmind.intake import READER, Delivery
from sprintmind.ledger import schema
from sprintmind.ledger.packed_deliveries import packed_body, packed_delivery, unpacked_body
from sprintmind.ledger.packing import packed_reading
from sprintmind.ledger.rows import heard_of, text_of
from sprintmind.ledger.sql_kept import SqlKept
from sprintmind.ledger.told_rows import delivery_of

_OWN = frozenset({schema.asks, schema.looks, schema.accounts, schema.tokens, schema.mental_models})
"""What was somebody's own, or is made anew: a row in which something is erased goes."""
_BESIDE = tuple(
    table
    for table in schema.metadata.tables.values()
    if table not in (*schema.FACTS, *schema.STATE, schema.erased, schema.retained, schema.migrations)
)
"""Tables of rows that are rewritten one by one; of findings, because how they change from then on is kept too. Events
are replaced, state is folded from them, and what memory keeps is taken back from it under the name it has there."""

_COLUMNS: tuple[Column[Any], ...] = (
    schema.events.c.heard,
    schema.events.c.heard_at,
    schema.events.c.reading,
    schema.events.c.quotes,
    schema.events.c.delivery,
    schema.bodies.c.packed,
)
_ALL = (
    select(*_COLUMNS)
    .join(schema.bodies, schema.bodies.c.digest == schema.events.c.body)
    .order_by(schema.events.c.heard)
)
_REPLACE = (
    update(schema.events)
    .where(schema.events.c.heard == bindparam("place"))
    .values({name: bindparam(f"its_{name}") for name in ("key", "reading", "quotes", "body", "delivery", "reader")})
)
_FORGET_TOUCHES = delete(schema.touches).where(schema.touches.c.heard == bindparam("place"))
_BODY_KNOWN = select(schema.bodies.c.digest).where(schema.bodies.c.digest == bindparam("which"))
_UNTOLD = schema.bodies.c.digest.not_in(select(schema.events.c.body))
_DROP_BODIES = delete(schema.bodies).where(_UNTOLD)


class SqlErasingReading(SqlKept):
    """What is erased; see `port.Reading`."""

    def erasures(self) -> Erasures:
        return Erasures.of(self.tombstones())

    def everything(self) -> tuple[tuple[Heard, Delivery | None], ...]:
        rows = self._connection.execute(_ALL).all()
        return tuple((heard_of(row), delivery_of(row) if row.packed else None) for row in rows)

    def standing(self, words: Iterable[str]) -> Mapping[str, int]:
        wanted = [word.encode() for word in words] + [msgspec.json.encode(word)[1:-1] for word in words]
        found: Counter[str] = Counter()
        for table in schema.metadata.tables.values():
            for row in self._connection.execute(select(table)):
                values = (_bytes(table, value) for value in row)
                found[table.name] += any(word in value for value in values for word in wanted)
        return {name: count for name, count in found.items() if count}


class SqlErasingWriting(SqlErasingReading):
    """What erases; see `port.Writing`."""

    _known: dict[Name, dict[int, Heard]]
    _heard: dict[int, Heard]

    def bury(self, stones: Iterable[Tombstone]) -> None:
        known = {(stone.kind, stone.identity) for stone in self.tombstones()}
        new = {(stone.kind, stone.identity): text_of(stone.at) for stone in stones}
        rows = [
            {"kind": kind.value, "identity": identity, "at": at}
            for (kind, identity), at in new.items()
            if (kind, identity) not in known
        ]
        if rows:
            self._connection.execute(insert(schema.erased), rows)

    def replace_event(self, heard: Heard, event: SourceEvent, delivery: Delivery | None) -> None:
        reading, quotes = packed_reading(event)
        body = delivery.body if delivery else b""
        along = delivery or Delivery(source="", body=b"", received_at=heard.at)
        values = {"key": event.key, "reading": reading, "quotes": quotes, "reader": READER}
        values |= {"body": self._body(body), "delivery": packed_delivery(along)}
        self._connection.execute(_REPLACE, {"place": heard.order, **{f"its_{name}": v for name, v in values.items()}})
        self._connection.execute(_FORGET_TOUCHES, {"place": heard.order})
        rows = [{"name": name, "heard": heard.order} for name in sorted(event.names)]
        if rows:
            self._connection.execute(insert(schema.touches), rows)
        self._known.clear()
        self._heard.clear()

    def drop_bodies(self) -> int:
        return self._connection.execute(_DROP_BODIES).rowcount

    def rewrite(self, text: Callable[[str], str], state: Callable[[object], object]) -> Mapping[str, int]:
        return {table.name: count for table in _BESIDE if (count := self._rewrite(table, text, state))}

    def _rewrite(self, table: Table, text: Callable[[str], str], state: Callable[[object], object]) -> int:
        key = [column.name for column in table.primary_key]
        changed = 0
        for row in self._connection.execute(select(table)).mappings().all():
            values = {name: _rewritten(table, name, value, text, state) for name, value in row.items()}
            if values == dict(row):
                continue
            changed += 1
            here = [table.c[name] == row[name] for name in key]
            self._connection.execute(delete(table).where(*here))
            there = [table.c[name] == values[name] for name in key]
            if table not in _OWN and not self._connection.execute(select(table).where(*there)).first():
                self._connection.execute(insert(table), values)
        return changed

    def _body(self, body: bytes) -> str:
        """Keep a body, or that there is none any more."""
        digest = sha256(body).hexdigest()
        if not self._connection.execute(_BODY_KNOWN, {"which": digest}).first():
            row = {"digest": digest, "packed": packed_body(body) if body else None, "size": len(body)}
            self._connection.execute(insert(schema.bodies), row)
        return digest


def _rewritten(
    table: Table, name: str, value: object, text: Callable[[str], str], state: Callable[[object], object]
) -> object:
    if isinstance(value, str) and not name.endswith("_at"):
        return text(value)
    if isinstance(table.c[name].type, LargeBinary) and isinstance(value, bytes):
        before = msgspec.json.decode(value)
        after = state(before)
        return value if after == before else msgspec.json.encode(after)
    return value


def _bytes(table: Table, value: object) -> bytes:
    """Take a value as the bytes in which words would stand."""
    if isinstance(value, bytes):
        return unpacked_body(value) if table is schema.bodies else value
    return str(value).encode() if isinstance(value, str) else b""
