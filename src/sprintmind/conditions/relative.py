"""Days that a text names from where it stands: "tomorrow", "tonight", "next Tuesday"."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from sprintmind.conditions.files import table

SMALL_HOURS = 6  # o'clock; what is "tonight" before this hour is on the next day
_APART = re.compile(
    r"\b(?:until|till|by|before|after|since|not|than|from|through|except|instead of|yesterday)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:(?P<third>(?:the\s+)?day\s+after\s+tomorrow)|(?P<second>tomorrow)|(?P<night>tonight|this\s+night)"
    r"|(?P<first>today|this\s+(?:morning|noon|afternoon|evening))"
    r"|(?:this\s+coming|this|next|coming)\s+(?P<weekday>mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b",
    re.IGNORECASE,
)


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
