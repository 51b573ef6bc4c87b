"""A SQLite file as an engine: how its connections are opened, and what its errors are."""

import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from sprintmind.ledger.opened_kept import SqlKeptLedger, advice_for
from sprintmind.write_ahead import write_ahead

PATIENCE = 30_000
"""How long to wait for another process's transaction, in milliseconds."""

BEGIN = "sprintmind_begin"
"""The option of an engine that says how its transactions begin."""

_ADVICE = (
    ("SQLITE_BUSY", "another process is writing; try again when it is done"),
    ("SQLITE_FULL", "the disk is full; make room and try again"),
    ("SQLITE_IOERR", "the disk does not answer as it should; check its space and health"),
    ("SQLITE_READONLY", "it cannot be written to; check who owns the file and its folder"),
    ("SQLITE_CANTOPEN", "it cannot be opened; check that the folder exists, is yours and can be written to"),
    ("SQLITE_NOTADB", "the file is no database; move it away or restore a backup"),
    ("SQLITE_CORRUPT", "the file is damaged; restore a backup"),
)


class SqliteErrors(SqlKeptLedger):
    """What an error of SQLite is."""

    def _explained(self, error: DBAPIError) -> tuple[str, str]:
        name = getattr(error.orig, "sqlite_errorname", "")
        return str(error.orig), advice_for(name, _ADVICE)


class SqliteKept(SqliteErrors):
    """A workspace's ledger in a file that is there, of which only what is kept is asked.

    Args:
        path: The file.

    Raises:
        UnavailableError: The file cannot be opened, is no SprintMind ledger, or was written by a newer version.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(readers=opened_file(path, patience=PATIENCE), where=str(path))


def opened_file(path: Path, *, patience: int) -> Engine:
    """Open a file, made where there is none; whoever writes is waited for as many milliseconds as patience lasts."""
    engine = create_engine(URL.create("sqlite", database=str(path)))
    event.listen(engine, "connect", _pragmas(patience))
    event.listen(engine, "begin", _begin)
    return engine


def _pragmas(patience: int) -> Callable[[DBAPIConnection, ConnectionPoolEntry], None]:
    def on_connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        connection.execute(f"PRAGMA busy_timeout = {patience:d}")
        write_ahead(connection.execute, until=time.monotonic() + patience / 1000)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return on_connect


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(BEGIN, "BEGIN"))
