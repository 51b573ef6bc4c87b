"""How often something may be tried; counted in this process, by its own clock."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from sprintmind.errors import InputError

_MANY = 10_000
"""Of how many keys counts are kept before those are dropped of which nothing counts any more."""


class TooOftenError(InputError):
    """Something was tried too often."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many attempts; try again in {wait} seconds")
        self.wait = wait
        """In seconds."""


class Limit:
    """Allows so many attempts in so many seconds, by key.

    Args:
        attempts: How many.
        seconds: In how long.
        clock: Tells seconds that only grow.
    """

    def __init__(self, attempts: int, *, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._attempts = attempts
        self._seconds = seconds
        self._clock = clock
        self._tried: dict[str, deque[float]] = {}
        self._lock = Lock()

    def attempt(self, *keys: str) -> None:
        """Count an attempt under each key; raises TooOftenError, and counts nothing, where one has had its number."""
        with self._lock:
            now = self._clock()
            self._forget(now)
            for key in keys:
                tried = self._tried.get(key, deque())
                if len(tried) >= self._attempts and now - tried[-self._attempts] < self._seconds:
                    raise TooOftenError(int(self._seconds - (now - tried[-self._attempts])) + 1)
            for key in keys:
                self._tried.setdefault(key, deque(maxlen=self._attempts)).append(now)

    def _forget(self, now: float) -> None:
        if len(self._tried) > _MANY:
            self._tried = {key: tried for key, tried in self._tried.items() if now - tried[-1] < self._seconds}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How often each thing may be tried."""

    sign_in: Limit = field(default_factory=lambda: Limit(10, seconds=300))
    """By address, and by account."""
    asking: Limit = field(default_factory=lambda: Limit(30, seconds=60))
    """By address: questions that may cost a language model's answer."""
    webhooks: Limit = field(default_factory=lambda: Limit(3000, seconds=60))
    """By address; of deliveries that are not signed it also spares the hashing."""
