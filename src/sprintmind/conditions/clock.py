"""What the calendar and the clock say of a plan: its weekday, a holiday, a freeze, a window, a change of the clocks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo

from sprintmind.conditions.times import Timing
from sprintmind.conditions.windows import Window
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.plans import ConditionName, FoundBy, PlanCondition

FRIDAY, SATURDAY = 4, 5
RELEASES = frozenset(
    {
        "production deploy",
        "mobile app release",
        "dependency updates",
        "feature flag flip",
        "behind a feature flag",
        "ML model rollout",
        "bundled changes",
        "staged rollout",
        "full rollout at once",
    }
)
"""What is brought out: only these are a deploy on a Friday."""
SCHEDULES = frozenset({"cron schedule change", "local time schedule"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Freeze:
    """A time in which nothing should be changed, both days included."""

    first: date
    last: date
    name: str = "change freeze"


@dataclass(frozen=True, slots=True, kw_only=True)
class Almanac:
    """What is known of days and hours."""

    calendar: Calendar = field(default_factory=Calendar)
    freezes: tuple[Freeze, ...] = ()
    windows: tuple[Window, ...] = ()
    now: datetime


def clock_conditions(
    timing: Timing, names: Iterable[ConditionName], almanac: Almanac, *, text: str
) -> Iterator[PlanCondition]:
    """Compute what holds at the time of a plan.

    Args:
        timing: When it is carried out.
        names: What its words say that it is.
        almanac: Days and hours.
        text: For days that are only named by their weekday.
    """
    day = _day(timing)
    known = frozenset(names)
    if day is not None:
        yield from _of_the_day(day, known, almanac, timing)
    for window in almanac.windows:
        if not (known & SCHEDULES and not timing.given) and window.meets(
            timing, team=almanac.calendar.zone, now=almanac.now
        ):
            yield _computed(window.name, timing, f"it overlaps {window.name}", found_by=FoundBy.CLOCK)
    if known & SCHEDULES:
        yield from _clock_change(timing, almanac, text)


def _of_the_day(
    day: date, known: frozenset[ConditionName], almanac: Almanac, timing: Timing
) -> Iterator[PlanCondition]:
    if day.weekday() == FRIDAY and known & RELEASES:
        yield _computed(ConditionName("Friday deploy"), timing, f"{day} is a Friday")
    if day.weekday() >= SATURDAY:
        yield _computed(ConditionName("weekend change"), timing, f"{day} is a {day:%A}")
    if day in almanac.calendar.holidays:
        yield _computed(ConditionName("public holiday"), timing, f"{day} is a public holiday")
    for freeze in almanac.freezes:
        if freeze.first <= day <= freeze.last:
            yield _computed(ConditionName("change freeze"), timing, f"{day} lies in {freeze.name}")


def _clock_change(timing: Timing, almanac: Almanac, text: str) -> Iterator[PlanCondition]:
    zone = almanac.calendar.zone
    near = timing.start or almanac.now
    days: Sequence[date] = [day for day in (_day(timing), *timing.days) if day]
    if timing.start is not None and "sunday" in text.casefold():
        days = [*days, near.date() + timedelta(days=(6 - near.date().weekday()) % 7)]
    for day in days:
        if changes_clocks(day, zone):
            yield _computed(ConditionName("daylight saving switch"), timing, f"the clocks change on {day}")
            return


def changes_clocks(day: date, zone: tzinfo) -> bool:
    """Tell whether the clocks of a zone change on a day.

    >>> from zoneinfo import ZoneInfo
    >>> changes_clocks(date(2026, 3, 29), ZoneInfo("Europe/Berlin"))
    True
    """
    before, after = (datetime.combine(each, time(), zone) for each in (day, day + timedelta(days=1)))
    return before.utcoffset() != after.utcoffset()


def _day(timing: Timing) -> date | None:
    if timing.start is not None:
        return timing.start.date()
    return timing.days[0] if timing.days else None


def _computed(name: ConditionName, timing: Timing, why: str, *, found_by: FoundBy = FoundBy.CALENDAR) -> PlanCondition:
    words = timing.words or (str(timing.days[0]) if timing.days else "")
    return PlanCondition(condition=name, words=words, found_by=found_by, why=why)
