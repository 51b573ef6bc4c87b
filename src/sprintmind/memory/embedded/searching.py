"""Searching: by words in the file's index, by meaning in the mirror, by names in both, all within what may be given."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from sprintmind.domain.memories import Question, TagFilter, TagMatch
from sprintmind.domain.visibility import Caller
from sprintmind.memory.embedded import scope
from sprintmind.memory.embedded.identifiers import identifiers, possible_documents
from sprintmind.memory.embedded.mirror import Mirror
from sprintmind.memory.embedded.ranking import DEPTH, Candidates
from sprintmind.memory.embedded.vectors import Floats, Mask, Rows, cosines
from sprintmind.memory.embedded.wording import expression, terms

WEIGHTS = "bm25(1.0, 0.3, 0.0)"
"""Of a passage's text, of what stands around it, and of its scope, which is no text."""
_BY_WORDS = f"SELECT rowid, -rank FROM words WHERE words MATCH ? AND rank MATCH '{WEIGHTS}' ORDER BY rank"  # noqa: S608 -- our own number
_BY_NAME = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 1000"
_BY_DOCUMENT = """
SELECT passages.id FROM passages JOIN memories ON memories.id = passages.memory
WHERE memories.document IN (SELECT value FROM json_each(?))
"""
_DAY = 86_400
_FEW = 3
"""One in so many or fewer are few."""

Scored = dict[int, float]
"""BM25 by row."""


class Search:
    """One search, of one moment of the file and its mirror.

    Args:
        connection: In a transaction.
        mirror: Follows it.
        question: What is asked.
    """

    def __init__(self, connection: sqlite3.Connection, mirror: Mirror, question: Question) -> None:
        self._connection = connection
        self._mirror = mirror
        self._question = question
        self._depth = max(DEPTH[question.budget], 2 * question.limit)
        self._allowed = self._admitted()

    def candidates(self, vector: Floats | None) -> Candidates:
        """Find the passages that may answer.

        Args:
            vector: The question's; None: words alone.
        """
        if vector is not None and len(vector) != self._mirror.vectors.shape[1]:
            vector = None  # nothing that could be compared with it
        words = self._by_words()
        named = self._by_name()
        close = self._by_meaning(vector) if vector is not None else np.zeros(0, np.int64)
        rows = np.unique(np.concatenate([np.array([*words, *named], np.int64), close]))
        mirror = self._mirror
        near = cosines(mirror.vectors[rows], mirror.scales[rows], vector) if vector is not None else np.zeros(len(rows))
        newest = mirror.said_at.max(initial=0.0)
        return Candidates(
            rows=rows,
            cosines=near.astype(np.float32),
            words=np.array([words.get(row, 0.0) for row in rows.tolist()], np.float32),
            named=np.isin(rows, np.array(sorted(named), np.int64)),
            letters=mirror.letters[rows],
            ages=((newest - mirror.said_at[rows]) / _DAY).astype(np.float32),
        )

    def _admitted(self) -> Mask:
        """Tell which rows the question means and its caller may read."""
        question, mirror = self._question, self._mirror
        found = mirror.alive & self._readable(question.caller)
        if question.tags:
            found &= self._tagged(question.tags)
        if question.kinds:
            found &= self._any(scope.kind_tags(question.kinds))
        if within := question.within:
            found &= mirror.said_at >= within.start.timestamp() if within.start else True
            found &= mirror.said_at < within.end.timestamp() if within.end else True
        return found

    def _readable(self, caller: Caller) -> Mask:
        mirror = self._mirror
        if caller.operator:
            return mirror.alive
        found = mirror.open
        if caller.manager:
            found = found | mirror.managers
        if caller.person:
            found = found | mirror.tagged(self._connection, scope.reader(caller.person))
        return found

    def _tagged(self, wanted: TagFilter) -> Mask:
        every = wanted.match in (TagMatch.ALL, TagMatch.ALL_STRICT)
        found = self._all(wanted.tags) if every else self._any(wanted.tags)
        return found | self._mirror.untagged if wanted.match in (TagMatch.ANY, TagMatch.ALL) else found

    def _any(self, tags: Sequence[str]) -> Mask:
        found: Mask = np.logical_or.reduce([self._mirror.tagged(self._connection, scope.tag(each)) for each in tags])
        return found

    def _all(self, tags: Sequence[str]) -> Mask:
        found: Mask = np.logical_and.reduce([self._mirror.tagged(self._connection, scope.tag(each)) for each in tags])
        return found

    def _by_words(self) -> Scored:
        words = terms(self._question.text)
        if not words:
            return {}
        asked = scope.narrowed(expression(words), self._question if self._is_selective() else self._unfiltered())
        found = self._connection.execute(_BY_WORDS, (asked,))
        return dict(islice(self._kept(found), self._depth))

    def _is_selective(self) -> bool:
        """Tell whether few are meant; what almost all have is told faster by the mirror than by the index."""
        return int(self._allowed.sum()) * _FEW < len(self._allowed)

    def _unfiltered(self) -> Question:
        return replace(self._question, tags=None, kinds=())

    def _by_name(self) -> set[int]:
        """Find what the question names: by what stands in it or in its tags, and by its own document."""
        spoken = json.dumps(possible_documents(self._question.text))
        found = list(self._connection.execute(_BY_DOCUMENT, (spoken,)))
        if names := identifiers(self._question.text):
            asked = scope.narrowed(scope.named(names), self._question)
            found += self._connection.execute(_BY_NAME, (asked,))
        return {row for row, _ in self._kept((passage, 1.0) for (passage,) in found)}

    def _kept(self, found: Iterable[tuple[int, float]]) -> Iterator[tuple[int, float]]:
        """Keep the admitted passages, as rows: the index knows nothing of times, and is not trusted with the rest."""
        for passage, score in found:
            row = self._mirror.row(passage)
            if row is not None and self._allowed[row]:
                yield row, score

    def _by_meaning(self, vector: Floats) -> Rows:
        """Find the closest of the admitted; a search of few goes through those few alone."""
        mirror = self._mirror
        rows = np.flatnonzero(self._allowed)
        if self._is_selective():
            near = cosines(mirror.vectors[rows], mirror.scales[rows], vector)
        else:
            near = cosines(mirror.vectors, mirror.scales, vector)[rows]
        if len(near) <= self._depth:
            return rows
        return rows[np.argpartition(near, -self._depth)[-self._depth :]]
