"""The ledger in one SQLite file: durable at every commit, one writer at a time, readers never wait."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sprintmind.errors import UnavailableError
from sprintmind.ledger.opened import SqlLedger
from sprintmind.ledger.port import About, Backup
from sprintmind.ledger.schema import VERSION
from sprintmind.ledger.sqlite_file import BEGIN, PATIENCE, SqliteErrors, opened_file
from sprintmind.ledger.whole_files import becoming


class SqliteLedger(SqliteErrors, SqlLedger):
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
        engine = opened_file(path, patience=patience)
        writers = engine.execution_options(**{BEGIN: begin})
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


def _copy(path: Path, target: Path) -> None:
    """Copy a database at one go and see that the copy is whole; one that is not is of a damaged database."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        [(found,)] = copy.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        raise UnavailableError(f"the ledger {path} is damaged ({found}); restore an earlier backup")
