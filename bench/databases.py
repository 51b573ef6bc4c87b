"""Where a bench keeps its ledger: in a file, or in a schema of a PostgreSQL server, each with its bare floor."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol
from uuid import uuid4

import psycopg
from psycopg.sql import SQL, Identifier

from bench.floors import bare_inserts, bare_inserts_on_server, bare_scan, bare_scan_on_server
from bench.mix import settings
from bench.workplace import Desk
from sprintmind.intake import Delivery
from sprintmind.ledger.port import Ledger
from sprintmind.ledger.postgresql import PREFIX, PostgresLedger
from sprintmind.ledger.sqlite import SqliteLedger

VARIABLE = "SPRINTMIND_TEST_POSTGRES"
"""Holds the address of a server to throw away, as `tests/postgres_server.py` starts one."""


class Database(Protocol):
    """One kind of database."""

    name: str

    def desk(self) -> AbstractContextManager[Desk]:
        """Open an application in a new ledger."""

    def ledger(self, at: Desk) -> Ledger:
        """Open the ledger of a desk once more."""

    def inserts(self, at: Desk, bodies: Sequence[Delivery], /) -> float:
        """Insert and commit each body by itself; seconds for all."""

    def scan(self, at: Desk) -> float:
        """Take the stored rows of every open ticket; seconds."""


class Files:
    """SQLite."""

    name = "SQLite"

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """See `Database.desk`."""
        with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
            yield Desk(Path(folder))

    def ledger(self, at: Desk) -> Ledger:
        """See `Database.ledger`."""
        return SqliteLedger(at.file, now=at.clock)

    def inserts(self, at: Desk, bodies: Sequence[Delivery], /) -> float:
        """See `Database.inserts`."""
        return bare_inserts(at.folder / "floor.db", bodies)

    def scan(self, at: Desk) -> float:
        """See `Database.scan`."""
        return bare_scan(at.file)


class Server:
    """PostgreSQL, at the address that the variable holds."""

    name = "PostgreSQL"

    @property
    def address(self) -> str:
        """Where it is."""
        return os.environ[VARIABLE]

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """See `Database.desk`; its schema is dropped afterwards."""
        workspace = f"bench{uuid4().hex[:12]}"
        chosen = settings(database=self.address)
        with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
            yield Desk(Path(folder), workspace=workspace, chosen=chosen)
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(SQL("DROP SCHEMA {} CASCADE").format(Identifier(f"{PREFIX}{workspace}")))
            connection.execute("DROP TABLE IF EXISTS bench_bodies")

    def ledger(self, at: Desk) -> Ledger:
        """See `Database.ledger`."""
        return PostgresLedger(self.address, workspace=at.workspace, now=at.clock)

    def inserts(self, _: Desk, bodies: Sequence[Delivery], /) -> float:
        """See `Database.inserts`."""
        return bare_inserts_on_server(self.address, bodies)

    def scan(self, at: Desk) -> float:
        """See `Database.scan`."""
        return bare_scan_on_server(self.address, f"{PREFIX}{at.workspace}")


FILES, SERVER = Files(), Server()


def server_version() -> str:
    """Tell which server it is."""
    with psycopg.connect(SERVER.address) as connection:
        return f"PostgreSQL {connection.info.server_version // 10_000}.{connection.info.server_version % 10_000}"


def is_there() -> bool:
    """Tell whether there is a server to use."""
    return bool(os.environ.get(VARIABLE))
