"""A SQL database opened as a ledger: what is the same on all of them about transactions, errors and versions."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from weakref import finalize

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from sprintmind.errors import UnavailableError
from sprintmind.ledger.asked import SqlAsks
from sprintmind.ledger.migrations import is_current, migrate
from sprintmind.ledger.outbox import SqlOutbox
from sprintmind.ledger.packing import DamagedError
from sprintmind.ledger.port import Backup, Reading, Writing
from sprintmind.ledger.sql import SqlReading, SqlWriting
from sprintmind.ledger.whole_files import written_whole

NOTHING = "Nothing was written."
UNKNOWN = "Whether it was written is not known; do it again: what is known already changes nothing."


class SqlLedger:
    """What the adapters share; each says how connections are opened and what an error means.

    Args:
        readers: Opens connections on which a transaction sees one moment.
        writers: Opens connections on which one transaction at a time writes, from its first statement on.
        where: What to call the database in an error; without a password.
        now: Tells the time at which things are heard.
        tellers: Opens connections for the outbox, where several may write beside the writer; else it is the writers'.
    """

    def __init__(
        self,
        *,
        readers: Engine,
        writers: Engine,
        where: str,
        now: Callable[[], datetime],
        tellers: Engine | None = None,
    ) -> None:
        self._readers = readers
        self._writers = writers
        self._tellers = tellers or writers
        self._where = where
        self._now = now
        self._closed = finalize(self, readers.dispose)
        with self._translated(), readers.begin() as connection:
            current = is_current(connection, where=where)
        if not current:
            with self._translated(), writers.begin() as connection:
                migrate(connection, where=where, now=now())

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """See `Ledger.reading`."""
        with self._translated(), self._readers.begin() as connection:
            yield SqlReading(connection)

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """See `Ledger.writing`; the writer's place is taken before the first read, so that a read is still true."""
        with self._translated(), self._writers.begin() as connection:
            yield SqlWriting(connection, now=self._now())
            with self._translated(committing=True):
                connection.commit()

    @property
    def outbox(self) -> SqlOutbox:
        """See `Ledger.outbox`."""
        return SqlOutbox(self._telling)

    @property
    def asks(self) -> SqlAsks:
        """See `Ledger.asks`."""
        return SqlAsks(self._telling)

    @contextmanager
    def _telling(self) -> Iterator[Connection]:
        with self._translated(), self._tellers.begin() as connection:
            yield connection

    def scrub(self) -> str:
        """See `Ledger.scrub`."""
        raise NotImplementedError

    def backup(self, file: Path) -> Backup:
        """See `Ledger.backup`; where a database cannot be copied from here, its export is its backup."""
        with self.reading() as reading:
            size = written_whole(file, reading.exported())
        return Backup(
            file=file,
            size=size,
            restore=f"sprintmind ledger import {file} --workspace NEW",
        )

    def close(self) -> None:
        """See `Ledger.close`."""
        self._closed()

    @contextmanager
    def _translated(self, *, committing: bool = False) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            outcome = UNKNOWN if committing and error.connection_invalidated else NOTHING
            reason, advice = self._explained(error)
            said = "; ".join(filter(None, (reason, advice)))
            raise UnavailableError(f"the ledger {self._where}: {said}. {outcome}") from error
        except DamagedError as error:
            raise UnavailableError(
                f"the ledger {self._where} holds a row that cannot be read ({error}); `sprintmind ledger rebuild` "
                "makes the state anew, and where that does not help, restore a backup. Nothing was written."
            ) from error

    def _explained(self, error: DBAPIError) -> tuple[str, str]:
        """Say what an error of the database is, and what to do about it (empty: nothing is known)."""
        raise NotImplementedError


def advice_for(code: str, advice: Iterable[tuple[str, str]]) -> str:
    """Take the first advice whose code an error's code begins with; empty if there is none."""
    return next((words for prefix, words in advice if code.startswith(prefix)), "")
