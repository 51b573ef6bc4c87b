"""One client of a Hindsight server, on one event loop, for any thread that asks."""

import atexit
from collections.abc import Coroutine
from contextlib import suppress
from datetime import timedelta
from threading import Lock
from typing import Any, TypeVar

from hindsight_client import Hindsight

from sprintmind.errors import UnavailableError
from sprintmind.loop import Loop
from sprintmind.memory.hindsight.failures import translated

Result = TypeVar("Result")

TO_KEEP = timedelta(minutes=5)
"""For what takes the server long: a batch of memories to become searchable, a summary."""
OLDEST, NEWEST = (1, 1), (2, 0)
"""The versions of the server whose semantics this adapter rests on: from, up to and without."""


class Connection:
    """Is opened when it is first needed, and closed by `close` or when the process ends.

    Args:
        url: The server's address.
        key: The server's key; None where it asks for none.
        patience: How long to wait for one answer.
    """

    def __init__(self, url: str, *, key: str | None, patience: timedelta) -> None:
        self.url = url
        self._key = key
        self._patience = patience
        self._lock = Lock()
        self._opened: tuple[Loop, Hindsight] | None = None
        self._known = False

    @property
    def client(self) -> Hindsight:
        """The client; what it is asked runs by `ask`."""
        return self._open()[1]

    def ask(self, coroutine: Coroutine[Any, Any, Result], *, within: timedelta | None = None) -> Result:
        """Wait for an answer; what goes wrong is raised in the words of `failures`."""
        with translated(self.url):
            return self._open()[0].run(coroutine, within=within or self._patience)

    def see_version(self) -> None:
        """See once, before anything else is asked, that the server is of a version that this adapter knows."""
        if not self._known:
            self.version()

    def version(self) -> str:
        """Tell the server's version.

        Raises:
            UnavailableError: It does not answer, or is of a version that this adapter does not know.
        """
        version = self.ask(self.client.aget_version()).api_version
        numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
        if not OLDEST <= numbers < NEWEST:
            known = f"{OLDEST[0]}.{OLDEST[1]} up to below {NEWEST[0]}.{NEWEST[1]}"
            raise UnavailableError(
                f"the Hindsight server at {self.url} is version {version}; this adapter knows {known}"
            )
        self._known = True
        return version

    def close(self) -> None:
        """Let go of the client and its loop."""
        with self._lock:
            if self._opened is None:
                return
            loop, client = self._opened
            self._opened = None
        atexit.unregister(self.close)
        with suppress(TimeoutError):
            closing = client.aclose()  # type: ignore[no-untyped-call]  # the client's own lack
            loop.run(closing, within=timedelta(seconds=2))
        loop.close()

    def _open(self) -> tuple[Loop, Hindsight]:
        with self._lock:
            if self._opened is None:
                client = Hindsight(self.url, api_key=self._key, timeout=TO_KEEP.total_seconds())
                self._opened = (Loop("hindsight"), client)
                atexit.register(self.close)
            return self._opened
