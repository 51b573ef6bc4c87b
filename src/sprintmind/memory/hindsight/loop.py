"""One event loop in a thread of its own: the client belongs to it, and any thread may wait for what it does there."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as TookTooLongError
from datetime import timedelta
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


class Loop:
    """Runs coroutines; made when it is first needed, and ended by `close`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="hindsight", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, Result], *, within: timedelta) -> Result:
        """Wait for a coroutine from any other thread.

        Raises:
            TimeoutError: It took too long, and was cancelled.
        """
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result(timeout=within.total_seconds())
        except TookTooLongError:
            future.cancel()
            raise

    def close(self) -> None:
        """End the loop; what still runs in it is abandoned."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        if not self._thread.is_alive():
            self._loop.close()
