"""A workspace's memory in one SQLite file beside its ledger; no server, no key, nothing to download."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from sprintmind.domain.memories import Budget, DocumentId, Memory, MemoryStatus, Question, Recalled, Reflection
from sprintmind.domain.progress import Progress
from sprintmind.domain.recalls import admitted
from sprintmind.embeddings.port import Embeddings
from sprintmind.errors import UnavailableError
from sprintmind.llm.port import Model
from sprintmind.memory.checking import checked
from sprintmind.memory.embedded.database import PATIENCE, connected, transaction, translated
from sprintmind.memory.embedded.fetching import best, memories_of
from sprintmind.memory.embedded.meanings import Meanings
from sprintmind.memory.embedded.mirror import Mirror
from sprintmind.memory.embedded.reembedding import embed_again
from sprintmind.memory.embedded.rows import passages_of
from sprintmind.memory.embedded.searching import Search
from sprintmind.memory.embedded.vectors import packed
from sprintmind.memory.embedded.writing import Prepared, Vector, erase, erase_all, known_vectors, put
from sprintmind.memory.port import Schema
from sprintmind.memory.reflecting import reflected


class EmbeddedMemories:
    """See `Memories`. It may be used by several threads; each process opens its own.

    Args:
        file: Is made where there is none.
        embeddings: Opens them when they are first needed; gives None where words must do.
        model: Opens the language model that reflects; gives None where there is none.
        patience: How long to wait for another process that writes, in milliseconds.

    Raises:
        UnavailableError: The file cannot be opened, is no memory, or was written by a newer version.
    """

    def __init__(
        self,
        file: Path,
        *,
        embeddings: Callable[[], Embeddings | None],
        model: Callable[[], Model | None] = lambda: None,
        patience: int = PATIENCE,
    ) -> None:
        self._file = file
        self._meanings = Meanings(embeddings)
        self._model = model
        self._mirror: Mirror | None = None
        self._may_write, self._may_read = Lock(), Lock()
        self._writer = connected(file, patience=patience)
        self._reader = connected(file, patience=patience)

    def retain(self, memories: Sequence[Memory]) -> None:
        """See `Memories.retain`; no transaction is open while texts are embedded."""
        kept = checked(memories)
        if not kept:
            return
        prepared = self._prepared(kept)
        with self._writing() as connection:
            put(connection, prepared)

    def recall(self, question: Question) -> tuple[Recalled, ...]:
        """See `Memories.recall`."""
        if question.limit < 1:
            return ()
        vector = self._meanings.of_question(question.text) if question.text.strip() else None
        with self._reading() as connection:
            mirror = self._followed(connection)
            candidates = Search(connection, mirror, question).candidates(vector)
            found = best(candidates, mirror, limit=question.limit)
            memories = memories_of(connection, found)
        recalled = (Recalled(memory=memory, score=each.score) for each, memory in zip(found, memories, strict=True))
        return tuple(each for each in recalled if admitted(each.memory, question))

    def reflect(self, question: Question, *, budget: Budget = Budget.LOW, schema: Schema | None = None) -> Reflection:
        """See `Memories.reflect`."""
        return reflected(self, question, budget=budget, schema=schema, model=self._model())

    def forget(self, documents: Sequence[DocumentId]) -> int:
        """See `Memories.forget`; erased words are overwritten in the file, and the log before it is emptied."""
        with self._writing() as connection:
            count = erase(connection, documents)
        if count:
            self._empty_log()
        return count

    def clear(self) -> None:
        """See `Memories.clear`."""
        with self._writing() as connection:
            erase_all(connection)
        self._empty_log()

    def reembed(self, progress: Progress) -> int:
        """See `Reembedding.reembed`."""
        if self._meanings.lacking:
            raise UnavailableError(f"nothing can be embedded: {self._meanings.lacking}")
        return embed_again(self._writing, self._meanings, progress=progress)

    def status(self) -> MemoryStatus:
        """See `Memories.status`."""
        try:
            with self._reading() as connection:
                [count] = connection.execute("SELECT count(*) FROM memories").fetchone()
                [without] = connection.execute(
                    "SELECT count(*) FROM passages WHERE model IS NOT ?", (self._meanings.model,)
                ).fetchone()
        except UnavailableError as error:
            return MemoryStatus(backend="embedded", ready=False, mode="", memories=None, detail=str(error))
        why = self._meanings.lacking or self._meanings.silence
        others = (
            f"{without} texts have no vector of {self._meanings.model}, and are found by their words alone; "
            "`sprintmind memory reembed` embeds them"
        )
        return MemoryStatus(
            backend="embedded",
            ready=True,
            mode="lexical" if why else "hybrid",
            memories=count,
            detail=why or (others if without else ""),
        )

    def close(self) -> None:
        """See `Memories.close`."""
        with self._may_write, self._may_read:
            self._writer.close()
            self._reader.close()

    def _prepared(self, memories: Sequence[Memory]) -> list[Prepared]:
        cut = [tuple(passages_of(memory)) for memory in memories]
        vectors = self._vectors(memories, [passage.text for each in cut for passage in each])
        return [
            Prepared(
                memory=memory,
                passages=each,
                vectors=tuple(vectors.get(passage.text) for passage in each),
                model=self._meanings.model,
            )
            for memory, each in zip(memories, cut, strict=True)
        ]

    def _vectors(self, memories: Sequence[Memory], texts: Sequence[str]) -> dict[str, Vector]:
        """Give each text its vector: the one that it has in the file, or a new one; without embeddings none."""
        model = self._meanings.model
        if model is None:
            return {}
        with self._reading() as connection:
            found = dict(known_vectors(connection, [memory.document for memory in memories], model))
        new = [text for text in dict.fromkeys(texts) if text not in found]
        vectors = self._meanings.of_texts(new) if new else None
        if vectors is not None:
            found |= {text: packed(vector) for text, vector in zip(new, vectors, strict=True)}
        return found

    def _followed(self, connection: sqlite3.Connection) -> Mirror:
        if self._mirror is None:
            self._mirror = Mirror(model=self._meanings.model)
        self._mirror.follow(connection)
        return self._mirror

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._may_write, translated(self._file), transaction(self._writer):
            yield self._writer

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._may_read, translated(self._file), transaction(self._reader, begin="BEGIN"):
            yield self._reader

    def _empty_log(self) -> None:
        """Take erased words out of the write-ahead log; while another process reads, that happens when it is done."""
        with self._may_write, suppress(sqlite3.OperationalError):
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
