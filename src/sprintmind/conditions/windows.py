"""Windows of the day that lessons name, "batch window 01:00-04:00 Europe/Berlin", and whether a plan meets one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from sprintmind.conditions.lexicon import called, lexicon
from sprintmind.conditions.phrases import concept
from sprintmind.conditions.times import Timing, ranges_in
from sprintmind.conditions.words import stems_of
from sprintmind.domain.plans import ConditionName

DAY = timedelta(days=1)
_ZONE_NAME = re.compile(r"\s*\(?\b(?:[A-Z][a-z]+/[A-Za-z_/]{3,30}|UTC|GMT|CES?T|local time)\b\)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A part of each day, half-open: its end is no longer part of it."""

    name: ConditionName
    start: time
    end: time
    zone: tzinfo | None
    """None means the team's."""
    batch: bool
    """It is called a batch run or the like, so that a plan may name it without its times."""

    def meets(self, timing: Timing, *, team: tzinfo, now: datetime) -> bool:
        """Tell whether a plan overlaps the window on any day; an instant at its end does not, nor do touching ends."""
        zone = self.zone or team
        start = timing.start
        if start is None:
            if timing.clock is None:
                return False
            day = now.astimezone(timing.zone).date()
            start = datetime.combine(day, timing.clock.start, timing.zone)
        end = start + max(timing.duration, timedelta(microseconds=1))
        first = start.astimezone(zone).date() - DAY
        opened = (first + DAY * days for days in range((timing.duration // DAY) + 4))
        return any(
            begin.timestamp() < end.timestamp() and start.timestamp() < stop.timestamp()
            for begin, stop in (self._on(day, zone) for day in opened)
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
    )


def merged(windows: Iterable[Window], *, team: tzinfo) -> dict[Window, Window]:
    """Give windows of the same hours one name, that of the first in the alphabet, whatever lessons call them."""
    first: dict[tuple[time, time, str, bool], Window] = {}
    found: dict[Window, Window] = {}
    for window in sorted(set(windows), key=lambda each: (each.name, str(each.zone))):
        key = (window.start, window.end, str(window.zone or team), window.name in lexicon())
        found[window] = first.setdefault(key, window)
    return found
