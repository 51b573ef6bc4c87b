"""The ledger in one SQLite file: durable at every commit, one writer at a time, readers never wait."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import ConnectionPoolEntry

from sprintmind.errors import SprintMindError, UnavailableError
from sprintmind.ledger.migrations import is_current, migrate
from sprintmind.ledger.packing import DamagedError
from sprintmind.ledger.port import Reading, Writing
from sprintmind.ledger.sql import SqlReading, SqlWriting

PATIENCE = 30_000
"""How long to wait for another process's transaction, in milliseconds."""

_BEGIN = "sprintmind_begin"


class SqliteLedger:
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
        self._now = now
        engine = create_engine(URL.create("sqlite", database=str(path)))
        event.listen(engine, "connect", _pragmas(patience))
        event.listen(engine, "begin", _begin)
        self._readers = engine
        self._writers = engine.execution_options(**{_BEGIN: begin})
        with self._translated():
            self._migrate()

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """See `Ledger.reading`."""
        with self._translated(), self._readers.begin() as connection:
            yield SqlReading(connection)

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """See `Ledger.writing`; `BEGIN IMMEDIATE` takes the writer's place at once, so that a read is still true."""
        with self._translated(), self._writers.begin() as connection:
            yield SqlWriting(connection, now=self._now())

    def close(self) -> None:
        """See `Ledger.close`."""
        self._readers.dispose()

    def _migrate(self) -> None:
        """Bring the file to this version's schema; where it is there already, nobody who writes is waited for."""
        with self._readers.begin() as connection:
            if is_current(connection, where=str(self._path)):
                return
        with self._writers.begin() as connection:
            migrate(connection, where=str(self._path))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DatabaseError as error:
            raise self._unavailable(error.orig) from error
        except DamagedError as error:
            raise UnavailableError(
                f"the ledger {self._path} holds a row that cannot be read ({error}); `sprintmind ledger rebuild` makes "
                "the state anew, and where that does not help, restore a backup. Nothing was written."
            ) from error

    def _unavailable(self, error: BaseException | None) -> SprintMindError:
        name = getattr(error, "sqlite_errorname", "")
        for prefix, advice in _ADVICE.items():
            if name.startswith(prefix):
                return UnavailableError(f"the ledger {self._path}: {error}; {advice}. Nothing was written.")
        return UnavailableError(f"the ledger {self._path}: {error}. Nothing was written.")


_ADVICE = {
    "SQLITE_BUSY": "another process is writing; try again when it is done",
    "SQLITE_FULL": "the disk is full; make room and try again",
    "SQLITE_IOERR": "the disk does not answer as it should; check its space and health",
    "SQLITE_READONLY": "it cannot be written to; check who owns the file and its folder",
    "SQLITE_CANTOPEN": "it cannot be opened; check that the folder exists, is yours and can be written to",
    "SQLITE_NOTADB": "the file is no database; move it away or restore a backup",
    "SQLITE_CORRUPT": "the file is damaged; restore a backup",
}


def _pragmas(patience: int) -> Callable[[DBAPIConnection, ConnectionPoolEntry], None]:
    def on_connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        connection.execute(f"PRAGMA busy_timeout = {patience:d}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    return on_connect


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get(_BEGIN, "BEGIN"))
