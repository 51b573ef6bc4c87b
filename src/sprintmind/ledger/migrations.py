"""How a database comes to the schema of this version; each step is a numbered function."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, insert, inspect, select

from sprintmind.errors import UnavailableError
from sprintmind.ledger.schema import VERSION, cursors, live, meta, metadata, outbox, tickets


def migrate(connection: Connection, *, where: str) -> None:
    """Bring a database to this version's schema, inside the caller's transaction.

    Args:
        connection: In a transaction that writes.
        where: What to call the database in an error.

    Raises:
        UnavailableError: It was written by a newer version, or is not one of ours.
    """
    found = _version(connection, where=where)
    for number in range(found + 1, VERSION + 1):
        _STEPS[number](connection)
    if found < VERSION:
        _note(connection)


def is_current(connection: Connection, *, where: str) -> bool:
    """Tell whether a database has this version's schema, so that opening it need not wait for whoever writes.

    Raises:
        UnavailableError: It was written by a newer version, or is not one of ours.
    """
    return _version(connection, where=where) == VERSION


def _version(connection: Connection, *, where: str) -> int:
    """Tell the schema's version; 0 of an empty database."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return 0
    found = _noted(connection) if meta.name in tables else None
    if found is None:
        raise UnavailableError(f"{where} is a database of something else; choose another home or workspace")
    if found > VERSION:
        raise UnavailableError(
            f"the ledger {where} was written by a newer sprintmind (schema {found}, this one knows {VERSION}); "
            "upgrade sprintmind, or restore a backup made by this version. Nothing was changed."
        )
    return found


def _noted(connection: Connection) -> int | None:
    """Read which version's schema it has; None where nothing of ours is noted."""
    noted = connection.execute(select(meta.c.value).where(meta.c.name == "schema")).scalar()
    return int(noted) if noted and noted.isdecimal() else None


def _note(connection: Connection) -> None:
    connection.execute(meta.delete().where(meta.c.name == "schema"))
    connection.execute(insert(meta).values(name="schema", value=str(VERSION)))


def _first(connection: Connection) -> None:
    metadata.create_all(connection)


def _cursors(connection: Connection) -> None:
    """Remember where reading other systems stands."""
    cursors.create(connection, checkfirst=True)


def _live(connection: Connection) -> None:
    """List the tickets that are still to be done: all, until each is folded again."""
    if not inspect(connection).has_table(live.name):
        live.create(connection)
        connection.execute(insert(live).from_select([live.c.ticket], select(tickets.c.key)))
    for index in outbox.indexes:
        index.create(connection, checkfirst=True)


_STEPS: Mapping[int, Callable[[Connection], None]] = {1: _first, 2: _cursors, 3: _live}
