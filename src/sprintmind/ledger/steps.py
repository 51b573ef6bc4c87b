"""The numbered steps from one version of the schema to the next.

A step is applied to databases of the version before it; a new database is made whole. A step keeps copies of its own of
what it makes or changes, because `schema.py` moves on and a step never does. To add one: change `schema.py`, count its
`VERSION` up, write the step here, and put a dump of the version before into `tests/samples/ledger/`.
"""

from collections.abc import Callable, Mapping

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text


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


def _migrations(connection: Connection) -> None:
    """List the steps that were applied; before, only the version was noted."""
    table = Table(
        "migrations",
        MetaData(),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("applied_at", _TEXT, nullable=False),
    )
    table.create(connection)


_TEXT = Text().with_variant(Text(collation="C"), "postgresql")

STEPS: Mapping[int, Callable[[Connection], None]] = {2: _cursors, 3: _migrations}
"""Each brings a database to its number from the one before."""
