"""Workers that are killed, and several at once: memory has everything, once."""

import os
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta

from journeys.telling import meeting
from spoken import TEAM, Clock, app_in, at
from sprintmind import remember
from sprintmind.memory.embedded.store import EmbeddedMemories
from sprintmind.remember import Teller, deliver

MEETINGS = 60


def now():
    return datetime.now(UTC)


def worker(place, file, *, memory=None, clock=now):
    """A worker of its own process, at an embedded memory in a file."""
    memory = memory or EmbeddedMemories(file, embeddings=lambda: None)
    return Teller(ledger=place.ledger(clock), memory=memory, team=TEAM, clock=clock)


def forked(work):
    """Run something in a process of its own; it never comes back into the test."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return child


def retained(file):
    with closing(sqlite3.connect(file)) as raw:
        return Counter(document for (document,) in raw.execute("SELECT document FROM memories"))


def prepared(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([meeting(number) for number in range(MEETINGS)])
    return app


class Killing(EmbeddedMemories):
    """Keeps what it is told, and then its process is killed before it can say so."""

    def retain(self, memories):
        super().retain(memories)
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_killed_between_retaining_and_marking_doubles_nothing_and_loses_nothing(place, tmp_path):
    file = tmp_path / "default.memory.db"
    prepared(place)
    child = forked(lambda: deliver(worker(place, file, memory=Killing(file, embeddings=lambda: None), clock=now)))
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    assert len(retained(file)) == remember.AT_ONCE
    waiting = place.ledger(now).outbox.waiting()
    assert (waiting.pending, waiting.leased) == (MEETINGS, remember.AT_ONCE)
    assert now() < waiting.free_at <= now() + remember.LEASE
    after = now() + remember.LEASE
    assert deliver(worker(place, file, clock=lambda: after)).documents == MEETINGS
    assert retained(file).total() == len(retained(file)) == MEETINGS
    left = place.ledger(now).outbox.waiting()
    assert (left.pending, left.leased, left.free_at) == (0, 0, None)


def test_workers_killed_at_any_moment_lose_nothing_and_double_nothing(place, tmp_path):
    file = tmp_path / "default.memory.db"
    app = prepared(place)
    for number in range(12):
        lapsed = now() + (number + 1) * (remember.LEASE + timedelta(seconds=10))
        child = forked(lambda at=lapsed: deliver(worker(place, file, clock=lambda: at)))
        time.sleep(0.004 * number)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    last = now() + timedelta(days=1)
    deliver(worker(place, file, clock=lambda: last))
    assert retained(file).total() == len(retained(file)) == MEETINGS
    left = place.ledger(now).outbox.waiting()
    assert (left.pending, left.leased, left.free_at) == (0, 0, None)
    assert app.verify().same


def test_several_workers_at_once_share_the_work_and_none_tells_what_another_holds(place, tmp_path, monkeypatch):
    monkeypatch.setattr(remember, "AT_ONCE", 5)
    file, log = tmp_path / "default.memory.db", tmp_path / "told"
    prepared(place)

    class Noting(EmbeddedMemories):
        def retain(self, memories):
            with log.open("a") as notes:
                notes.writelines(f"{os.getpid()} {memory.document}\n" for memory in memories)
            super().retain(memories)

    def work():
        deliver(worker(place, file, memory=Noting(file, embeddings=lambda: None)))

    children = [forked(work) for _ in range(3)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    told = [line.partition(" ") for line in log.read_text().splitlines()]
    assert Counter(document for _, _, document in told).most_common(1)[0][1] == 1
    assert len(retained(file)) == MEETINGS
    assert len({process for process, _, _ in told}) > 1
