"""Windows of the day that lessons name, "batch window 01:00-04:00 Europe/Berlin", and whether a plan meets one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from sprintmind.conditions.lexicon import called, lexicon
from sprintmind.conditions.phrases import concept
from sprintmind.conditions.relative import weekdays_in
from sprintmind.conditions.times import Timing, ranges_in
from sprintmind.conditions.words import stems_of
from sprintmind.domain.plans import ConditionName

DAY = timedelta(days=1)
_ZONE_NAME = re.compile(
    r"\s*\(?\b(?:[A-Z][a-z]+/[A-Za-z_/]{3,30}|UTC|GMT|CES?T|local time)\b\)?"
    r"|(?<=\d)\s+\(?(?:Eastern|Central|Mountain|Pacific|[ECMP][SD]?T|BST|JST|SGT|A[EC][SD]?T)\b(?:\s+time\b)?\)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A part of each day, or of some weekdays, half-open: its end is no longer part of it."""

    name: ConditionName
    start: time
    end: time
    zone: tzinfo | None
    """None means the team's."""
    batch: bool
    """It is called a batch run or the like, so that a plan may name it without its times."""
    weekdays: frozenset[int] = frozenset()
    """On which it begins, Monday being 0; none means every day."""

    def meets(self, timing: Timing, *, team: tzinfo, now: datetime) -> bool:
        """Tell whether a plan overlaps the window on any day; an instant at its end does not, nor do touching ends."""
        start = timing.start
        if start is not None:
            return self._overlaps(start, timing.duration, zone=self.zone or team, weekdays=self.weekdays)
        if timing.clock is None or (self.weekdays and self.weekdays.isdisjoint(timing.weekdays)):
            return False
        start = datetime.combine(now.astimezone(timing.zone).date(), timing.clock.start, timing.zone)
        return self._overlaps(start, timing.duration, zone=self.zone or team, weekdays=frozenset())

    def _overlaps(self, start: datetime, duration: timedelta, *, zone: tzinfo, weekdays: frozenset[int]) -> bool:
        end = start + max(duration, timedelta(microseconds=1))
        first = start.astimezone(zone).date() - DAY
        opened = (first + DAY * days for days in range((duration // DAY) + 4))
        return any(
            begin.timestamp() < end.timestamp() and start.timestamp() < stop.timestamp()
            for begin, stop in (self._on(day, zone) for day in opened if not weekdays or day.weekday() in weekdays)
        )

    def _on(self, day: date, zone: tzinfo) -> tuple[datetime, datetime]:
        begin = datetime.combine(day, self.start, zone)
        stop = datetime.combine(day, self.end, zone)
        return (begin, stop) if self.end > self.start else (begin, datetime.combine(day + DAY, self.end, zone))


def window_of(phrase: str) -> Window | None:
    """Read a lesson's condition as a window; None if it names no two times.

    What the phrase says besides its times may be a condition of the lexicon, "peak hours 18:00-21:00"; then meeting the
    window is that condition.
    """
    stretch = next(ranges_in(phrase), None)
    if stretch is None:
        return None
    bare = _ZONE_NAME.sub("", phrase).replace(stretch.words, " ")
    stems = frozenset(stems_of(bare)) - {"(", ")", ",", ":", "between", "from", "utc"}
    known = called().get(stems)
    batch = known == "batch window" or any(each[0] in stems and set(each) <= stems for each in concept("batch"))
    name = f"{' '.join(_ZONE_NAME.sub('', phrase).split())}"
    return Window(
        name=known if known and known != "batch window" else ConditionName(name.replace("–", "-")),
        start=stretch.start,
        end=stretch.end,
        zone=stretch.zone,
        batch=batch,
        weekdays=frozenset(weekdays_in(phrase)),
    )


def merged(windows: Iterable[Window], *, team: tzinfo) -> dict[Window, Window]:
    """Give windows of the same hours one name, that of the first in the alphabet, whatever lessons call them."""
    first: dict[tuple[time, time, frozenset[int], str, bool], Window] = {}
    found: dict[Window, Window] = {}
    for window in sorted(set(windows), key=lambda each: (each.name, str(each.zone))):
        key = (window.start, window.end, window.weekdays, str(window.zone or team), window.name in lexicon())
        found[window] = first.setdefault(key, window)
    return found
