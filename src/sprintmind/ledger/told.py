"""What memory is told from: events by their keys, the stories of findings, and what waits for it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, Row, delete

from sprintmind.domain.events import EventKey
from sprintmind.domain.findings import FindingId, Transition
from sprintmind.domain.heard import Heard
from sprintmind.domain.mental_models import MentalModel
from sprintmind.intake import Delivery
from sprintmind.ledger import schema
from sprintmind.ledger import statements as sql
from sprintmind.ledger.packing import packed, unpacked
from sprintmind.ledger.prepared import Statements
from sprintmind.ledger.rows import heard_of, parts, text_of
from sprintmind.ledger.told_rows import delivery_of, transition_of


class SqlToldReading:
    """See `port.Reading`."""

    _connection: Connection
    _statements: Statements

    def told(self, keys: Iterable[EventKey]) -> tuple[tuple[Heard, Delivery | None], ...]:
        rows = {row.heard: row for some in parts(keys) for row in self._found(sql.TOLD, some)}
        return tuple((heard_of(row), delivery_of(row) if row.packed else None) for _, row in sorted(rows.items()))

    def stories(
        self, findings: Iterable[FindingId] | None = None, *, since: datetime | None = None
    ) -> tuple[Transition, ...]:
        after = {"since": text_of(since) if since else ""}
        if findings is None:
            every = self._connection.execute(sql.ALL_STORIES, after).all()
        else:
            asked = ({"keys": some, **after} for some in parts(findings))
            every = [row for some in asked for row in self._connection.execute(sql.STORIES, some)]
        rows = {row.id: row for row in every}
        return tuple(transition_of(row) for _, row in sorted(rows.items()))

    def models(self) -> tuple[tuple[MentalModel, str], ...]:
        rows = self._connection.execute(sql.MODELS).all()
        return tuple((unpacked(row.state, MentalModel), row.rests_on) for row in rows)

    def mark(self) -> str:
        heard = self._connection.execute(sql.LAST_ORDER).scalar() or 0
        changed = self._connection.execute(sql.LAST_TRANSITION).scalar() or 0
        return f"{heard}/{changed}"

    def _found(self, statement: Executable, keys: Sequence[str]) -> Sequence[Row[tuple[Any, ...]]]:
        return self._connection.execute(statement, {"keys": keys}).all()


class SqlToldWriting(SqlToldReading):
    """See `port.Writing`."""

    def queue(self, documents: Sequence[str], *, kind: str, at: datetime) -> None:
        rows: list[Mapping[str, object]] = [
            {"document": each, "kind": kind, "queued_at": text_of(at)} for each in documents
        ]
        self._statements.run_each(sql.QUEUE, rows)

    def queue_everything(self) -> int:
        self._connection.execute(sql.QUEUE_AGAIN)
        return int(self._connection.execute(sql.QUEUED_DOCUMENTS).scalar_one())

    def keep_models(self, models: Mapping[MentalModel, str]) -> None:
        for model, rests_on in models.items():
            row = {"name": model.name, "made_at": text_of(model.made_at), "rests_on": rests_on, "state": packed(model)}
            self._connection.execute(sql.FORGET_MODEL, {"named": model.name})
            self._connection.execute(sql.ADD_MODEL, row)

    def forget_retained(self) -> None:
        self._connection.execute(delete(schema.retained))
