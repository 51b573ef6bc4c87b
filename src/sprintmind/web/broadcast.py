"""Live updates: one task a process looks how far the ledger is, and tells everybody who listens."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from enum import Enum

from anyio import to_thread

from sprintmind.errors import UnavailableError
from sprintmind.ledger.beside import Logged, Position

EVERY = 1.0  # seconds
_WAITING = 100
"""How many updates wait for a listener who is slow; then the oldest is dropped."""


class News(Enum):
    """What is told beside transitions."""

    RECORDED = "recorded"
    """Something was recorded; what, whoever may read it finds where they look."""
    OVER = "over"
    """Nothing more will be told."""


Queue = asyncio.Queue[tuple[Position, Logged | News]]
"""What is new, and how far the ledger is with it."""


class Broadcast:
    """Tells listeners that something was recorded, and each transition.

    Args:
        position: Tells how far the ledger is; it is asked for once a second, and nothing else while nothing moves.
        since: Lists the transitions after a number, in order.
    """

    def __init__(self, *, position: Callable[[], Position], since: Callable[[int], Sequence[Logged]]) -> None:
        self._position = position
        self._since = since
        self._listeners: dict[Queue, Position] = {}
        """Each with how far the ledger was when it began to listen."""

    async def run(self) -> None:
        """Look and tell until cancelled; while nobody listens, nothing is looked at."""
        told: Position | None = None
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
            _put(queue, Position(), News.OVER)

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._listeners)

    @asynccontextmanager
    async def listening(self, *, knows: str = "") -> AsyncIterator[Queue]:
        """Listen from now on; whoever knows the ledger only as it was before is told at once that it moved.

        Args:
            knows: How far the ledger was when the listener looked at it; empty: it did not.
        """
        queue: Queue = asyncio.Queue(_WAITING)
        now = await to_thread.run_sync(self._position)
        self._listeners[queue] = now
        if knows not in ("", str(now)):
            _put(queue, now, News.RECORDED)
        try:
            yield queue
        finally:
            del self._listeners[queue]

    async def _look(self, told: Position | None) -> Position:
        if told is None:
            told = min(self._listeners.values(), key=lambda each: (each.events, each.transitions, each.deliveries))
        now = await to_thread.run_sync(self._position)
        if now == told:
            return told
        logged = await to_thread.run_sync(self._logged, told.transitions, now.transitions)
        for queue, begins_after in list(self._listeners.items()):
            for each in logged:
                if each.number > begins_after.transitions:
                    _put(queue, now, each)
            if now != begins_after:
                _put(queue, now, News.RECORDED)
        return now

    def _logged(self, after: int, until: int) -> tuple[Logged, ...]:
        """List all transitions between two numbers; they are read in parts."""
        found: list[Logged] = []
        while after < until and (part := self._since(after)):
            found.extend(each for each in part if each.number <= until)
            after = part[-1].number
        return tuple(found)


def _put(queue: Queue, at: Position, each: Logged | News) -> None:
    if queue.full():
        queue.get_nowait()
    queue.put_nowait((at, each))
