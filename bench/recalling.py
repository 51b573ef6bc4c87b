"""How soon memory answers with a hundred thousand texts, and how soon one more is kept."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from bench.measures import Measure
from bench.mix import BEGINNING
from sprintmind.domain.events import Audience, PersonId, Visibility
from sprintmind.domain.memories import DocumentId, Memory, Question, Tag, TagFilter, TagMatch
from sprintmind.domain.visibility import Caller
from sprintmind.embeddings.minilm import open_minilm
from sprintmind.embeddings.port import Embeddings, Vectors
from sprintmind.memory.embedded import EmbeddedMemories
from sprintmind.memory.embedded.wording import expression, terms

MANY = 100_000
QUESTIONS = 20
"""Of one round; the median counts."""
WORDS = 28
"""Of one text, half of them words that every text has."""
_BATCH = 1_000
_COMMON = "the of and to a in is it that for on with as was at by this be from or we not are but"

FILTERS: dict[str, TagFilter | None] = {
    "recall": None,
    "recall by a tag of one in ten": TagFilter(tags=(Tag("person:p1"),)),
    "recall by two tags of one in a hundred": TagFilter(tags=(Tag("customer:c1"), Tag("customer:c2"))),
    "recall by two tags at once": TagFilter(tags=(Tag("person:p1"), Tag("sprint:s1")), match=TagMatch.ALL_STRICT),
    "recall by a tag, or untagged": TagFilter(tags=(Tag("person:p1"),), match=TagMatch.ANY),
}
"""How recalls are narrowed."""


class Drawn:
    """Draws a vector for every text: a hundred thousand cannot be embedded for a bench.

    Args:
        like: The embeddings that will be asked for questions; of one name, so that they compare.
    """

    def __init__(self, like: Embeddings) -> None:
        self.name, self.size = like.name, like.size
        self._random = np.random.default_rng(1)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Draw."""
        drawn = self._random.standard_normal((len(texts), self.size), dtype=np.float32)
        unit: Vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
        return unit


