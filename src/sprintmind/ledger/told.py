"""What memory is told from: events by their keys, the stories of findings, and what waits for it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, Row, delete

from sprintmind.domain.events import EventKey
from sprintmind.domain.findings import FindingId, Transition
from sprintmind.domain.heard import Heard
from sprintmind.intake import Delivery
from sprintmind.ledger import schema
from sprintmind.ledger import statements as sql
from sprintmind.ledger.rows import delivery_of, heard_of, parts, text_of, transition_of


class SqlToldReading:
    """See `port.Reading`."""

    _connection: Connection

    def told(self, keys: Iterable[EventKey]) -> tuple[tuple[Heard, Delivery | None], ...]:
        rows = {row.heard: row for some in parts(keys) for row in self._found(sql.TOLD, some)}
        return tuple((heard_of(row), delivery_of(row) if row.packed else None) for _, row in sorted(rows.items()))

    def stories(self, findings: Iterable[FindingId]) -> tuple[Transition, ...]:
        rows = {row.id: row for some in parts(findings) for row in self._found(sql.STORIES, some)}
        return tuple(transition_of(row) for _, row in sorted(rows.items()))

    def _found(self, statement: Executable, keys: Sequence[str]) -> Sequence[Row[tuple[Any, ...]]]:
        return self._connection.execute(statement, {"keys": keys}).all()


class SqlToldWriting(SqlToldReading):
    """See `port.Writing`."""

    def queue(self, documents: Sequence[str], *, kind: str, at: datetime) -> None:
        rows: list[Mapping[str, object]] = [
            {"document": each, "kind": kind, "queued_at": text_of(at)} for each in documents
        ]
        if rows:
            self._connection.execute(sql.QUEUE, rows)

    def queue_everything(self) -> int:
        self._connection.execute(sql.QUEUE_AGAIN)
        return int(self._connection.execute(sql.QUEUED_DOCUMENTS).scalar_one())

    def forget_retained(self) -> None:
        self._connection.execute(delete(schema.retained))
