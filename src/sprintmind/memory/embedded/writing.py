"""What writes: each does its part of one transaction that the caller began."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sprintmind.domain.memories import Memory
from sprintmind.memory.embedded import scope
from sprintmind.memory.embedded.rows import COLUMNS, Passage, row_of

MOST_GONE = 20_000
"""How many erased passages are listed for other processes, before these are told to read everything again."""

_INSERT = f"INSERT INTO memories ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 -- our own names
_PASSAGE = "INSERT INTO passages (memory, text, context, scope, model, scale, vector) VALUES (?, ?, ?, ?, ?, ?, ?)"
_KNOWN = """
SELECT passages.text, passages.scale, passages.vector FROM passages JOIN memories ON memories.id = passages.memory
WHERE memories.document = ? AND passages.model = ?
"""

Vector = tuple[bytes, float]
"""As `vectors.packed` gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A memory with all that is to be written of it."""

    memory: Memory
    passages: tuple[Passage, ...]
    vectors: tuple[Vector | None, ...]
    model: str | None


def known_vectors(connection: sqlite3.Connection, documents: Iterable[str], model: str) -> Mapping[str, Vector]:
    """List the vectors that documents have already, by text: what is retained again has mostly not changed."""
    rows = (row for document in documents for row in connection.execute(_KNOWN, (document, model)))
    return {text: (vector, scale) for text, scale, vector in rows}


def put(connection: sqlite3.Connection, prepared: Sequence[Prepared]) -> None:
    """Write memories in place of what has their documents."""
    for each in prepared:
        _erase(connection, each.memory.document)
        _insert(connection, each)
    _forget_what_is_gone(connection)


def erase(connection: sqlite3.Connection, documents: Iterable[str]) -> int:
    """Take documents away, so that their words stand nowhere in the file, and tell how many there were."""
    count = sum(_erase(connection, document) for document in dict.fromkeys(documents))
    if count:
        connection.execute("INSERT INTO words (words) VALUES ('optimize')")  # erased words stand in it until then
    return count


def erase_all(connection: sqlite3.Connection) -> None:
    """Take everything away, at once: row by row it would take minutes."""
    [trigger] = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'passage_gone'").fetchone()
    connection.execute("DROP TRIGGER passage_gone")
    for table in ("memories", "memory_tags", "passages", "gone"):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608
    connection.execute("INSERT INTO words (words) VALUES ('delete-all')")
    connection.execute(trigger)
    raise_epoch(connection)


def raise_epoch(connection: sqlite3.Connection) -> None:
    """Tell every process to read everything again."""
    connection.execute("UPDATE marks SET value = value + 1 WHERE name = 'epoch'")


def _erase(connection: sqlite3.Connection, document: str) -> bool:
    found = connection.execute("SELECT id FROM memories WHERE document = ?", (document,)).fetchone()
    if found is None:
        return False
    for statement in (
        "DELETE FROM passages WHERE memory = ?",
        "DELETE FROM memory_tags WHERE memory = ?",
        "DELETE FROM memories WHERE id = ?",
    ):
        connection.execute(statement, found)
    return True


def _insert(connection: sqlite3.Connection, prepared: Prepared) -> None:
    memory = prepared.memory
    number = connection.execute(_INSERT, row_of(memory)).lastrowid
    tags = {scope.tag(tag) for tag in memory.tags} | {scope.reader(person) for person in memory.audience.people}
    connection.executemany("INSERT INTO memory_tags (tag, memory) VALUES (?, ?)", ((tag, number) for tag in tags))
    for passage, vector in zip(prepared.passages, prepared.vectors, strict=True):
        packed, scale = vector or (None, None)
        model = prepared.model if vector else None
        row = (number, passage.text, passage.context, passage.scope, model, scale, packed)
        connection.execute(_PASSAGE, row)


def _forget_what_is_gone(connection: sqlite3.Connection) -> None:
    [count] = connection.execute("SELECT coalesce(max(id) - min(id), 0) FROM gone").fetchone()
    if count > MOST_GONE:
        connection.execute("DELETE FROM gone")
        raise_epoch(connection)
