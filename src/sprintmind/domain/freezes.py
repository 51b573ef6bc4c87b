"""Times in which nothing is deployed, as the team sets them."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Freeze:
    """A time in which nothing is deployed; it begins with its first moment and its end is no longer in it."""

    name: str
    start: datetime
    end: datetime
    services: frozenset[str] = frozenset()
    """Which it is for; empty: all."""

    def holds(self, at: datetime, *, lasting: timedelta | None = None) -> bool:
        """Tell whether something planned falls into it.

        Args:
            at: When it begins.
            lasting: How long it takes; None makes it an instant.
        """
        return at < self.end and (at >= self.start or at + (lasting or timedelta()) > self.start)
