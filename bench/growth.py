"""What a large ledger costs: the same events beside ten times as many tickets, and time that passes for all of them."""

from dataclasses import replace
from datetime import timedelta
from itertools import cycle, islice
from time import perf_counter, process_time

from bench.databases import FILES, Database
from bench.measures import Measure
from bench.mix import deliveries
from bench.workplace import Desk
from sprintmind.commands.watching import progress
from sprintmind.domain.ahead import to_do
from sprintmind.domain.events import TicketKey
from sprintmind.domain.work import Ticket
from sprintmind.ledger.port import Ledger
from sprintmind.record import AT_ONCE

SMALL, LARGE = 500, 5_000  # tickets
LIVE, ALL = 5_000, 50_000  # tickets
SAMPLES = 60
"""Tickets that are really folded before they are copied."""


def growth(rounds: int, *, small: int = SMALL, large: int = LARGE, each: int = 200, on: Database = FILES) -> Measure:
    """Measure the CPU that an event takes beside many tickets, against the same beside a tenth of them."""
    few, many = _milliseconds(small, rounds, each, on), _milliseconds(large, rounds, each, on)
    return Measure(
        name=f"CPU per event with {large:,} tickets and {large * 10:,} events",
        unit="ms",
        ours=many,
        floor=few,
        floor_is=f"with {small:,} tickets and {small * 10:,} events",
        must=1.5 if on is FILES else None,
    )


def ticking(rounds: int, *, live: int = LIVE, every: int = ALL, on: Database = FILES) -> Measure:
    """Measure a `tick` on each of some days over many tickets, of which some are still to be done."""
    ours: list[float] = []
    floor: list[float] = []
    with on.desk() as at:
        fill(at, on.ledger(at), live=live, every=every)
        at.wait(timedelta(days=1))
        at.app.tick()
        for _ in range(rounds):
            at.wait(timedelta(days=1))
            floor.append(1000 * on.scan(at))
            began = perf_counter()
            at.app.tick()
            ours.append(1000 * (perf_counter() - began))
    return Measure(
        name=f"`tick` over {live:,} open of {every:,} tickets",
        unit="ms",
        ours=tuple(ours),
        floor=tuple(floor),
        floor_is="fetch the rows of the open tickets",
        must=10 if on is FILES else None,
    )


def _milliseconds(tickets: int, rounds: int, each: int, on: Database) -> tuple[float, ...]:
    """Fill a ledger in batches, then let events come one by one; CPU milliseconds of each, by round."""
    took: list[float] = []
    stream = deliveries(tickets + rounds * each // 10 + 30)
    with on.desk() as at:
        with progress(f"filling a ledger on {on.name}", total=tickets * 10) as steps:
            at.in_batches(islice(stream, tickets * 10), steps.done)
        for _ in range(rounds):
            some = list(islice(stream, each))
            began = process_time()
            at.one_by_one(some)
            took.append(1000 * (process_time() - began) / each)
    return tuple(took)


def fill(at: Desk, ledger: Ledger, *, live: int, every: int) -> None:
    """Keep many tickets, most of them done, as copies of some that were folded; `tick` reads none of their events."""
    at.one_by_one(deliveries(SAMPLES))
    with ledger.writing() as transaction:
        samples = transaction.tickets(history=True)
        for chosen, first, last in ((False, 0, every - live), (True, every - live, every)):
            alike = [each for each in samples if to_do(each) is chosen and not _disputed(each)]
            some = (_copied(each, number) for each, number in zip(cycle(alike), range(first, last), strict=False))
            while part := list(islice(some, AT_ONCE)):
                transaction.keep_tickets(part)
    ledger.close()


def _copied(ticket: Ticket, number: int) -> Ticket:
    key = TicketKey(f"NW-{1_000_000 + number}")
    fields = {name: replace(history, subject=key) for name, history in ticket.fields.items()}
    return replace(ticket, key=key, keys=frozenset([key]), fields=fields)


def _disputed(ticket: Ticket) -> bool:
    """Tell whether a ticket has conflicts, which cannot be copied: they have ids of their own."""
    return any(history.conflicts for history in ticket.fields.values())
