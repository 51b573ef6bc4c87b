"""Live updates: one task a process looks for what is new and tells everybody who listens."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from anyio import to_thread

from sprintmind.errors import UnavailableError
from sprintmind.ledger.beside import Logged

EVERY = 1.0  # seconds
_WAITING = 100
"""How many updates wait for a listener who is slow; then the oldest is dropped."""

Queue = asyncio.Queue[Logged | None]
"""None at the end."""


class Broadcast:
    """Tells transitions to listeners.

    Args:
        newest: Tells the number of the newest transition.
        since: Lists the transitions after a number, in order.
    """

    def __init__(self, *, newest: Callable[[], int], since: Callable[[int], Sequence[Logged]]) -> None:
        self._newest = newest
        self._since = since
        self._listeners: dict[Queue, int] = {}
        """Each with the number of the last transition that it knows already."""

    async def run(self) -> None:
        """Look and tell until cancelled; while nobody listens, nothing is looked at."""
        told: int | None = None
        while True:
            await asyncio.sleep(EVERY)
            if not self._listeners:
                told = None
                continue
            try:
                told = await self._look(told)
            except UnavailableError:
                continue  # the next look may succeed; whoever asks a page is told what is wrong

    def end(self) -> None:
        """Let go of everybody."""
        for queue in self._listeners:
            _put(queue, None)

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._listeners)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Queue]:
        """Listen from now on."""
        queue: Queue = asyncio.Queue(_WAITING)
        self._listeners[queue] = await to_thread.run_sync(self._newest)
        try:
            yield queue
        finally:
            del self._listeners[queue]

    async def _look(self, told: int | None) -> int:
        if told is None:
            told = min(self._listeners.values())
        for each in await to_thread.run_sync(self._since, told):
            told = each.number
            for queue, begins_after in self._listeners.items():
                if each.number > begins_after:
                    _put(queue, each)
        return told


def _put(queue: Queue, each: Logged | None) -> None:
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(each)
