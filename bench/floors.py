"""What nothing can be faster than: the bare things that SprintMind's work is made of."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter

import psycopg
from psycopg.sql import SQL, Identifier

from sprintmind.intake import Delivery

OPEN_TICKETS = "SELECT state, history FROM live JOIN tickets ON tickets.key = live.ticket ORDER BY key"
"""Every ticket that is still to be done, as it is stored."""


def bare_inserts(file: Path, bodies: Sequence[Delivery]) -> float:
    """Insert and commit each body by itself, as durably as the ledger does; seconds for all."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY, body BLOB NOT NULL)")
        began = perf_counter()
        for each in bodies:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO bodies (body) VALUES (?)", (each.body,))
            connection.execute("COMMIT")
        return perf_counter() - began


def bare_scan(file: Path) -> float:
    """Take the stored rows of every ticket that is still to be done; seconds."""
    with closing(sqlite3.connect(file)) as connection:
        began = perf_counter()
        connection.execute(OPEN_TICKETS).fetchall()
        return perf_counter() - began


def bare_inserts_on_server(address: str, bodies: Sequence[Delivery]) -> float:
    """Insert and commit each body by itself on a PostgreSQL server; seconds for all."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bench_bodies (id SERIAL PRIMARY KEY, body BYTEA NOT NULL)")
        began = perf_counter()
        for each in bodies:
            connection.execute("BEGIN")
            connection.execute("INSERT INTO bench_bodies (body) VALUES (%s)", (each.body,))
            connection.execute("COMMIT")
        return perf_counter() - began


def bare_scan_on_server(address: str, schema: str) -> float:
    """Take the stored rows of every ticket that is still to be done from a PostgreSQL server; seconds."""
    with psycopg.connect(address) as connection:
        connection.execute(SQL("SET search_path TO {}").format(Identifier(schema)))
        began = perf_counter()
        connection.execute(OPEN_TICKETS).fetchall()
        return perf_counter() - began


BARE_START = "import cyclopts, sqlalchemy"
"""What the command line and the ledger are made of."""


def started(program: str, *, bytecode: Path) -> float:
    """Run a program once in a Python of its own, and tell how many seconds it took.

    Args:
        program: What it does.
        bytecode: Where its modules are kept compiled; what is not there yet is compiled now.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = perf_counter()
    subprocess.run(  # noqa: S603 -- our own words
        [sys.executable, "-c", program],
        check=True,
        env={**kept, "PYTHONPYCACHEPREFIX": str(bytecode)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return perf_counter() - began
