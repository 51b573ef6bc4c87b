"""Embedding again with another model, a batch at a time: whoever is interrupted goes on where they were."""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager

from sprintmind.domain.progress import Progress
from sprintmind.memory.embedded.meanings import Meanings
from sprintmind.memory.embedded.vectors import packed
from sprintmind.memory.embedded.writing import raise_epoch

BATCH = 32

_LEFT = "SELECT count(*) FROM passages WHERE model IS NOT ?"
_NEXT = "SELECT id, text FROM passages WHERE model IS NOT ? AND id > ? ORDER BY id LIMIT ?"
_UPDATE = "UPDATE passages SET model = ?, scale = ?, vector = ? WHERE id = ?"

Transacted = Callable[[], AbstractContextManager[sqlite3.Connection]]
"""Begins a transaction that writes."""


def embed_again(transacted: Transacted, meanings: Meanings, *, progress: Progress) -> int:
    """Give every passage a vector of the present model, and tell how many had none."""
    model = meanings.model
    with transacted() as connection:
        [total] = connection.execute(_LEFT, (model,)).fetchone()
    done = last = 0
    progress(done, total)
    try:
        while batch := _batch(transacted, model, last):
            _embed(transacted, meanings, batch)
            done, last = done + len(batch), batch[-1][0]
            progress(done, max(done, total))
    finally:
        if done:
            with transacted() as connection:
                raise_epoch(connection)
    return done


def _batch(transacted: Transacted, model: str | None, last: int) -> list[tuple[int, str]]:
    with transacted() as connection:
        return connection.execute(_NEXT, (model, last, BATCH)).fetchall()


def _embed(transacted: Transacted, meanings: Meanings, batch: list[tuple[int, str]]) -> None:
    vectors = meanings.of_texts([text for _, text in batch])
    if vectors is None:
        return
    with transacted() as connection:
        for (passage, _), vector in zip(batch, vectors, strict=True):
            content, scale = packed(vector)
            connection.execute(_UPDATE, (meanings.model, scale, content, passage))
