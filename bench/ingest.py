"""How fast facts come in, one by one and in batches."""

from collections.abc import Callable, Sequence
from itertools import islice
from time import perf_counter

from bench.databases import FILES, Database
from bench.measures import Measure
from bench.mix import deliveries
from bench.workplace import Desk
from sprintmind.intake import Delivery

FLOOR = "insert and commit the bodies alone"
WARM = 200
"""Deliveries before the first round: what is compiled once is compiled then."""


def durable(rounds: int, *, each: int = 300, on: Database = FILES) -> Measure:
    """Measure one event per transaction, through the whole pipeline, against the bare inserts of the same bodies."""
    ours, floor = _against_floor(rounds, each, Desk.one_by_one, on)
    return Measure(
        name="Durable ingest, one event per transaction",
        unit="events/s",
        ours=ours,
        floor=floor,
        floor_is=FLOOR,
        must=0.10 if on is FILES else None,
        aim=0.20 if on is FILES else None,
        more_is_better=True,
    )


def backfill(rounds: int, *, each: int = 1000, on: Database = FILES) -> Measure:
    """Measure batches of up to 500, each all or nothing, against the bare inserts, still committed one by one."""
    ours, floor = _against_floor(rounds, each, Desk.in_batches, on)
    return Measure(
        name="Backfill in batches of 500",
        unit="events/s",
        ours=ours,
        floor=floor,
        floor_is=FLOOR,
        must=0.25 if on is FILES else None,
        aim=0.5 if on is FILES else None,
        more_is_better=True,
    )


def _against_floor(
    rounds: int, each: int, take: Callable[[Desk, Sequence[Delivery]], None], on: Database
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Take some deliveries in each round, one round after the other in one ledger, and insert the same barely."""
    stream = deliveries((WARM + rounds * each) // 10 + 30)
    ours: list[float] = []
    floor: list[float] = []
    with on.desk() as ours_at:
        take(ours_at, list(islice(stream, WARM)))
        for _ in range(rounds):
            some = list(islice(stream, each))
            floor.append(each / on.inserts(ours_at, some))
            began = perf_counter()
            take(ours_at, some)
            ours.append(each / (perf_counter() - began))
    return tuple(ours), tuple(floor)
