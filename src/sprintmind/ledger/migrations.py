"""How a database comes to the schema of this version: steps that are applied in order, each once, and listed."""

from datetime import datetime

from sqlalchemy import Connection, insert, inspect, select
from sqlalchemy.schema import CreateSchema

from sprintmind.ledger.schema import VERSION, metadata, migrations
from sprintmind.ledger.statements import ADD_META, SET_META
from sprintmind.ledger.steps import STEPS
from sprintmind.ledger.version import NOTED, schema_of, version_of


def migrate(connection: Connection, *, where: str, now: datetime) -> None:
    """Bring a database to this version's schema, inside the caller's transaction.

    Args:
        connection: In a transaction that writes, so that nobody else does this meanwhile.
        where: What to call the database in an error.
        now: When it happens.

    Raises:
        UnavailableError: It was written by a newer version, or is not one of ours.
    """
    found = version_of(connection, where=where)
    if found == 0:
        _make_room(connection)
        metadata.create_all(connection, checkfirst=False)
        connection.execute(ADD_META, {"name": NOTED, "value": str(VERSION)})
        _list(connection, range(1, VERSION + 1), now)
        return
    for number in range(found + 1, VERSION + 1):
        STEPS[number](connection)
        connection.execute(SET_META, {"named": NOTED, "value": str(number)})
    _list(connection, range(1, VERSION + 1), now)


def _make_room(connection: Connection) -> None:
    schema = schema_of(connection)
    if schema and not inspect(connection).has_schema(schema):
        connection.execute(CreateSchema(schema))


def _list(connection: Connection, numbers: range, now: datetime) -> None:
    """List steps as applied; those that are listed already stay as they are."""
    listed = set(connection.execute(select(migrations.c.number)).scalars())
    rows = [{"number": number, "applied_at": now.isoformat()} for number in numbers if number not in listed]
    if rows:
        connection.execute(insert(migrations), rows)
