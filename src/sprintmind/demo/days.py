"""Filling in the sample's dates, so that whatever day it is, the sprint is running.

A date stands in the sample as `@-3 09:30 utc@`: three business days before today, at half past nine in the team's zone.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sprintmind.domain.calendar import Calendar

_PLACEHOLDER = re.compile(r"@([+-]\d+) (?:(\d\d:\d\d) )?(utc|jira|ms|date|spoken)@")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprint:
    """The business days around one day."""

    today: date
    calendar: Calendar

    def day(self, offset: int) -> date:
        """Give the business day that lies some business days before (negative) or after today."""
        step = timedelta(days=1 if offset > 0 else -1)
        day = self.today
        for _ in range(abs(offset)):
            day += step
            while not self.calendar.works(day):
                day += step
        return day

    def moment(self, offset: int, clock: str) -> datetime:
        """Give a moment of such a day, as the clock of the team's zone shows it: `09:30`."""
        return datetime.combine(self.day(offset), time.fromisoformat(clock), self.calendar.zone)

    def fill(self, text: str) -> str:
        """Fill in every date of a sample."""
        return _PLACEHOLDER.sub(lambda found: self._written(int(found[1]), found[2] or "09:00", found[3]), text)

    def _written(self, offset: int, clock: str, form: str) -> str:
        at = self.moment(offset, clock)
        match form:
            case "utc":
                return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            case "jira":
                return at.strftime("%Y-%m-%dT%H:%M:%S.000%z")
            case "ms":
                return str(int(at.timestamp() * 1000))
            case "spoken":
                return f"{at:%B} {at.day}"
            case _:
                return at.date().isoformat()
