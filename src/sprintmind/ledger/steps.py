"""The numbered steps from one version of the schema to the next.

A step is applied to databases of the version before it; a new database is made whole. A step keeps copies of its own of
what it makes or changes, because `schema.py` moves on and a step never does. To add one: change `schema.py`, count its
`VERSION` up, write the step here, and put a dump of the version before into `tests/samples/ledger/`.
"""

from collections.abc import Callable, Mapping
from json import loads
from typing import Any

from sqlalchemy import Column, Connection, Index, Integer, LargeBinary, MetaData, Table, Text, insert, select
from sqlalchemy.schema import CreateColumn


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


def _memory_and_lessons(connection: Connection) -> None:
    """Follow what memory is told, and keep lessons, checks, questions and who may sign in."""
    _add_columns(connection, "outbox", Column("attempts", Integer, nullable=False, server_default="0"))
    later = ("retry_at", "leased_until", "lessee", "error", "parked_at")
    _add_columns(connection, "outbox", *(Column(name, _TEXT) for name in later))
    made = MetaData()
    outbox = Table("outbox", MetaData(), Column("document", _TEXT), Column("id", Integer))
    Index("outbox_by_document", outbox.c.document, outbox.c.id).create(connection)
    _about_memory(made)
    _lessons_and_checks(made)
    _questions(made)
    _people_who_sign_in(made)
    made.create_all(connection, checkfirst=False)


def _about_memory(made: MetaData) -> None:
    Table(
        "retained",
        made,
        Column("document", _TEXT, primary_key=True),
        Column("parts", Integer, nullable=False),
        Column("at", _TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    Table(
        "mental_models",
        made,
        Column("name", _TEXT, primary_key=True),
        Column("made_at", _TEXT, nullable=False),
        Column("rests_on", _TEXT, nullable=False),
        Column("state", LargeBinary, nullable=False),
    )


def _lessons_and_checks(made: MetaData) -> None:
    Table(
        "lessons",
        made,
        Column("id", _TEXT, primary_key=True),
        Column("status", _TEXT, nullable=False, index=True),
        Column("state", LargeBinary, nullable=False),
    )
    Table(
        "checks",
        made,
        Column("id", _TEXT, primary_key=True),
        Column("at", _TEXT, nullable=False, index=True),
        Column("plan", _TEXT, nullable=False, index=True),
        Column("state", LargeBinary, nullable=False),
    )


def _questions(made: MetaData) -> None:
    Table(
        "asks",
        made,
        Column("id", _TEXT, primary_key=True),
        Column("asked_at", _TEXT, nullable=False, index=True),
        Column("person", _TEXT, index=True),
        Column("answer", LargeBinary, nullable=False),
    )
    Table(
        "looks",
        made,
        Column("person", _TEXT, primary_key=True),
        Column("page", _TEXT, primary_key=True),
        Column("at", _TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    Table(
        "model_calls",
        made,
        Column("id", Integer, primary_key=True, autoincrement=True),
        *(Column(name, _TEXT, nullable=False) for name in ("at", "purpose", "model")),
        *(Column(name, Integer, nullable=False) for name in ("input_tokens", "output_tokens", "milliseconds")),
        Column("error", _TEXT),
        sqlite_autoincrement=True,
    )


def _people_who_sign_in(made: MetaData) -> None:
    Table(
        "erased",
        made,
        Column("kind", _TEXT, primary_key=True),
        Column("identity", _TEXT, primary_key=True),
        Column("at", _TEXT, nullable=False),
        sqlite_with_rowid=False,
    )
    Table(
        "accounts",
        made,
        Column("name", _TEXT, primary_key=True),
        Column("secret", _TEXT, nullable=False),
        Column("person", _TEXT),
        Column("made_at", _TEXT, nullable=False),
        Column("sessions_since", _TEXT),
    )
    Table(
        "tokens",
        made,
        Column("id", _TEXT, primary_key=True),
        Column("digest", _TEXT, nullable=False, unique=True),
        Column("name", _TEXT, nullable=False),
        Column("person", _TEXT),
        Column("scopes", _TEXT, nullable=False),
        Column("made_at", _TEXT, nullable=False),
        *(Column(name, _TEXT) for name in ("used_at", "expires_at", "revoked_at")),
    )


def _by_hearing(connection: Connection) -> None:
    """Find what was heard last of a source, and what happened in a time, without going through everything."""
    made = MetaData()
    names = ("heard", "source", "heard_at")
    events = Table("events", made, *(Column(name, Integer if name == "heard" else _TEXT) for name in names))
    Index("events_by_source", events.c.source, events.c.heard, events.c.heard_at).create(connection)
    Index("events_by_hearing", events.c.heard_at).create(connection)
    transitions = Table("transitions", made, Column("at", _TEXT))
    Index("transitions_by_moment", transitions.c.at).create(connection)


def _sprint_ends(connection: Connection) -> None:
    """Keep when sprints end; the fold, which is another one now, fills it in."""
    table = Table(
        "sprint_ends",
        MetaData(),
        Column("name", _TEXT, primary_key=True),
        Column("state", LargeBinary, nullable=False),
    )
    table.create(connection)


def _add_columns(connection: Connection, table: str, *columns: Column[Any]) -> None:
    """Add columns at the end of a table; SQLAlchemy writes the type as it does for a new one."""
    in_schema = Table(table, MetaData(), *columns)
    translated = connection.get_execution_options().get("schema_translate_map") or {}
    quote = connection.dialect.identifier_preparer.quote
    place = ".".join(quote(name) for name in (translated.get(None), table) if name)
    for column in in_schema.columns:
        written = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {place} ADD COLUMN {written}")


def _is_undone(ticket: dict[str, Any]) -> bool:
    status = ticket["fields"].get("status", {}).get("value")
    return not ticket["deleted"] and status not in ("done", "cancelled")


_TEXT = Text().with_variant(Text(collation="C"), "postgresql")

STEPS: Mapping[int, Callable[[Connection], None]] = {
    2: _cursors,
    3: _migrations_and_live,
    4: _memory_and_lessons,
    5: _by_hearing,
    6: _sprint_ends,
}
"""Each brings a database to its number from the one before."""
