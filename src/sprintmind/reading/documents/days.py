"""The day that a text says it is of: only where it is written out with its year, never guessed."""

import re
from collections.abc import Iterable
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august|sep sept september|"  # noqa: SIM905 (reads better in a row)
        "oct october|nov november|dec december".split("|"),
        start=1,
    )
    for name in names.split()
}
_MONTH = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_SHAPES = (
    (re.compile(r"(?<!\d)((?:19|20)\d\d)[-/._](\d{1,2})[-/._](\d{1,2})(?!\d)"), "ymd"),
    (re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)"), "ymd"),
    (re.compile(rf"(?<!\d){_DAY}[ \-.]+(?:of )?{_MONTH}[ \-,]+((?:19|20)\d\d)(?!\d)", re.IGNORECASE), "dmy"),
    (re.compile(rf"\b{_MONTH}[ \-]+{_DAY},?[ \-]+((?:19|20)\d\d)(?!\d)", re.IGNORECASE), "mdy"),
    (re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?!\d)"), "dmy"),
    (re.compile(r"(?<!\d)(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)(?!\d)"), "?"),
)


def day_in(text: str) -> date | None:
    """Find the one day that a line names with its year; None where it names none, or several.

    Of `3/4/2025` nobody can tell the month: None. `11/14/2025` can only be read in one way.

    >>> day_in("Daily 3 Oct 2025"), day_in("Report for 2018-05-01 to 2018-05-31"), day_in("Friday 13th")
    (datetime.date(2025, 10, 3), None, None)
    """
    days = {day for pattern, order in _SHAPES for found in pattern.finditer(text[:400]) if (day := _day(found, order))}
    return days.pop() if len(days) == 1 else None


def first_day(texts: Iterable[str]) -> date | None:
    """Find the first day that any of several lines names."""
    return next((day for text in texts if (day := day_in(text))), None)


def _day(found: re.Match[str], order: str) -> date | None:
    parts = [_MONTHS.get(part.lower().rstrip(".")) or int(part) for part in found.groups()]
    orders = ("dmy", "mdy") if order == "?" else (order,)
    days = {day for order in orders if (day := _date(**dict(zip(order, parts, strict=True))))}
    return days.pop() if len(days) == 1 else None


def _date(*, y: int, m: int, d: int) -> date | None:
    try:
        return date(y, m, d)
    except ValueError:
        return None
