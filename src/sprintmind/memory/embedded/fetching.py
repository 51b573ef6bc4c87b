"""What was found, best first and once, with its text."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sprintmind.domain.memories import Memory
from sprintmind.memory.embedded.mirror import Mirror
from sprintmind.memory.embedded.ranking import Candidates, scores
from sprintmind.memory.embedded.rows import COLUMNS, memory_of

_MEMORY = f"SELECT {COLUMNS} FROM memories WHERE id = ?"  # noqa: S608 -- our own names
_PASSAGE = "SELECT text FROM passages WHERE id = ?"
_TEXT = "SELECT group_concat(text, '') FROM (SELECT text FROM passages WHERE memory = ? ORDER BY id)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A memory, by its number and that of its best passage."""

    memory: int
    passage: int
    score: float


def best(candidates: Candidates, mirror: Mirror, *, limit: int) -> tuple[Found, ...]:
    """Order what was found; of the passages of one memory the best stands for it, and of equals the newest."""
    rated = scores(candidates)
    found: dict[int, Found] = {}
    for place in np.lexsort((-candidates.rows, -rated)).tolist():
        row = int(candidates.rows[place])
        memory = int(mirror.memories[row])
        if memory not in found:
            found[memory] = Found(memory=memory, passage=int(mirror.ids[row]), score=float(rated[place]))
        if len(found) == limit:
            break
    return tuple(found.values())


def memories_of(connection: sqlite3.Connection, found: Sequence[Found]) -> tuple[Memory, ...]:
    """Read what was found; of a long text its best passage, unless it must come back whole."""
    return tuple(_memory(connection, each) for each in found)


def _memory(connection: sqlite3.Connection, found: Found) -> Memory:
    row = connection.execute(_MEMORY, (found.memory,)).fetchone()
    memory = memory_of(row, "")
    statement, number = (_TEXT, found.memory) if memory.whole else (_PASSAGE, found.passage)
    [text] = connection.execute(statement, (number,)).fetchone()
    return memory_of(row, text)
