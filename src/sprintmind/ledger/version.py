"""Which version's schema a database has, and where in it a ledger is."""

from sqlalchemy import Connection, func, inspect, select

from sprintmind.errors import UnavailableError
from sprintmind.ledger.schema import VERSION, meta, migrations

NOTED = "schema"
"""Under this name `meta` tells the version too, for the programs of earlier versions, which look nowhere else."""


def is_current(connection: Connection, *, where: str) -> bool:
    """Tell whether a database has this version's schema, so that opening it need not wait for whoever writes.

    Raises:
        UnavailableError: It was written by a newer version, or is not one of ours.
    """
    return version_of(connection, where=where) == VERSION


def schema_of(connection: Connection) -> str | None:
    """Tell in which schema of its database a ledger is; None where the database knows no schemas."""
    translated = connection.get_execution_options().get("schema_translate_map") or {}
    name = translated.get(None)
    return str(name) if name else None


def version_of(connection: Connection, *, where: str) -> int:
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
    noted = connection.execute(select(meta.c.value).where(meta.c.name == NOTED)).scalar()
    return int(noted) if noted and noted.isdecimal() else None
