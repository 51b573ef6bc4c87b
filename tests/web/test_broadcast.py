"""One task looks how far the ledger is, for all who listen, and reads nothing more while nothing moves."""

import asyncio
from contextlib import suppress

import pytest

from sprintmind.ledger.beside import Position
from sprintmind.web import broadcast
from sprintmind.web.broadcast import Broadcast, News


class Counted:
    """A ledger that counts what it is asked."""

    def __init__(self):
        self.at, self.asked, self.logged = Position(), 0, 0

    def position(self):
        self.asked += 1
        return self.at

    def since(self, after):
        self.logged += 1
        return ()


@pytest.fixture
def counted(monkeypatch):
    monkeypatch.setattr(broadcast, "EVERY", 0.01)
    return Counted()


def watched(counted, listen):
    """Let listeners listen to a broadcast that runs; gives what `listen` returns."""

    async def run():
        told = Broadcast(position=counted.position, since=counted.since)
        task = asyncio.create_task(told.run())
        try:
            return await listen(told)
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    return asyncio.run(run())


def test_while_nobody_listens_nothing_is_looked_at(counted):
    watched(counted, lambda told: asyncio.sleep(0.1))
    assert (counted.asked, counted.logged) == (0, 0)


def test_however_many_listen_one_look_serves_all_and_reads_only_where_the_ledger_is(counted):
    async def listen(told):
        async with told.listening() as one, told.listening() as two, told.listening() as three:
            before = counted.asked
            await asyncio.sleep(0.2)
            looks = counted.asked - before
            counted.at = Position(events=1)
            heard = [await asyncio.wait_for(each.get(), 2) for each in (one, two, three)]
            return looks, heard

    looks, heard = watched(counted, listen)
    assert 1 <= looks <= 25
    assert heard == [(Position(events=1), News.RECORDED)] * 3
    assert counted.logged == 0


@pytest.mark.parametrize(("knows", "told"), [("", 0), ("7-0-0-0", 0), ("6-0-0-0", 1), ("8-0-0-0", 1)])
def test_whoever_knows_another_state_is_told_at_once(counted, knows, told):
    counted.at = Position(events=7)

    async def listen(live):
        async with live.listening(knows=knows) as queue:
            return queue.qsize()

    assert watched(counted, listen) == told
