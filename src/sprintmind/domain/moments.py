"""As of when, and as known when, somebody asks; and what had been said by then."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from sprintmind.domain.calendar import Calendar

SKEW = timedelta(minutes=5)
"""How far another clock may run ahead before what it says waits."""


END_OF_DAY = time(23, 59, 59)
"""A day that is asked about means its end, so that what was said on it counts."""
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
"""What lies outside was said by nobody; inside, days can be counted and zones applied without leaving the calendar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The moment of a question."""

    now: datetime
    as_of: datetime | None = None
    """What had been said by then; None for now."""
    known_at: datetime | None = None
    """What we had heard by then; None for now."""

    @property
    def said_by(self) -> datetime:
        """What was said later does not count."""
        return self.as_of or self.known_at or self.now

    @property
    def is_now(self) -> bool:
        """Nothing of the past was asked for."""
        return self.as_of is None and self.known_at is None


def believable(at: datetime) -> bool:
    """Tell whether something can have been said at a moment, timezone-aware."""
    return EARLIEST <= at <= LATEST


def counts_from(said_at: datetime, *, date_only: bool, calendar: Calendar) -> datetime:
    """Tell from which moment on something counts: what is said in the future waits until then.

    Five minutes of skew count at once, and so does what is dated today without a time.
    """
    if date_only:
        return datetime.combine(calendar.day(said_at), time(), calendar.zone).astimezone(UTC)
    return said_at - SKEW


def counts(said_at: datetime, *, date_only: bool, by: datetime, calendar: Calendar) -> bool:
    """Tell whether something counts at a moment; see `counts_from`."""
    return counts_from(said_at, date_only=date_only, calendar=calendar) <= by
