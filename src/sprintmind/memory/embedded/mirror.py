"""What is searched by numbers, in arrays: vectors, times, and who may read what; kept in step with the file.

Other processes write to the file too. `PRAGMA data_version` tells cheaply that somebody did; then what is new, by its
number, and what is gone, by a list in the file, is taken over. Whatever changes rows in place raises the epoch, and
everything is read again.
"""

import sqlite3
from collections.abc import Sequence
from datetime import datetime

import numpy as np

from sprintmind.domain.events import Visibility
from sprintmind.memory.embedded.vectors import Bytes, Floats, Mask, Rows

_SELECT = """
SELECT passages.id, passages.memory, memories.said_at, memories.visibility, memories.tags = '[]',
    length(passages.text),
    CASE WHEN passages.model = ? THEN passages.scale END, CASE WHEN passages.model = ? THEN passages.vector END
FROM passages JOIN memories ON memories.id = passages.memory WHERE passages.id > ? ORDER BY passages.id
"""
_Loaded = tuple[int, int, str, str, int, int, float | None, bytes | None]

_ARRAYS = (
    "_ids", "_memories", "_said_at", "_open", "_managers", "_untagged", "_letters", "_alive", "_scales", "_vectors",
)  # fmt: skip
_MOST_MASKS = 256


class Mirror:
    """The arrays; one row a passage, in the order of their numbers.

    Args:
        model: Whose vectors are taken; others cannot be compared. None: none are.
    """

    def __init__(self, *, model: str | None) -> None:
        self._model = model or ""
        self._size = 0
        self._version = -1
        self._masks: dict[str, Mask] = {}
        self._empty()

    def _empty(self) -> None:
        self._epoch = self._last = self._gone = self._count = 0
        self._masks.clear()
        self._ids = np.zeros(0, np.int64)
        self._memories = np.zeros(0, np.int64)
        self._said_at = np.zeros(0, np.float64)
        self._open = np.zeros(0, np.bool_)
        self._managers = np.zeros(0, np.bool_)
        self._untagged = np.zeros(0, np.bool_)
        self._letters = np.zeros(0, np.float32)
        self._alive = np.zeros(0, np.bool_)
        self._scales = np.zeros(0, np.float32)
        self._vectors = np.zeros((0, self._size), np.int8)

    @property
    def ids(self) -> Rows:
        """Numbers of passages, rising."""
        return self._ids[: self._count]

    @property
    def memories(self) -> Rows:
        """Numbers of the memories that they are of."""
        return self._memories[: self._count]

    @property
    def said_at(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Seconds since 1970."""
        return self._said_at[: self._count]

    @property
    def open(self) -> Mask:
        """The whole team may read it."""
        return self._open[: self._count]

    @property
    def managers(self) -> Mask:
        """Managers may read it."""
        return self._managers[: self._count]

    @property
    def untagged(self) -> Mask:
        """It has no tags."""
        return self._untagged[: self._count]

    @property
    def letters(self) -> Floats:
        """How long its text is."""
        return self._letters[: self._count]

    @property
    def alive(self) -> Mask:
        """It is still there."""
        return self._alive[: self._count]

    @property
    def scales(self) -> Floats:
        """What one step of a vector's bytes stands for; 0 where there is no vector of this model."""
        return self._scales[: self._count]

    @property
    def vectors(self) -> Bytes:
        """Vectors in bytes."""
        return self._vectors[: self._count]

    def row(self, passage: int) -> int | None:
        """Find the row of a passage; None if it is not mirrored."""
        found = int(np.searchsorted(self.ids, passage))
        return found if found < self._count and self._ids[found] == passage else None

    def tagged(self, connection: sqlite3.Connection, tag: str) -> Mask:
        """Tell which rows have a tag, or a reader; remembered until something changes."""
        if tag not in self._masks:
            if len(self._masks) >= _MOST_MASKS:
                self._masks.clear()
            found = connection.execute("SELECT memory FROM memory_tags WHERE tag = ?", (tag,))
            self._masks[tag] = np.isin(self.memories, np.array([memory for (memory,) in found], np.int64))
        return self._masks[tag]

    def follow(self, connection: sqlite3.Connection) -> None:
        """Take over what changed in the file; inside of a transaction, so that what is searched next is the same."""
        [epoch] = connection.execute("SELECT value FROM marks WHERE name = 'epoch'").fetchone()
        [version] = connection.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return
        size = self._size or self._size_in(connection)
        if epoch != self._epoch or size != self._size:
            self._size = size
            self._empty()
            self._epoch = epoch
        self._add(connection.execute(_SELECT, (self._model, self._model, self._last)).fetchall())
        self._bury(
            connection.execute("SELECT id, passage FROM gone WHERE id > ? ORDER BY id", (self._gone,)).fetchall()
        )
        self._version = version

    def _size_in(self, connection: sqlite3.Connection) -> int:
        """Tell how many numbers a vector has, as one that is there shows; 0 while there is none."""
        found = connection.execute(
            "SELECT length(vector) FROM passages WHERE model = ? LIMIT 1", (self._model,)
        ).fetchone()
        return int(found[0]) if found else 0

    def _add(self, loaded: Sequence[_Loaded]) -> None:
        if not loaded:
            return
        start, end = self._count, self._count + len(loaded)
        self._make_room(end)
        ids, memories, said_at, visibility, untagged, letters, scales, vectors = zip(*loaded, strict=True)
        self._ids[start:end] = ids
        self._memories[start:end] = memories
        self._said_at[start:end] = [datetime.fromisoformat(each).timestamp() for each in said_at]
        self._open[start:end] = [each == Visibility.TEAM for each in visibility]
        self._managers[start:end] = [each == Visibility.MANAGERS for each in visibility]
        self._untagged[start:end] = untagged
        self._letters[start:end] = letters
        self._alive[start:end] = True
        nothing = bytes(self._size)
        whole = [each is not None and len(each) == self._size for each in vectors]
        self._scales[start:end] = [scale if known else 0.0 for scale, known in zip(scales, whole, strict=True)]
        joined = b"".join(each if known else nothing for each, known in zip(vectors, whole, strict=True))
        self._vectors[start:end] = np.frombuffer(joined, np.int8).reshape(len(loaded), self._size)
        self._count, self._last = end, ids[-1]
        self._masks.clear()

    def _bury(self, gone: Sequence[tuple[int, int]]) -> None:
        if not gone:
            return
        numbers, passages = zip(*gone, strict=True)
        self._alive[: self._count] &= ~np.isin(self.ids, np.array(passages, np.int64))
        self._gone = numbers[-1]

    def _make_room(self, count: int) -> None:
        """Grow by half, so that one memory more does not copy all of them."""
        if count <= len(self._ids):
            return
        room = max(count, len(self._ids) * 3 // 2, 1024)
        for name in _ARRAYS:
            old = getattr(self, name)
            new = np.zeros((room, *old.shape[1:]), old.dtype)
            new[: self._count] = old[: self._count]
            setattr(self, name, new)
