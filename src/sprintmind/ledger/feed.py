"""What happened lately, in the database: transitions as they were logged, and events as they came."""

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, func, select

from sprintmind.domain.events import EventKey, Source
from sprintmind.domain.findings import Change, Finding, Transition
from sprintmind.ledger.beside import Arrived, Logged, Position
from sprintmind.ledger.packing import unpacked
from sprintmind.ledger.received import RECEIVED
from sprintmind.ledger.rows import moment_of, within
from sprintmind.ledger.schema import erased, events, meta, transitions

_NEWEST = select(
    select(func.coalesce(func.max(events.c.heard), 0)).scalar_subquery().label("events"),
    select(func.coalesce(func.max(transitions.c.id), 0)).scalar_subquery().label("transitions"),
    select(func.count()).select_from(erased).scalar_subquery().label("erasures"),
)
_COUNTS = select(meta.c.value).where(
    meta.c.name >= bindparam("start"), meta.c.name < bindparam("end"), meta.c.name.not_like(f"{RECEIVED}%:%")
)
_AFTER = (
    select(transitions).where(transitions.c.id > bindparam("after")).order_by(transitions.c.id).limit(bindparam("most"))
)
_ARRIVED = (
    select(events.c.key, events.c.kind, events.c.heard_at, events.c.ignored)
    .where(events.c.source == bindparam("of"))
    .order_by(events.c.heard.desc())
    .limit(bindparam("most"))
)


class SqlFeed:
    """What happened lately, over one connection; see `beside.Feed` for each method."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def position(self) -> Position:
        """See `Feed.position`."""
        row = self._connection.execute(_NEWEST).one()
        counts = self._connection.execute(_COUNTS, within(RECEIVED)).scalars()
        came = sum(sum(msgspec.json.decode(each, type=dict[str, int]).values()) for each in counts)
        return Position(events=row.events, transitions=row.transitions, deliveries=came, erasures=row.erasures)

    def transitions(self, *, after: int, limit: int) -> tuple[Logged, ...]:
        """See `Feed.transitions`."""
        rows = self._connection.execute(_AFTER, {"after": after, "most": limit})
        return tuple(_logged(row) for row in rows)

    def arrived(self, source: Source, *, limit: int) -> tuple[Arrived, ...]:
        """See `Feed.arrived`."""
        rows = self._connection.execute(_ARRIVED, {"of": source.value, "most": limit})
        return tuple(
            Arrived(event=EventKey(row.key), kind=row.kind, heard_at=moment_of(row.heard_at), ignored=row.ignored)
            for row in rows
        )


def _logged(row: Row[tuple[Any, ...]]) -> Logged:
    finding = unpacked(row.state, Finding)
    return Logged(
        number=row.id, transition=Transition(finding=finding, change=Change(row.change), at=moment_of(row.at))
    )
