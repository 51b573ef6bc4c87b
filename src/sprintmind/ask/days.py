"""Which days a question speaks of: since Thursday, yesterday, last sprint, this week, the last three days."""

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sprintmind.domain.calendar import Calendar
from sprintmind.domain.terms import numbers_of
from sprintmind.reading.dates import dates
from sprintmind.reading.lexicon import table

_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
_WEEKDAYS = "|".join(sorted(numbers_of("weekdays"), key=len, reverse=True))
_SPANS = re.compile(
    rf"""(?ix)\b(?:
      (?P<unit>(?:this|last|previous|past|current|next)\s+(?:week|sprint|month))
    | (?:in|over|during|within|for)?\s*(?:the\s+)?(?:past\s+|(?:last|previous)\s+(?!week\b))
      (?P<count>\d{{1,3}}|{"|".join(_NUMBERS)})?\s*(?P<of>hours?|days?|weeks?)
    | (?:since|after|from|starting)\s+(?:last\s+|this\s+)?(?P<weekday>{_WEEKDAYS})
    | (?:last|this\s+past)\s+(?P<last>{_WEEKDAYS})
    | (?:on\s+)?(?P<day>yesterday|today)(?:'s)?
    )\b"""
)
_SINCE = re.compile(r"\b(?:since|after|from|starting)\s+(?:the\s+)?\Z", re.IGNORECASE)
_UP_TO = re.compile(r"\bbefore\s+(?:the\s+)?\Z", re.IGNORECASE)
_BACKWARD = re.compile(
    r"\b(?:changed|happened|did|was|were|since|said|merged|finished|went|had|new|owned|worked|stood|waited|looked|knew"
    r"|as\s+(?:of|at))\b",
    re.IGNORECASE,
)
_AGO = re.compile(rf"(?i)\b(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})\s+(?P<of>days?|weeks?)\s+ago\b")
_OF_A_MONTH = re.compile(rf"(?i)\b(?:\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(sorted(table('dates', 'ordinals')))})\b")
_MONTHS = re.compile(rf"(?i)\b(?:{'|'.join(sorted(table('dates', 'months'), key=len, reverse=True))})\b|\d[./]\d")
_YEAR = re.compile(r"\b\d{4}\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """The days around a question."""

    today: date
    calendar: Calendar
    sprints: Mapping[str, date]
    """When each sprint starts, where that is known."""

    def sprint_start(self, back: int = 0) -> date | None:
        """Tell when the sprint began that runs today, or one some sprints before it."""
        begun = sorted({start for start in self.sprints.values() if start <= self.today}, reverse=True)
        return begun[back] if back < len(begun) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The days that a question speaks of."""

    since: date | None = None
    until: date | None = None
    words: tuple[str, ...] = ()
    """By which words."""


def days_meant(text: str, days: Days) -> Meant:
    """Find the days that a question speaks of; of several, the first.

    A weekday after "since" is the last one before today. A day without such a word is the last day of what is asked
    about, as in "due Friday", unless the question speaks of the past.
    """
    if found := _AGO.search(text):
        day = days.today - _span(found)
        return Meant(since=day, until=day, words=(found[0],))
    if found := _SPANS.search(text):
        kind = next(name for name in _MEANT if found[name])
        since, until = _MEANT[kind](found, days)
        return Meant(since=since, until=until, words=(found[0],))
    for start, end, when in dates(text, days.today, days.calendar):
        if when.day is None:
            continue
        phrase = text[start:end]
        if _SINCE.search(text[:start]):
            return Meant(since=_before(when.day, phrase, days), words=(phrase,))
        if _BACKWARD.search(text):
            day = _before(when.day, phrase, days)
            day -= timedelta(days=1 if _UP_TO.search(text[:start]) else 0)
            return Meant(since=day, until=day, words=(phrase,))
        return Meant(until=when.day, words=(phrase,))
    return Meant()


_Range = tuple[date | None, date | None]


def _unit(found: re.Match[str], days: Days) -> _Range:
    which, unit = found["unit"].casefold().split()
    back = which in ("last", "previous", "past")
    if unit == "sprint":
        return _sprint(days, back=back)
    if unit == "month":
        first = days.today.replace(day=1)
        return ((first - timedelta(days=1)).replace(day=1), first - timedelta(days=1)) if back else (first, None)
    monday = days.today - timedelta(days=days.today.weekday())
    if which == "next":
        return None, monday + timedelta(days=13)
    return (monday - timedelta(days=7), monday - timedelta(days=1)) if back else (monday, monday + timedelta(days=6))


def _sprint(days: Days, *, back: bool) -> _Range:
    start = days.sprint_start()
    if not back:
        return start, None
    return days.sprint_start(1), start - timedelta(days=1) if start else None


def _count(found: re.Match[str], days: Days) -> _Range:
    return days.today - max(_span(found), timedelta(days=1)), None


def _span(found: re.Match[str]) -> timedelta:
    written = (found["count"] or "1").casefold()
    count = int(written) if written.isdigit() else _NUMBERS[written]
    unit = found["of"].casefold().rstrip("s")
    return {"hour": timedelta(hours=count), "day": timedelta(days=count), "week": timedelta(weeks=count)}[unit]


def _weekday(found: re.Match[str], days: Days) -> _Range:
    return _last(found["weekday"], days), None


def _last_weekday(found: re.Match[str], days: Days) -> _Range:
    day = _last(found["last"], days)
    return day, day


def _day(found: re.Match[str], days: Days) -> _Range:
    if found["day"].casefold() == "today":
        return days.today, days.today
    return days.today - timedelta(days=1), days.today - timedelta(days=1)


def _last(weekday: str, days: Days) -> date:
    back = (days.today.weekday() - numbers_of("weekdays")[weekday.casefold()]) % 7 or 7
    return days.today - timedelta(days=back)


def _before(day: date, phrase: str, days: Days) -> date:
    """Take a day as one of the past: a weekday ahead is that of last week, a third that of last month, and so on."""
    if day <= days.today or _YEAR.search(phrase):
        return day
    if re.search(rf"(?i)\b(?:{_WEEKDAYS})\b", phrase):
        return day - timedelta(days=7)
    if _MONTHS.search(phrase):
        return _earlier(day, months=12)
    return _earlier(day, months=1) if _OF_A_MONTH.search(phrase) else day


def _earlier(day: date, *, months: int) -> date:
    """Give the same day some months before; of a shorter month its last.

    >>> _earlier(date(2025, 3, 31), months=1), _earlier(date(2024, 2, 29), months=12)
    (datetime.date(2025, 2, 28), datetime.date(2023, 2, 28))
    """
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


_MEANT: Mapping[str, Callable[[re.Match[str], Days], _Range]] = {
    "unit": _unit,
    "of": _count,
    "weekday": _weekday,
    "last": _last_weekday,
    "day": _day,
}
