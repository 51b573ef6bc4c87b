"""Run the benches: `python -m bench [--large] [--rounds N] [--record] [NAME…]`."""

import argparse
import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from cProfile import Profile
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from pstats import Stats

from bench.asking import asking
from bench.checking import checking
from bench.collected import VARIABLE as TEXTS
from bench.collected import is_there
from bench.databases import SERVER, VARIABLE, server_version
from bench.databases import is_there as is_server_there
from bench.growth import growth, ticking
from bench.hindsight import recalling_served
from bench.ingest import backfill, durable
from bench.measures import Measure, table
from bench.mix import deliveries, sizes
from bench.pages import pages
from bench.reading import reading
from bench.recalling import recalling, retaining
from bench.retrieval import retrieving
from bench.start import start
from bench.web import webhooks

ROOT = Path(__file__).parents[1]
PROFILES = ROOT / "bench" / "profiles"
"""Where the profile of each bench is kept, for `python -m pstats`; it is not committed."""
RECORD = ROOT / "docs" / "reference" / "benchmarks.md"
MARKS = ("<!-- recorded by python -m bench: begin -->", "<!-- recorded by python -m bench: end -->")
MARKS_POSTGRES = (
    "<!-- recorded by python -m bench --postgres: begin -->",
    "<!-- recorded by python -m bench --postgres: end -->",
)

Bench = Callable[[int], Measure | tuple[Measure, ...]]

BENCHES: dict[str, Bench] = {
    "durable": durable,
    "backfill": backfill,
    "growth": growth,
    "tick": ticking,
    "start": start,
    "reading": reading,
    "recall": recalling,
    "retain": retaining,
    "ask": asking,
    "check": checking,
    "pages": pages,
    "webhooks": webhooks,
}
RETRIEVAL: dict[str, Bench] = {"retrieval": retrieving}
"""Needs texts that are not part of the project."""
LARGE: dict[str, Bench] = {"growth-large": partial(growth, large=50_000)}
"""Half a million events; takes long."""
POSTGRES: dict[str, Bench] = {
    "durable-postgres": partial(durable, each=100, on=SERVER),
    "backfill-postgres": partial(backfill, each=500, on=SERVER),
    "growth-postgres": partial(growth, small=50, large=500, each=100, on=SERVER),
    "tick-postgres": partial(ticking, live=1_000, every=10_000, on=SERVER),
}
"""On PostgreSQL, smaller and without a gate: `python tests/postgres_server.py python -m bench --postgres`."""
SERVED: dict[str, Bench] = {"hindsight": recalling_served}
"""Ask a server of the tests: `python tests/hindsight_server.py python -m bench hindsight`."""
ALL = {**BENCHES, **RETRIEVAL, **LARGE, **SERVED, **POSTGRES}


def main(arguments: Sequence[str]) -> int:
    """Run what was asked for and print each figure beside its floor; 1 if one that must be reached is not."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(ALL)}")
    parser.add_argument("--large", action="store_true", help="half a million events")
    parser.add_argument("--postgres", action="store_true", help=f"on the server at {VARIABLE} of the environment")
    parser.add_argument("--rounds", type=int, default=5, help="of each; the median counts")
    parser.add_argument("--record", action="store_true", help="write the figures into the documentation")
    asked = parser.parse_args(arguments)
    chosen = asked.names or _chosen(asked.large, asked.postgres)
    found = [measure for name in chosen for measure in _run(name, asked.rounds)]
    result = f"{_machine(server_version() if asked.postgres else f'SQLite {sqlite3.sqlite_version}')}\n\n{table(found)}"
    print(f"\n{result}")
    if asked.record:
        _record(result, MARKS_POSTGRES if asked.postgres else MARKS)
    return 0 if all(each.reached for each in found) else 1


def _chosen(large: bool, postgres: bool) -> Iterable[str]:  # noqa: FBT001  # both are options
    if postgres and not is_server_there():
        sys.exit(f"{VARIABLE} names no server; run `python tests/postgres_server.py python -m bench --postgres`")
    return POSTGRES if postgres else LARGE if large else _possible()


def _possible() -> list[str]:
    """Name the benches for which everything is there; what is left out is said."""
    if not is_there():
        print(f"retrieval is left out: {TEXTS} names no directory with memory_bench in it\n")
        return list(BENCHES)
    return [*BENCHES, *RETRIEVAL]


def _run(name: str, rounds: int) -> tuple[Measure, ...]:
    """Measure without a profiler, and once more, shorter, with it: it slows down what it watches."""
    bench = ALL[name]
    measured = bench(rounds)
    measures = measured if isinstance(measured, tuple) else (measured,)
    print("\n".join(table(measures).splitlines()[2:]), flush=True)
    if name in ("durable", "backfill", "tick", "retain"):
        PROFILES.mkdir(exist_ok=True)
        profile = Profile()
        profile.runcall(bench, 1)
        profile.dump_stats(PROFILES / f"{name}.prof")
        with (PROFILES / f"{name}.txt").open("w", encoding="utf-8") as file:
            Stats(profile, stream=file).sort_stats("cumulative").print_stats("sprintmind|sqlite3|sqlalchemy", 60)
    return measures


def _machine(database: str) -> str:
    median, ninetieth = sizes(list(islice(deliveries(100), 1000)))
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {database}, "
        f"{platform.machine()}, {os.cpu_count()} CPUs; bodies of {median:,} bytes in the median, "
        f"{ninetieth:,} at the ninetieth percentile."
    )


def _record(result: str, marks: tuple[str, str]) -> None:
    """Replace what stands between the marks."""
    text = RECORD.read_text(encoding="utf-8")
    before, _, rest = text.partition(marks[0])
    _, _, after = rest.partition(marks[1])
    RECORD.write_text(f"{before}{marks[0]}\n{result}\n{marks[1]}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
