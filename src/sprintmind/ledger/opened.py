"""A SQL database opened as a ledger: what is the same on all of them about transactions, errors and versions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine

from sprintmind.ledger.asked import SqlAsks
from sprintmind.ledger.migrations import migrate
from sprintmind.ledger.opened_kept import SqlKeptLedger
from sprintmind.ledger.outbox import SqlOutbox
from sprintmind.ledger.port import Backup, Reading, Writing
from sprintmind.ledger.sql import SqlReading, SqlWriting
from sprintmind.ledger.whole_files import written_whole


class SqlLedger(SqlKeptLedger):
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
        super().__init__(readers=readers, where=where)
        self._writers = writers
        self._tellers = tellers or writers
        self._now = now
        if not self.current:
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
