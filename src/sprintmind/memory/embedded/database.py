"""The file of a memory: how it is opened, what its tables are, and what its errors mean."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sprintmind.errors import UnavailableError
from sprintmind.write_ahead import write_ahead

VERSION = 1
"""Of the tables; a file of a later one is refused, and one of an earlier one is filled again from the ledger."""
APPLICATION = 0x53504D4D
"""Marks the file as a memory of ours."""
PATIENCE = 10_000
"""How long to wait for another process's transaction, in milliseconds."""

_TABLES = """
CREATE TABLE memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document TEXT NOT NULL UNIQUE,
    said_at TEXT NOT NULL,
    tags TEXT NOT NULL,
    metadata TEXT NOT NULL,
    context TEXT NOT NULL,
    whole INTEGER NOT NULL,
    visibility TEXT NOT NULL,
    people TEXT NOT NULL,
    ask TEXT
);
CREATE TABLE memory_tags (tag TEXT NOT NULL, memory INTEGER NOT NULL, PRIMARY KEY (tag, memory)) WITHOUT ROWID;
CREATE INDEX tags_of_memory ON memory_tags (memory);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER NOT NULL,
    text TEXT NOT NULL,
    context TEXT NOT NULL,
    scope TEXT NOT NULL,
    model TEXT,
    scale REAL,
    vector BLOB
);
CREATE INDEX passages_of_memory ON passages (memory);
CREATE INDEX passages_of_model ON passages (model);
CREATE TABLE gone (id INTEGER PRIMARY KEY AUTOINCREMENT, passage INTEGER NOT NULL);
CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO marks VALUES ('epoch', 0);
CREATE VIRTUAL TABLE words USING fts5 (
    text, context, scope, content='passages', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER passage_told AFTER INSERT ON passages BEGIN
    INSERT INTO words (rowid, text, context, scope) VALUES (new.id, new.text, new.context, new.scope);
END;
CREATE TRIGGER passage_gone AFTER DELETE ON passages BEGIN
    INSERT INTO words (words, rowid, text, context, scope) VALUES ('delete', old.id, old.text, old.context, old.scope);
    INSERT INTO gone (passage) VALUES (old.id);
END;
"""

_ADVICE = {
    "SQLITE_BUSY": "another process is writing; try again when it is done",
    "SQLITE_LOCKED": "another process is writing; try again when it is done",
    "SQLITE_FULL": "the disk is full; make room and try again",
    "SQLITE_IOERR": "the disk does not answer as it should; check its space and health",
    "SQLITE_READONLY": "it cannot be written to; check who owns the file and its folder",
    "SQLITE_CANTOPEN": "it cannot be opened; check that the folder exists, is yours and can be written to",
    "SQLITE_NOTADB": "the file is no database; move it away, and `sprintmind memory rebuild` fills a new one",
    "SQLITE_CORRUPT": "the file is damaged; move it away, and `sprintmind memory rebuild` fills a new one",
}


def connected(file: Path, *, patience: int = PATIENCE) -> sqlite3.Connection:
    """Open a memory's file, and make its tables where there are none.

    Raises:
        UnavailableError: It cannot be opened, is no memory, or was written by a newer version.
    """
    with translated(file):
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, cached_statements=64)
        with ExitStack() as failed:
            failed.callback(connection.close)
            _prepare(connection, file, patience)
            failed.pop_all()
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection, *, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Do all or nothing; without IMMEDIATE everything read is of one moment."""
    connection.execute(begin)
    with connection:
        yield


@contextmanager
def translated(file: Path) -> Iterator[None]:
    """Turn what SQLite raises into a message that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        advice = next((words for code, words in _ADVICE.items() if name.startswith(code)), "")
        said = "; ".join(filter(None, (str(error), advice)))
        raise UnavailableError(f"the memory {file}: {said}. The ledger has everything that it was told") from error


def _prepare(connection: sqlite3.Connection, file: Path, patience: int) -> None:
    connection.execute(f"PRAGMA busy_timeout = {patience:d}")
    write_ahead(connection.execute, until=time.monotonic() + patience / 1000)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA cache_size = -65536")  # KiB
    if not _is_ours(connection, file):
        with transaction(connection):
            if not _is_ours(connection, file):
                _make(connection)


def _is_ours(connection: sqlite3.Connection, file: Path) -> bool:
    """Tell whether the tables are there; raises if the file is somebody else's, or of a newer version."""
    application, version, tables = (
        int(connection.execute(question).fetchone()[0])
        for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    )
    if not tables:
        return False
    if application != APPLICATION:
        raise UnavailableError(f"{file} is a database, but no memory of SprintMind; move it away")
    if version > VERSION:
        raise UnavailableError(
            f"the memory {file} was written by a newer SprintMind (its tables are of version {version}, and this one "
            f"knows {VERSION}); install that one, or move the file away and run `sprintmind memory rebuild`"
        )
    return True


def _make(connection: sqlite3.Connection) -> None:
    statement = ""
    for line in _TABLES.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