class Writer:
    """Writes texts of words as often as words are in a language: few of them all the time."""

    def __init__(self) -> None:
        self._random = Random(5)  # noqa: S311 -- the same every time
        self._words = ["".join(self._random.choices(["ba", "do", "ke", "li", "mu", "ra", "to", "ze"], k=k % 3 + 2))
                       + str(k) for k in range(20_000)]  # fmt: skip
        self._often = list(accumulate(1 / (place + 20) for place in range(len(self._words))))

    def text(self, words: int) -> str:
        """Write so many words, half of them common ones."""
        pairs = zip(self._random.choices(self._words, cum_weights=self._often, k=words // 2),
                    self._random.choices(_COMMON.split(), k=words // 2), strict=True)  # fmt: skip
        return " ".join(word for pair in pairs for word in pair)

    def memory(self, number: int) -> Memory:
        """Write one with six tags; one in twenty is not for all, and one in fifty has no tags."""
        draw = self._random.randrange
        tags = (f"ticket:NW-{draw(5_000)}", f"person:p{draw(10)}", f"sprint:s{draw(2)}", f"customer:c{draw(100)}",
                "kind:meeting", "source:meeting")  # fmt: skip
        few = Audience(visibility=Visibility.PARTICIPANTS, people=frozenset({PersonId(f"p{draw(10)}")}))
        return Memory(
            document=DocumentId(f"bench:{number}"),
            text=self.text(WORDS),
            said_at=BEGINNING + timedelta(minutes=number),
            tags=tuple(map(Tag, tags)) if number % 50 else (),
            audience=Audience() if number % 20 else few,
        )


def recalling(rounds: int) -> tuple[Measure, ...]:
    """Measure recalls against the bare product of all vectors and the bare full-text query, one after the other.

    The file is filled once; that it opens is measured beside.
    """
    embeddings, writer = open_minilm(), Writer()
    with filled(embeddings, writer) as (memories, file):
        opened = _opening(file, embeddings, rounds)
        floor = Floor(file)
        questions = [[writer.text(8) for _ in range(QUESTIONS)] for _ in range(rounds + 1)]
        memories.recall(_asked(questions[0][0], None))
        rows = [_round(memories, floor, embeddings, some) for some in questions[1:]]
    recalls = (
        Measure(
            name=f"{name} among {MANY:,} memories",
            unit="ms",
            ours=tuple(row[name] for row in rows),
            floor=tuple(row["floor"] for row in rows),
            floor_is="product of all vectors, and the full-text query, bare",
            must=2.0,
        )
        for name in FILTERS
    )
    return (*recalls, opened)


class Floor:
    """The bare things that a recall is made of.

    Args:
        file: Where the full-text index is, and the vectors, which are taken as numbers of four bytes.
    """

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file)
        rows = self._connection.execute("SELECT vector, scale FROM passages ORDER BY id").fetchall()
        self._vectors = np.array([np.frombuffer(vector, np.int8) * np.float32(scale) for vector, scale in rows])

    def seconds(self, text: str, vector: np.ndarray[tuple[int], np.dtype[np.float32]]) -> float:
        """Do both, for the hundred best of each."""
        asked = expression(terms(text))
        began = perf_counter()
        np.argpartition(self._vectors @ vector, -100)
        query = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 100"
        self._connection.execute(query, (asked,)).fetchall()
        return perf_counter() - began


def _round(
    memories: EmbeddedMemories, floor: Floor, embeddings: Embeddings, questions: Sequence[str]
) -> dict[str, float]:
    """Ask each question every way; the median of each way, in milliseconds."""
    took: dict[str, list[float]] = {name: [] for name in ("floor", *FILTERS)}
    for text in questions:
        took["floor"].append(floor.seconds(text, embeddings.embed([text])[0]))
        for name, wanted in FILTERS.items():
            took[name].append(_seconds(partial(memories.recall, _asked(text, wanted))))
    return {name: 1000 * median(values) for name, values in took.items()}


def _asked(text: str, wanted: TagFilter | None) -> Question:
    return Question(text=text, caller=Caller(person=PersonId("p3")), tags=wanted)


def _seconds(work: partial[object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


@contextmanager
def filled(embeddings: Embeddings, writer: Writer, *, many: int = MANY) -> Iterator[tuple[EmbeddedMemories, Path]]:
    """Open a memory that holds so many texts, with drawn vectors."""
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        file = Path(folder) / "bench.memory.db"
        drawn = Drawn(embeddings)
        with closing(EmbeddedMemories(file, embeddings=lambda: drawn)) as filling:
            for start in range(0, many, _BATCH):
                filling.retain([writer.memory(number) for number in range(start, start + _BATCH)])
        with closing(EmbeddedMemories(file, embeddings=lambda: embeddings)) as memories:
            yield memories, file


def _opening(file: Path, embeddings: Embeddings, rounds: int) -> Measure:
    """Measure opening up to the first answer, against reading the vectors."""
    pairs = [(_seconds(partial(_open, file, embeddings)), _seconds(partial(_read, file))) for _ in range(rounds)]
    return Measure(
        name=f"opening {MANY:,} memories, up to the first answer",
        unit="s",
        ours=tuple(ours for ours, _ in pairs),
        floor=tuple(floor for _, floor in pairs),
        floor_is="reading their vectors",
        must=10,
    )


def _read(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("SELECT vector FROM passages").fetchall()


def _open(file: Path, embeddings: Embeddings) -> None:
    with closing(EmbeddedMemories(file, embeddings=lambda: embeddings)) as memories:
        memories.recall(_asked("the first question", None))


def retaining(rounds: int) -> Measure:
    """Measure keeping one text, durably, against asking the model once and committing once."""
    embeddings, writer = open_minilm(), Writer()
    ours, floor = [], []
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        opened = EmbeddedMemories(Path(folder) / "a.db", embeddings=lambda: embeddings)
        with closing(opened) as memories, closing(_bare(Path(folder) / "bare.db")) as connection:
            memories.retain([writer.memory(number) for number in range(_BATCH)])
            for _ in range(rounds):
                pairs = [_kept_and_bare(memories, connection, embeddings, writer) for _ in range(QUESTIONS)]
                ours.append(1000 * median(one for one, _ in pairs))
                floor.append(1000 * median(other for _, other in pairs))
    return Measure(
        name="keeping one memory, durably",
        unit="ms",
        ours=tuple(ours),
        floor=tuple(floor),
        floor_is="one call of the model and one commit of its text",
        must=3.0,
    )


def _kept_and_bare(
    memories: EmbeddedMemories, connection: sqlite3.Connection, embeddings: Embeddings, writer: Writer
) -> tuple[float, float]:
    memory = replace(writer.memory(1), document=DocumentId(f"one:{perf_counter()}"))
    other = writer.text(WORDS)
    return _seconds(partial(memories.retain, [memory])), _seconds(
        partial(_embed_and_commit, connection, embeddings, other)
    )


def _embed_and_commit(connection: sqlite3.Connection, embeddings: Embeddings, text: str) -> None:
    vector = embeddings.embed([text])[0]
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO texts VALUES (?, ?)", (text, vector.tobytes()))
    connection.execute("COMMIT")


def _bare(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE texts (text, vector)"):
        connection.execute(statement)
    return connection
