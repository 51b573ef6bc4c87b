"""How soon a plan is checked against ten thousand lessons, without a model."""

import json
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
from sprintmind.embeddings.minilm import open_minilm
from sprintmind.embeddings.port import Embeddings
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.lessons.files import LessonFile
from sprintmind.memory.embedded import EmbeddedMemories
from sprintmind.memory.learned import lesson_memories
from sprintmind.plans.asking import Checked, Request

MANY = 10_000
CHECKS = 9
"""Of one round; the median counts."""
PLANS = (
    "Friday deploy of the till with three dependency updates",
    "Schema migration of the orders table on Saturday at 02:30, straight to production",
    "Move the search cluster to smaller nodes and flush the cache before the sale",
)


def checking(rounds: int) -> Measure:
    """Measure checks against the embedding of their queries and the bare searches for them."""
    embeddings = open_minilm()
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        file = Path(folder) / "bench.memory.db"
        with closing(EmbeddedMemories(file, embeddings=lambda: embeddings)) as memories:
            app = _filled(Path(folder), memories, file, embeddings)
            floor = Floor(file, memories)
            _check(app, PLANS[0])
            rows = [_round(app, floor, embeddings) for _ in range(rounds)]
    return Measure(
        name=f"checking a plan against {MANY:,} lessons",
        unit="ms",
        ours=tuple(ours for ours, _ in rows),
        floor=tuple(bare for _, bare in rows),
        floor_is="embed its queries, and search for each, bare",
        must=3.0,
    )


def _filled(folder: Path, memories: EmbeddedMemories, file: Path, embeddings: Embeddings) -> App:
    """Teach ten thousand lessons, and let memory know them by vectors that are drawn."""
    ledger, clock = SqliteLedger(folder / "bench.db", now=Clock()), Clock()
    adapters = Adapters(memory=lambda: memories, meaning=lambda: None, model=lambda: None)
    chosen = settings()
    app = App(ledger=ledger, team=chosen.team(), policy=chosen.policy(), clock=clock, adapters=adapters, read=_unread)
    app.teach([LessonFile(name="lessons.json", body=json.dumps(_lessons()).encode())])
    drawn = Drawn(embeddings)
    with closing(EmbeddedMemories(file, embeddings=lambda: drawn)) as filling:
        kept = app.lessons()
        for start in range(0, len(kept), 1_000):
            filling.retain([each for one in kept[start : start + 1_000] for each in lesson_memories(one)])
    return app


def _lessons() -> list[dict[str, object]]:
    random, writer = Random(3), Writer()  # noqa: S311 -- the same every time
    names = [name for name, entry in lexicon().items() if not entry.common]
    kinds = ("failure", "failure", "counter_example", "near_miss")
    return [
        {
            "id": f"L{number}",
            "type": random.choice(kinds),
            "situation": writer.text(24),
            "lesson": writer.text(14),
            "trigger_conditions": random.sample(names, 3),
        }
        for number in range(MANY)
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
