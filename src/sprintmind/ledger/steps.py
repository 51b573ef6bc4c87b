"""The numbered steps from one version of the schema to the next.

A step is applied to databases of the version before it; a new database is made whole. A step keeps copies of its own of
what it makes or changes, because `schema.py` moves on and a step never does. To add one: change `schema.py`, count its
`VERSION` up, write the step here, and put a dump of the version before into `tests/samples/ledger/`.
"""

from collections.abc import Callable, Mapping
from json import loads
from typing import Any

from sqlalchemy import Column, Connection, Index, Integer, LargeBinary, MetaData, Table, Text, insert, select


def _cursors(connection: Connection) -> None:
    """Remember where reading other systems stands."""
    table = Table(
        "cursors",
        MetaData(),
        Column("system", _TEXT, primary_key=True),
        Column("name", _TEXT, primary_key=True),
        Column("value", _TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    table.create(connection)


def _migrations_and_live(connection: Connection) -> None:
    """List the steps that were applied, and the tickets still to be done."""
    made = MetaData()
    Table(
        "migrations",
        made,
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("applied_at", _TEXT, nullable=False),
    ).create(connection)
    live = Table("live", made, Column("ticket", _TEXT, primary_key=True), sqlite_with_rowid=False)
    live.create(connection)
    tickets = Table("tickets", made, Column("key", _TEXT, primary_key=True), Column("state", LargeBinary))
    undone = [{"ticket": key} for key, state in connection.execute(select(tickets)) if _is_undone(loads(state))]
    if undone:
        connection.execute(insert(live), undone)
    outbox = Table("outbox", made, Column("delivered_at", _TEXT))
    Index("outbox_by_delivery", outbox.c.delivered_at).create(connection)


def _is_undone(ticket: dict[str, Any]) -> bool:
    status = ticket["fields"].get("status", {}).get("value")
    return not ticket["deleted"] and status not in ("done", "cancelled")


_TEXT = Text().with_variant(Text(collation="C"), "postgresql")

STEPS: Mapping[int, Callable[[Connection], None]] = {2: _cursors, 3: _migrations_and_live}
"""Each brings a database to its number from the one before."""
