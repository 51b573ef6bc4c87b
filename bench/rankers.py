"""Ways to rank memories for a question: as our memory does, and by each half of it alone."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bench.collected import Asked, Collection
from sprintmind.domain.memories import Memory, Question, TagFilter
from sprintmind.domain.visibility import Caller
from sprintmind.embeddings.port import Embeddings, Vectors
from sprintmind.memory.embedded import EmbeddedMemories
from sprintmind.memory.embedded.passages import passages
from sprintmind.memory.embedded.wording import expression, terms

DEEPEST = 10

Ranked = Sequence[str]
"""Documents, best first."""


class Remembered:
    """Embeds each text once.

    Args:
        embeddings: The model.
    """

    def __init__(self, embeddings: Embeddings) -> None:
        self._embeddings = embeddings
        self._known: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
        self.name, self.size = embeddings.name, embeddings.size

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed what is new."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= zip(new, self._embeddings.embed(new), strict=True)
        return np.stack([self._known[text] for text in texts]) if texts else self._embeddings.embed(())


def by_memory(collection: Collection, embeddings: Embeddings) -> list[Ranked]:
    """Rank as our memory does."""
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        opened = EmbeddedMemories(Path(folder) / "a.memory.db", embeddings=lambda: embeddings)
        with closing(opened) as memories:
            memories.retain(collection.memories)
            return [_recalled(memories, each) for each in collection.questions]


def _recalled(memories: EmbeddedMemories, asked: Asked) -> Ranked:
    wanted = TagFilter(tags=(asked.within,))
    question = Question(text=asked.text, caller=Caller(), tags=wanted, limit=DEEPEST)
    return [each.memory.document for each in memories.recall(question)]


def by_words(collection: Collection) -> list[Ranked]:
    """Rank by BM25 of whole texts and what stands around them, with our stemming, stop words and weights."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE words USING fts5(text, context, document UNINDEXED, tag UNINDEXED, "
            "tokenize='porter unicode61 remove_diacritics 2')"
        )
        rows = (
            (memory.text, memory.context, memory.document, tag) for memory in collection.memories for tag in memory.tags
        )
        connection.executemany("INSERT INTO words VALUES (?, ?, ?, ?)", rows)
        return [_matched(connection, each) for each in collection.questions]


def _matched(connection: sqlite3.Connection, asked: Asked) -> Ranked:
    query = "SELECT document FROM words WHERE words MATCH ? AND tag = ? ORDER BY bm25(words, 1.0, 0.3), rowid LIMIT ?"
    found = connection.execute(query, (expression(terms(asked.text)), asked.within, DEEPEST))
    return [document for (document,) in found]


def by_vectors(collection: Collection, embeddings: Embeddings) -> list[Ranked]:
    """Rank by cosine alone, of a long text by its best passage."""
    pieces = [(memory, text) for memory in collection.memories for text in passages(memory.text)]
    vectors = embeddings.embed([text for _, text in pieces])
    return [_nearest(vectors @ embeddings.embed([each.text])[0], pieces, each) for each in collection.questions]


def _nearest(
    cosines: np.ndarray[tuple[int], np.dtype[np.float32]], pieces: Sequence[tuple[Memory, str]], asked: Asked
) -> Ranked:
    found: dict[str, None] = {}
    for place in np.argsort(-cosines, kind="stable").tolist():
        memory = pieces[place][0]
        if asked.within in memory.tags:
            found[memory.document] = None
        if len(found) == DEEPEST:
            break
    return list(found)
