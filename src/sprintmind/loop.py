"""One event loop in a thread of its own: a client belongs to it, and any thread may wait for what it does there.

Clients keep connections that die with their loop; so threads that come and go must not each have one.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from datetime import timedelta
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")

AT_END = timedelta(seconds=5)
"""How long what still runs may take to end."""


class Loop:
    """Runs coroutines; ended by `close`.

    Args:
        name: Of the thread.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, Result], *, within: timedelta) -> Result:
        """Wait for a coroutine from any other thread; whoever waits no longer cancels it.

        Raises:
            TimeoutError: It took too long, and was cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result(timeout=within.total_seconds())
        finally:
            future.cancel()

    def close(self) -> None:
        """End the loop; what still runs in it is cancelled."""
        with suppress(TimeoutError):
            self.run(_cancel_the_rest(), within=AT_END)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=AT_END.total_seconds())
        if not self._thread.is_alive():
            self._loop.close()


async def _cancel_the_rest() -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
