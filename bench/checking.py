"""How soon a plan is checked against ten thousand lessons, by words and by meaning, without a language model."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.measures import Measure
from bench.mix import settings
from bench.recalling import Drawn, Floor, Writer
from bench.workplace import Clock
from sprintmind.adapters import Adapters
from sprintmind.app import App
from sprintmind.conditions.lexicon import lexicon
from sprintmind.embeddings.choice import Cosines
from sprintmind.embeddings.condition_model import open_conditions
from sprintmind.embeddings.minilm import open_minilm
from sprintmind.embeddings.port import Embeddings, Vectors
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.lessons.files import LessonFile
from sprintmind.memory.embedded import EmbeddedMemories
from sprintmind.plans.asking import Checked, Request

MANY = 10_000
CHECKS = 9
"""Of one round; the median counts."""
PLANS = (
    "Friday deploy of the till with three dependency updates",
    "Schema migration of the orders table on Saturday at 02:30, straight to production",
    "Move the search cluster to smaller nodes and flush the cache before the sale",
)


def checking(rounds: int) -> tuple[Measure, ...]:
    """Measure checks against the embedding of their queries and the bare searches for them."""
    names = tuple(str(name) for name, entry in lexicon().items() if not entry.common)
    by_words = _measure("a plan", _lessons(names, 3), None, rounds)
    own = _own_phrases()
    return by_words, _measure("a plan by meaning", _lessons(own, 1), own, rounds)


def _measure(name: str, lessons: Sequence[object], own: Sequence[str] | None, rounds: int) -> Measure:
    """Measure checks against lessons with conditions of the lexicon, or with phrases of their own."""
    embeddings = open_minilm()
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        file = Path(folder) / "bench.memory.db"
        with closing(EmbeddedMemories(file, embeddings=lambda: embeddings)) as memories:
            app = _filled(Path(folder), memories, embeddings, lessons, own)
            floor = Floor(file)
            _check(app, PLANS[0])
            rows = [_round(app, floor, embeddings) for _ in range(rounds)]
    return Measure(
        name=f"checking {name} against {MANY:,} lessons",
        unit="ms",
        ours=tuple(ours for ours, _ in rows),
        floor=tuple(bare for _, bare in rows),
        floor_is="embed its queries, and search for each, bare",
        must=3.0,
    )


def _filled(
    folder: Path,
    memories: EmbeddedMemories,
    embeddings: Embeddings,
    lessons: Sequence[object],
    own: Sequence[str] | None,
) -> App:
    """Teach ten thousand lessons, and let memory know them by vectors that are drawn."""
    ledger, clock, drawn = SqliteLedger(folder / "bench.db", now=Clock()), Clock(), Drawn(embeddings)
    meaning = Cosines(Beside(open_conditions(), drawn, frozenset(own))) if own else None
    chosen = settings()

    def opened(told: EmbeddedMemories) -> App:
        adapters = Adapters(memory=lambda: told, meaning=lambda: meaning, model=lambda: None)
        return App(
            ledger=ledger, team=chosen.team(), policy=chosen.policy(), clock=clock, adapters=adapters, read=_unread
        )

    with closing(EmbeddedMemories(folder / "bench.memory.db", embeddings=lambda: drawn)) as filling:
        teaching = opened(filling)
        teaching.teach([LessonFile(name="lessons.json", body=json.dumps(lessons).encode())])
        teaching.tell_memory()
    return opened(memories)


class Beside:
    """Draws the vectors of lessons' own phrases, and asks the model for all else."""

    def __init__(self, embeddings: Embeddings, drawn: Drawn, own: frozenset[str]) -> None:
        self._embeddings, self._drawn, self._own = embeddings, drawn, own
        self.name, self.size = embeddings.name, embeddings.size

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Embed texts."""
        return (self._drawn if self._own.issuperset(texts) else self._embeddings).embed(texts)


def _own_phrases() -> tuple[str, ...]:
    """Make phrases that share no word with the lexicon, a different one for each lesson."""
    random, letters = Random(4), "bdfgklmnprtvz"  # noqa: S311 -- the same every time
    words = ["".join(random.choice(letters) + random.choice("aeiou") for _ in range(4)) for _ in range(3_000)]
    return tuple(dict.fromkeys(" ".join(random.sample(words, 3)) for _ in range(MANY)))


def _lessons(conditions: Sequence[str], each: int) -> list[dict[str, object]]:
    random, writer = Random(3), Writer()  # noqa: S311 -- the same every time
    kinds = ("failure", "failure", "counter_example", "near_miss")
    return [
        {
            "id": f"L{number}",
            "type": random.choice(kinds),
            "situation": writer.text(24),
            "lesson": writer.text(14),
            "trigger_conditions": conditions[number : number + 1] if each == 1 else random.sample(conditions, each),
        }
        for number in range(min(MANY, len(conditions)) if each == 1 else MANY)
    ]


def _round(app: App, floor: Floor, embeddings: Embeddings) -> tuple[float, float]:
    """Check plans and do the bare things for their queries, one after the other; the medians, in milliseconds."""
    ours, bare = [], []
    for number in range(CHECKS):
        began = perf_counter()
        found = _check(app, PLANS[number % len(PLANS)])
        ours.append(perf_counter() - began)
        bare.append(_bare(found, floor, embeddings))
    return 1000 * median(ours), 1000 * median(bare)


def _bare(found: Checked, floor: Floor, embeddings: Embeddings) -> float:
    queries = [each.query for each in found.check.panel.queries]
    began = perf_counter()
    vectors = embeddings.embed(queries)
    embedded = perf_counter() - began
    return embedded + sum(floor.seconds(query, vector) for query, vector in zip(queries, vectors, strict=True))


def _check(app: App, plan: str) -> Checked:
    return app.check_plan(Request(body=plan.encode()))


def _unread(delivery: object, team: object) -> tuple[()]:
    del delivery, team
    return ()
