"""Places in which a test keeps a ledger of its own: a file, or a schema of a PostgreSQL that is there for tests."""

import gc
import multiprocessing
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, Engine, create_engine, make_url

from sprintmind.ledger.postgresql import PREFIX, PostgresLedger
from sprintmind.ledger.schema import meta, metadata, migrations
from sprintmind.ledger.sqlite import SqliteLedger

VARIABLE = "SPRINTMIND_TEST_POSTGRES"


@contextmanager
def opened(engine: Engine) -> Iterator[Connection]:
    """Open a database for one transaction."""
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@dataclass(frozen=True)
class InFile:
    """A ledger in an SQLite file; it can be sent to another process."""

    path: Path

    def ledger(self, now: Callable[[], datetime], **more: object) -> SqliteLedger:
        """Open it."""
        return SqliteLedger(self.path, now=now, **more)

    @contextmanager
    def raw(self) -> Iterator[Connection]:
        """Open the database by hand, past the ledger; what is done is committed at the end."""
        with opened(create_engine(f"sqlite:///{self.path}")) as connection:
            yield connection

    def content(self) -> object:
        """Tell everything that is stored."""
        with closing(sqlite3.connect(self.path)) as connection:
            return list(connection.iterdump())

    def environment(self) -> dict[str, str]:
        """Tell a command line in another process where it is."""
        return {"SPRINTMIND_HOME": str(self.path.parent)}


@dataclass(frozen=True)
class InSchema:
    """A ledger in a schema of PostgreSQL; it can be sent to another process."""

    url: str
    workspace: str

    def ledger(self, now: Callable[[], datetime], **more: object) -> PostgresLedger:
        """Open it."""
        return PostgresLedger(self.url, workspace=self.workspace, now=now, **more)

    @property
    def schema(self) -> str:
        """The schema's name."""
        return f"{PREFIX}{self.workspace}"

    @contextmanager
    def raw(self) -> Iterator[Connection]:
        """Open the database by hand, past the ledger, with the schema in the search path."""
        with opened(create_engine(make_url(self.url).set(drivername="postgresql+psycopg"))) as connection:
            connection.exec_driver_sql(f'SET LOCAL search_path = "{self.schema}"')
            connection.exec_driver_sql("SET LOCAL lock_timeout = '5s'")  # a test that failed may still be reading
            yield connection

    def content(self) -> object:
        """Tell everything that is stored."""
        with self.raw() as connection:
            names = connection.exec_driver_sql(
                f"SELECT tablename FROM pg_tables WHERE schemaname = '{self.schema}' ORDER BY 1"
            ).scalars()
            return {name: connection.exec_driver_sql(f'SELECT * FROM "{name}" ORDER BY 1').all() for name in names}

    def empty(self) -> None:
        """Take away what is stored, which is quicker than making the tables again."""
        with self.raw() as connection:
            for table in metadata.tables.values():
                if table not in (meta, migrations):
                    connection.exec_driver_sql(f'DELETE FROM "{table.name}"')

    def drop(self) -> None:
        """Take it away."""
        with self.raw() as connection:
            connection.exec_driver_sql(f'DROP SCHEMA IF EXISTS "{self.schema}" CASCADE')


Place = InFile | InSchema


@dataclass
class Places:
    """Makes places of one kind, and takes them away."""

    kind: str
    folder: Path
    _numbers: Iterator[int] = field(default_factory=count)
    _schemas: list[InSchema] = field(default_factory=list)
    _returned: list[InSchema] = field(default_factory=list)

    def new(self) -> Place:
        """Make a place in which nothing is yet."""
        number = next(self._numbers)
        if self.kind == "sqlite":
            folder = self.folder / str(number)
            folder.mkdir()
            return InFile(folder / "default.db")
        made = InSchema(os.environ[VARIABLE], f"t{uuid4().hex[:16]}")
        self._schemas.append(made)
        return made

    @contextmanager
    def borrowed(self) -> Iterator[Place]:
        """Lend a place for one of many examples; it is emptied for the next."""
        if self.kind == "sqlite":
            yield self.new()
            return
        place = self._returned.pop() if self._returned else self.new()
        yield place
        place.empty()
        self._returned.append(place)

    def close(self) -> None:
        """Take away what was made, and let go of the connections of ledgers that tests left open."""
        if self._schemas:
            gc.collect()
        for schema in self._schemas:
            schema.drop()


def together(target, *arguments, processes, **more):
    """Run something in several processes at once and list what they exit with."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as clean:
        return clean.submit(_forked, target, arguments, more, processes).result()


def _forked(target, arguments, more, processes):
    """Fork in a process that has neither threads nor connections: imports take longer than what is tested."""
    fork = multiprocessing.get_context("fork")
    started = [fork.Process(target=target, args=arguments, kwargs=more) for _ in range(processes)]
    for process in started:
        process.start()
    for process in started:
        process.join()
    return [process.exitcode for process in started]
