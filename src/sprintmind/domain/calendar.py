"""The team's days: its time zone, working days, holidays and absences."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from sprintmind.domain.events import PersonId

MORNING = time(9)
"""When something was said of which only the day is known."""
PLANNED = timedelta(days=3 * 366)
"""How far ahead holidays and absences are looked at, one day after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """Which days count as business days, for the team and for one person."""

    zone: tzinfo = UTC
    working_days: frozenset[int] = frozenset(range(5))
    """Monday is 0."""
    holidays: Container[date] = frozenset()
    absences: Mapping[PersonId, tuple[tuple[date, date], ...]] = field(default_factory=dict)
    """Each person's days away, both ends included."""

    def day(self, at: datetime) -> date:
        """Tell which day it is for the team at a moment."""
        return at.astimezone(self.zone).date()

    def morning(self, day: date) -> datetime:
        """Tell the moment, in UTC, at which something dated this day counts as said: 09:00 in the team's zone."""
        return datetime.combine(day, MORNING, self.zone).astimezone(UTC)

    def works(self, day: date, person: PersonId | None = None) -> bool:
        """Tell whether a day is a business day, for one person or for the team."""
        if day.weekday() not in self.working_days or day in self.holidays:
            return False
        away = self.absences.get(person, ()) if person else ()
        return not any(start <= day <= end for start, end in away)

    def days_between(self, start: date, end: date, person: PersonId | None = None) -> int:
        """Count the business days after `start` up to and including `end`; negative if `end` lies before it.

        What lies more than `PLANNED` ahead is counted by weekdays alone, so that "9999-12-31", which trackers write for
        a day that nobody has set, costs no three million looks at the calendar.

        >>> Calendar().days_between(date(2025, 10, 3), date(2025, 10, 6))
        1
        """
        if end < start:
            return -self.days_between(end, start, person)
        near = start + min(PLANNED, end - start)
        days = map(date.fromordinal, range(start.toordinal() + 1, near.toordinal() + 1))
        return sum(self.works(day, person) for day in days) + self._weekdays(near, end)

    def _weekdays(self, start: date, end: date) -> int:
        weeks, rest = divmod((end - start).days, 7)
        days = ((start.weekday() + number) % 7 for number in range(1, rest + 1))
        return weeks * len(self.working_days) + sum(day in self.working_days for day in days)
