"""The ledger in one SQLite file: durable at every commit, one writer at a time, readers never wait."""

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from sprintmind.errors import UnavailableError
from sprintmind.ledger.opened import SqlLedger, advice_for
from sprintmind.ledger.port import About, Backup
from sprintmind.ledger.schema import VERSION
from sprintmind.ledger.whole_files import becoming
from sprintmind.write_ahead import write_ahead

PATIENCE = 30_000
"""How long to wait for another process's transaction, in milliseconds."""

_BEGIN = "sprintmind_begin"


class SqliteLedger(SqlLedger):
    """A workspace's ledger in a file.

    Args:
        path: The file; it is made where there is none.
        now: Tells the time at which things are heard.
        patience: How long to wait for another writer, in milliseconds.
        begin: How a transaction that writes begins; anything but IMMEDIATE lets two of them read the same past.

    Raises:
        UnavailableError: The file cannot be opened, is no SprintMind ledger, or was written by a newer version.
    """

    def __init__(
        self, path: Path, *, now: Callable[[], datetime], patience: int = PATIENCE, begin: str = "BEGIN IMMEDIATE"
    ) -> None:
        self._path = path
        engine = create_engine(URL.create("sqlite", database=str(path)))
        event.listen(engine, "connect", _pragmas(patience))
        event.listen(engine, "begin", _begin)
        writers = engine.execution_options(**{_BEGIN: begin})
        super().__init__(readers=engine, writers=writers, where=str(path), now=now)

    def about(self) -> About:
        """See `Ledger.about`."""
        beside = (self._path.with_name(f"{self._path.name}{end}") for end in ("", "-wal"))
        return About(
            kind=f"SQLite {sqlite3.sqlite_version}",
            location=str(self._path),
            schema=VERSION,
            size=sum(file.stat().st_size for file in beside if file.exists()),
            free=shutil.disk_usage(self._path.parent).free,
        )

    def scrub(self) -> str:
        """See `Ledger.scrub`; free pages are overwritten and given back, and the write-ahead log is emptied."""
        try:
            with closing(sqlite3.connect(self._path, timeout=PATIENCE / 1000, isolation_level=None)) as connection:
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("VACUUM")
                [(busy, *_)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.OperationalError as error:
            return f"the free space of {self._path} could not be overwritten: {error}"
        return f"another process still reads {self._path}; its log is emptied when that is done" if busy else ""

    def backup(self, file: Path) -> Backup:
        """See `Ledger.backup`; SQLite copies its pages as they stand at one moment, and writers go on meanwhile."""
        with becoming(file) as draft, self._translated():
            try:
                _copy(self._path, draft)
            except sqlite3.Error as error:
                raise UnavailableError(f"{self._path} cannot be copied to {file}: {error}; nothing is left") from error
        return Backup(file=file, size=file.stat().st_size, restore=f"cp {file} {self._path}")

    def _explained(self, error: DBAPIError) -> tuple[str, str]:
        name = getattr(error.orig, "sqlite_errorname", "")
        return str(error.orig), advice_for(name, _ADVICE)


_ADVICE = (
    ("SQLITE_BUSY", "another process is writing; try again when it is done"),
    ("SQLITE_FULL", "the disk is full; make room and try again"),
    ("SQLITE_IOERR", "the disk does not answer as it should; check its space and health"),
    ("SQLITE_READONLY", "it cannot be written to; check who owns the file and its folder"),
    ("SQLITE_CANTOPEN", "it cannot be opened; check that the folder exists, is yours and can be written to"),
    ("SQLITE_NOTADB", "the file is no database; move it away or restore a backup"),
    ("SQLITE_CORRUPT", "the file is damaged; restore a backup"),
)


def _copy(path: Path, target: Path) -> None:
    """Copy a database at one go and see that the copy is whole; one that is not is of a damaged database."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        [(found,)] = copy.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        raise UnavailableError(f"the ledger {path} is damaged ({found}); restore an earlier backup")


def _pragmas(patience: int) -> Callable[[DBAPIConnection, ConnectionPoolEntry], None]:
    def on_connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        connection.execute(f"PRAGMA busy_timeout = {patience:d}")
        write_ahead(connection.execute, until=time.monotonic() + patience / 1000)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return on_connect


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))
