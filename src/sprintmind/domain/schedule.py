"""When something is due again and again: at one time of the team's working days."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from sprintmind.domain.calendar import Calendar

BACK = timedelta(days=31)
"""How far back a missed time is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A time of day, on working days."""

    at: time
    """In the team's zone."""
    weekdays: frozenset[int] = frozenset()
    """Monday is 0; empty: every working day."""

    def last_due(self, now: datetime, calendar: Calendar) -> datetime | None:
        """Give the last time that is over, in the team's zone; None if there was none within a month.

        >>> Schedule(at=time(9)).last_due(datetime.fromisoformat("2025-10-06T08:00:00+00:00"), Calendar()).isoformat()
        '2025-10-03T09:00:00+00:00'
        """
        today = calendar.day(now)
        for back in range(BACK.days + 1):
            day = today - timedelta(days=back)
            due = datetime.combine(day, self.at, calendar.zone)
            if due <= now and calendar.works(day) and (not self.weekdays or day.weekday() in self.weekdays):
                return due
        return None
