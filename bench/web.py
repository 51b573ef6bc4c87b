"""How soon the web app answers webhooks while they keep coming."""

import hashlib
import hmac
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Thread

import uvicorn

from bench.measures import Measure
from bench.mix import deliveries, settings
from bench.workplace import Desk
from sprintmind.intake import Delivery
from sprintmind.web.application import application
from sprintmind.web.server import Server, site_for
from sprintmind.web.site import Site

SECRET = "shared with the sender"  # noqa: S105  # of this bench alone
A_SECOND = 10  # deliveries
COUNT = 60


def webhooks(rounds: int) -> Measure:
    """Measure the slowest of a hundred deliveries at ten a second against the median of one alone."""
    bodies = (each for each in deliveries(100) if each.source == "github")
    ours, floor = [], []
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        desk = Desk(Path(folder))
        with _served(desk) as port:
            for _ in range(rounds):
                floor.append(median(_sent(port, each) for each in islice(bodies, 15)))
                ours.append(quantiles(_at_a_rate(port, list(islice(bodies, COUNT))), n=100)[98])
    return Measure(
        name=f"Webhook at {A_SECOND} deliveries a second, 99th percentile",
        unit="ms",
        ours=tuple(ours),
        floor=tuple(floor),
        floor_is="the median of one alone",
        must=10,
    )


def _at_a_rate(port: int, some: list[Delivery]) -> list[float]:
    taken: list[float] = []

    def send(each: Delivery) -> None:
        taken.append(_sent(port, each))

    threads = [Thread(target=send, args=(each,)) for each in some]
    for thread in threads:
        thread.start()
        time.sleep(1 / A_SECOND)
    for thread in threads:
        thread.join()
    return taken


def _sent(port: int, delivery: Delivery) -> float:
    headers = {
        "Content-Type": "application/json",
        "X-GitHub-Event": delivery.name or "",
        "X-Hub-Signature-256": "sha256=" + hmac.new(SECRET.encode(), delivery.body, hashlib.sha256).hexdigest(),
    }

    def send() -> None:
        connection = HTTPConnection("127.0.0.1", port)
        connection.request("POST", "/webhooks/github", delivery.body, headers)
        answer = connection.getresponse()
        told = json.loads(answer.read())
        connection.close()
        if answer.status != 202:
            raise RuntimeError(told)

    return _milliseconds(send)


@contextmanager
def _served(desk: Desk) -> Iterator[int]:
    app = application(_site(desk), hosts=["127.0.0.1"], secure=False)
    server = Server(uvicorn.Config(app, port=0, log_level="warning", ws="none"))
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def _site(desk: Desk) -> Site:
    environ = {"SPRINTMIND_GITHUB_SECRET": SECRET}
    return site_for(desk.app, settings=settings(), key="k" * 48, alone=True, environ=environ)


def _milliseconds(act: Callable[[], None]) -> float:
    began = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - began)
