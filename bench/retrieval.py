"""What memory finds: turns of meetings that answer a question, and incidents by their title or symptom."""

from collections.abc import Iterator, Sequence

from bench.collected import Collection, collections
from bench.measures import Measure
from bench.rankers import Ranked, Remembered, by_memory, by_vectors, by_words
from sprintmind.embeddings.minilm import open_minilm


def retrieving(_: int) -> tuple[Measure, ...]:
    """Measure how often an answer is among the first five and ten, against words alone and vectors alone; once."""
    embeddings = Remembered(open_minilm())
    return tuple(measure for each in collections() for measure in _measured(each, embeddings))


def _measured(collection: Collection, embeddings: Remembered) -> Iterator[Measure]:
    ours = by_memory(collection, embeddings)
    alone = {"words": by_words(collection), "vectors": by_vectors(collection, embeddings)}
    for depth in (5, 10):
        for name, ranked in alone.items():
            yield Measure(
                name=f"{collection.name}: questions answered among the first {depth}",
                unit="%",
                ours=(100 * hits(ours, collection, depth),),
                floor=(100 * hits(ranked, collection, depth),),
                floor_is=f"by {name} alone",
                must=1.0,
                more_is_better=True,
            )


def hits(ranked: Sequence[Ranked], collection: Collection, depth: int) -> float:
    """Tell which part of the questions has an answer among the first."""
    pairs = zip(ranked, collection.questions, strict=True)
    return sum(bool(each.answers & set(found[:depth])) for found, each in pairs) / len(collection.questions)
