"""How a database comes to the schema of this version: steps that are applied in order, each once, and listed."""

from datetime import datetime

from sqlalchemy import Connection, func, insert, inspect, select
from sqlalchemy.schema import CreateSchema

from sprintmind.errors import UnavailableError
from sprintmind.ledger.schema import VERSION, meta, metadata, migrations
from sprintmind.ledger.statements import ADD_META, SET_META
from sprintmind.ledger.steps import STEPS

_NOTED = "schema"
"""Under this name `meta` tells the version too, for the programs of earlier versions, which look nowhere else."""


def is_current(connection: Connection, *, where: str) -> bool:
    """Tell whether a database has this version's schema, so that opening it need not wait for whoever writes.

    Raises:
        UnavailableError: It was written by a newer version, or is not one of ours.
    """
    return _version(connection, where=where) == VERSION


def migrate(connection: Connection, *, where: str, now: datetime) -> None:
    """Bring a database to this version's schema, inside the caller's transaction.

    Args:
        connection: In a transaction that writes, so that nobody else does this meanwhile.
        where: What to call the database in an error.
        now: When it happens.

    Raises:
        UnavailableError: It was written by a newer version, or is not one of ours.
    """
    found = _version(connection, where=where)
    if found == 0:
        _make_room(connection)
        metadata.create_all(connection, checkfirst=False)
        connection.execute(ADD_META, {"name": _NOTED, "value": str(VERSION)})
        _list(connection, range(1, VERSION + 1), now)
        return
    for number in range(found + 1, VERSION + 1):
        STEPS[number](connection)
        connection.execute(SET_META, {"named": _NOTED, "value": str(number)})
    _list(connection, range(1, VERSION + 1), now)


def _make_room(connection: Connection) -> None:
    schema = schema_of(connection)
    if schema and not inspect(connection).has_schema(schema):
        connection.execute(CreateSchema(schema))


def schema_of(connection: Connection) -> str | None:
    """Tell in which schema of its database a ledger is; None where the database knows no schemas."""
    translated = connection.get_execution_options().get("schema_translate_map") or {}
    name = translated.get(None)
    return str(name) if name else None


def _version(connection: Connection, *, where: str) -> int:
    """Tell the schema's version; 0 of an empty database."""
    tables = set(inspect(connection).get_table_names(schema=schema_of(connection)))
    if not tables:
        return 0
    noted = _noted(connection) if meta.name in tables else None
    if noted is None:
        raise UnavailableError(f"{where} is a database of something else; choose another home or workspace")
    listed = connection.execute(select(func.max(migrations.c.number))).scalar() if migrations.name in tables else 0
    found = max(noted, listed or 0)
    if found > VERSION:
        raise UnavailableError(
            f"the ledger {where} was written by a newer sprintmind (schema {found}, this one knows {VERSION}); "
            "upgrade sprintmind, or restore a backup made by this version. Nothing was changed."
        )
    return found


def _noted(connection: Connection) -> int | None:
    """Read which version's schema it has; None where nothing of ours is noted."""
    noted = connection.execute(select(meta.c.value).where(meta.c.name == _NOTED)).scalar()
    return int(noted) if noted and noted.isdecimal() else None


def _list(connection: Connection, numbers: range, now: datetime) -> None:
    """List steps as applied; those that are listed already stay as they are."""
    listed = set(connection.execute(select(migrations.c.number)).scalars())
    rows = [{"number": number, "applied_at": now.isoformat()} for number in numbers if number not in listed]
    if rows:
        connection.execute(insert(migrations), rows)
