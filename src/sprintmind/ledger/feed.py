"""What happened lately, in the database: transitions as they were logged, and events as they came."""

from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select

from sprintmind.domain.events import EventKey, Source
from sprintmind.domain.findings import Change, Finding, Transition
from sprintmind.ledger.beside import Arrived, Logged
from sprintmind.ledger.packing import unpacked
from sprintmind.ledger.rows import moment_of
from sprintmind.ledger.schema import events, transitions

_NEWEST = select(func.coalesce(func.max(transitions.c.id), 0))
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

    def newest_transition(self) -> int:
        """See `Feed.newest_transition`."""
        return int(self._connection.execute(_NEWEST).scalar_one())

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
