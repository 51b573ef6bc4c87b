"""What came to the webhooks' addresses since this process started; what was refused is kept nowhere else."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

KEPT = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One delivery, and what became of it."""

    source: str
    at: datetime
    event: str
    """As the sender names it."""
    outcome: str
    """understood, known already, ignored, or refused."""
    detail: str = ""


class Received:
    """The last deliveries, the newest first."""

    def __init__(self) -> None:
        self._arrivals: deque[Arrival] = deque(maxlen=KEPT)
        self._lock = Lock()

    def note(self, arrival: Arrival) -> None:
        """Keep one."""
        with self._lock:
            self._arrivals.appendleft(arrival)

    def last(self, source: str) -> tuple[Arrival, ...]:
        """List those of one source."""
        with self._lock:
            return tuple(each for each in self._arrivals if each.source == source)
