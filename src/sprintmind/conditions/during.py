"""Windows that a lesson means though it gives no hours: by what others call them, or by the time that it tells."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, time, tzinfo
from functools import cache

from sprintmind.conditions.owned import phrase_of
from sprintmind.conditions.passages import sentences
from sprintmind.conditions.relative import weekdays_in
from sprintmind.conditions.sayings import text_of
from sprintmind.conditions.times import Timing, clocks_in
from sprintmind.conditions.windows import Window
from sprintmind.conditions.words import kin_of, stems_of
from sprintmind.domain.lessons import Lesson

NEAR = 5  # words among which a text names a window
BEFORE = 4  # words before it that may say that it is not meant
GENERAL = (
    "window run batch job hour time period slot during of from "
    "daily night nightly morning noon afternoon evening early late"
)
"""What many windows are called; two of which nothing else is known are not one."""
APART = "outside before after until till clear far away avoid not no without except"
"""What says of a window that something does not happen in it."""
SOME_DAY = datetime(2025, 1, 15, 12, tzinfo=UTC).date()
"""Gives hours of another zone their offset where a lesson has no date."""
_FIGURES = re.compile(r"\d[\d:.]*")


def window_called(written: str, windows: Collection[Window]) -> Window | None:
    """Tell which window a lesson's own condition names, "during the nightly cycle"; what is done to one is none."""
    if phrase_of(written).deed:
        return None
    return next((each for each in windows if _is_named(_kin(written), each)), None)


def window_avoided(written: str, windows: Collection[Window]) -> Window | None:
    """Tell which window a measure keeps clear of, "outside the sync window"; a part of its name will do for one."""
    kin = frozenset(_kin(written))
    said = kin - _general() - _apart()
    if kin.isdisjoint(_apart()) or not said:
        return None
    found = [each for each in windows if said <= frozenset(_kin(each.name))]
    return found[0] if len(found) == 1 else None


def windows_told(lesson: Lesson, text: str, windows: Collection[Window], *, team: tzinfo) -> Iterator[Window]:
    """Tell in which windows it happened what a lesson tells that lists no conditions.

    Args:
        lesson: For its day, which moves the hours of other zones.
        text: What it says was known before the change.
        windows: Those of all lessons.
        team: The zone of times that name none.
    """
    said = [_kin(text_of(each)) for each in sentences(text)]
    moment = datetime.combine(lesson.date or SOME_DAY, time(12), team)
    weekdays = frozenset(weekdays_in(text)) or frozenset({moment.weekday()} if lesson.date else ())
    timings = [
        Timing(zone=clock.zone or team, clock=clock, weekdays=weekdays, duration=clock.length)
        for clock in clocks_in(text)
    ]
    for window in windows:
        if any(_is_named(kin, window) for kin in said) or any(
            window.meets(each, team=team, now=moment) for each in timings
        ):
            yield window


def _is_named(kin: Sequence[str], window: Window) -> bool:
    """Tell whether words name a window; one word of its own alone must be called a window, a run or the like."""
    own = frozenset(_kin(window.name)) - _general()
    for start in (place for place, each in enumerate(kin) if each in own):
        near = frozenset(kin[max(0, start - 1) : start + NEAR])
        apart = not _apart().isdisjoint(kin[max(0, start - BEFORE) : start])
        if not apart and own <= near and (len(own) > 1 or not _general().isdisjoint(near)):
            return True
    return False


def _kin(text: str) -> tuple[str, ...]:
    return tuple(map(kin_of, stems_of(_FIGURES.sub(" ", text))))


@cache
def _general() -> frozenset[str]:
    weekdays = "monday tuesday wednesday thursday friday saturday sunday"
    return frozenset((*_kin(GENERAL), *_kin(weekdays), "-"))


@cache
def _apart() -> frozenset[str]:
    return frozenset(_kin(APART))
