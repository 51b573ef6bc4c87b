"""What pages over many tickets take, each beside the questions that it asks of the ledger, alone."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.testclient import TestClient

from bench.measures import Measure
from bench.mix import deliveries, settings
from bench.queries import Notes, NotingLedger
from bench.workplace import Desk
from sprintmind.adapters import Adapters
from sprintmind.app import App
from sprintmind.documents import extract
from sprintmind.errors import UnavailableError
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.memory.port import Memories
from sprintmind.web.application import application
from sprintmind.web.server import site_for

TICKETS = 5_000
PAGES = {"/": "Radar", "/board": "Board", "/tickets": "Tickets", "/promises": "Promises", "/my-day": "My day"}
"""The pages that show of all tickets what counts; the radar is the first page of whoever is nobody in particular."""
PERSON = "priya"
"""Whose day it is; all other pages are for nobody in particular."""


def pages(rounds: int, *, tickets: int = TICKETS) -> tuple[Measure, ...]:
    """Measure pages over many tickets, in CPU time, against what the ledger takes to answer the same questions."""
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        desk = Desk(Path(folder))
        desk.in_batches(deliveries(tickets))
        return tuple(measured(desk, path, rounds, tickets=tickets) for path in PAGES)


def measured(desk: Desk, path: str, rounds: int, *, tickets: int) -> Measure:
    """Measure one page of a home that is filled; the first round only warms up."""
    page, notes = _visit(desk.app, path), asked_for(desk, path)
    ledger = SqliteLedger(desk.file, now=desk.clock)
    rows = [(_milliseconds(page), _milliseconds(lambda: notes.ask(ledger))) for _ in range(rounds + 1)][1:]
    return Measure(
        name=f"{PAGES[path]} over {tickets:,} tickets",
        unit="ms of CPU",
        ours=tuple(ours for ours, _ in rows),
        floor=tuple(floor for _, floor in rows),
        floor_is="its ledger queries alone",
        must=3,
    )


def asked_for(desk: Desk, path: str) -> Notes:
    """Note what a page asks of the ledger."""
    ledger = NotingLedger(desk.file, now=desk.clock)
    app = App(
        ledger=ledger,
        team=settings().team(),
        policy=settings().policy(),
        clock=desk.clock,
        adapters=Adapters(memory=_none, meaning=lambda: None, model=lambda: None),
        read=extract,
    )
    page = _visit(app, path)
    ledger.notes.readings.clear()
    page()
    return ledger.notes


def _none() -> Memories:
    raise UnavailableError("these pages ask no memory")


def _visit(app: App, path: str) -> Callable[[], None]:
    site = site_for(app, settings=settings(), key="k" * 48, alone=True, environ={})
    client = TestClient(application(site, hosts=["testserver"], secure=False))
    if path == "/my-day":
        found = re.search(r'name="csrf" value="([^"]+)"', client.get("/sign-in").text)
        client.post("/sign-in", data={"csrf": found[1] if found else "", "by": PERSON}).raise_for_status()

    def page() -> None:
        client.get(path).raise_for_status()

    return page


def _milliseconds(act: Callable[[], None]) -> float:
    began = time.process_time()
    act()
    return 1000 * (time.process_time() - began)
