"""Days that a text names from where it stands: "tomorrow", "tonight", "next Tuesday"."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from sprintmind.conditions.files import table

SMALL_HOURS = 6  # o'clock; what is "tonight" before this hour is on the next day
_WEEKDAY = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_APART = re.compile(
    r"\b(?:until|till|by|before|after|since|not|than|from|through|except|instead of|yesterday)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:(?P<third>(?:the\s+)?day\s+after\s+tomorrow)|(?P<second>tomorrow)|(?P<night>tonight|this\s+night)"
    r"|(?P<first>today|this\s+(?:morning|noon|afternoon|evening))"
    rf"|(?:this\s+coming|this|next|coming)\s+(?P<weekday>{_WEEKDAY}))\b",
    re.IGNORECASE,
)
_WEEKDAYS = re.compile(
    rf"\b(?:(?P<first>{_WEEKDAY})s?\.?(?:\s*(?:-|–|—|\bto\b|\bthrough\b|\btill?\b|\buntil\b)\s*(?P<last>{_WEEKDAY})s?\b)?"
    r"|(?P<working>(?:week|work|working|business)\s?days?|school\s?days?)|(?P<weekend>weekends?))\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"\b(?P<name>{_WEEKDAY})\.?,?\s+(?:the\s+|den\s+)?$", re.IGNORECASE)


def weekdays_in(text: str) -> Iterator[int]:
    """Find the weekdays that a text names, Monday being 0, "Mon-Fri" and "weekends" among them.

    >>> sorted(weekdays_in("counter rush Mon-Wed 08:00-10:00"))
    [0, 1, 2]
    """
    number = table("calendar", "weekdays")
    for match in _WEEKDAYS.finditer(text):
        if _APART.search(text[max(0, match.start() - 20) : match.start()]):
            continue
        if match["first"]:
            first = int(number[match["first"].casefold()])
            last = int(number[match["last"].casefold()]) if match["last"] else first
            yield from ((first + day) % 7 for day in range((last - first) % 7 + 1))
        else:
            yield from range(5) if match["working"] else range(5, 7)


def weekday_before(text: str, place: int) -> int | None:
    """Tell the weekday that stands right before a place in a text, "Monday, the 7th", Monday being 0."""
    match = _BEFORE.search(text[max(0, place - 20) : place])
    return int(table("calendar", "weekdays")[match["name"].casefold()]) if match else None


def relative_days(text: str, *, now: datetime, hour: int | None) -> Iterator[date]:
    """Find the days that a text names by their distance, each as what it is at a moment.

    Args:
        text: The plan.
        now: When it is read, in the zone whose days count.
        hour: At which hour of the day it is carried out, if that is known; "tonight at one" is tomorrow.
    """
    for match in _RELATIVE.finditer(text):
        if not _APART.search(text[max(0, match.start() - 20) : match.start()]):
            yield now.date() + timedelta(days=_distance(match, today=now.weekday(), hour=hour))


def _distance(match: re.Match[str], *, today: int, hour: int | None) -> int:
    if match["weekday"]:
        return (int(table("calendar", "weekdays")[match["weekday"].casefold()]) - today - 1) % 7 + 1
    if match["third"]:
        return 2
    late = match["night"] is not None and hour is not None and hour < SMALL_HOURS
    return 1 if match["second"] or late else 0
