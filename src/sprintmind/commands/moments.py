"""Moments and days as people type them."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from sprintmind.commands.usage import UsageError
from sprintmind.domain.moments import EARLIEST, END_OF_DAY, LATEST, believable


def moment_in(text: str, *, zone: tzinfo | None) -> datetime:
    """Read a moment in ISO 8601; without an offset it is in a zone.

    >>> moment_in("2025-10-01T09:00:00+02:00", zone=None).isoformat()
    '2025-10-01T07:00:00+00:00'

    Raises:
        ValueError: It is no moment, or there is neither an offset nor a zone.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise ValueError(f"{text!r} is not a moment in ISO 8601") from error
    if moment.tzinfo is None:
        if zone is None:
            raise ValueError(f"{text!r} has no offset")
        moment = moment.replace(tzinfo=zone)
    return _in_utc(moment, text)


def until(text: str, *, zone: tzinfo, option: str) -> datetime:
    """Read a moment or a day; a day means its end in the team's zone, so that what was said on it counts."""
    day = day_or_none(text)
    last = None if day is None else datetime.combine(day, END_OF_DAY).isoformat()
    return _of_option(last or text, zone=zone, option=option)


def since(text: str, *, zone: tzinfo, option: str) -> datetime:
    """Read a moment or a day; a day means its beginning in the team's zone."""
    day = day_or_none(text)
    first = None if day is None else datetime.combine(day, time()).isoformat()
    return _of_option(first or text, zone=zone, option=option)


def said(text: str, *, zone: tzinfo, option: str) -> date | datetime:
    """Read the day or the moment that a document speaks of."""
    day = day_or_none(text)
    moment = _of_option(text if day is None else day.isoformat(), zone=zone, option=option)
    return moment if day is None else day


def day_of(text: str, *, option: str) -> date:
    """Read a day."""
    day = day_or_none(text)
    if day is None:
        raise UsageError(f"{option}: {text!r} is not a date; expected YYYY-MM-DD")
    return day


def day_or_none(text: str) -> date | None:
    """Read a day; None if it is a moment, or neither."""
    try:
        return date.fromisoformat(text.strip()) if "T" not in text and " " not in text.strip() else None
    except ValueError:
        return None


def lasting(text: str, *, option: str) -> timedelta:
    """Read how long something lasts.

    >>> lasting("4h", option="--expires"), lasting("90 min", option="--expires")
    (datetime.timedelta(seconds=14400), datetime.timedelta(seconds=5400))
    """
    found = re.fullmatch(r"\s*(\d{1,5})\s*(m|min|minutes?|h|hours?|d|days?)\s*", text, re.IGNORECASE)
    if found is None or int(found[1]) == 0:
        raise UsageError(f"{option}: {text!r} is no span of time; expected 30m, 4h or 2d")
    unit = {"m": "minutes", "h": "hours", "d": "days"}[found[2][0].casefold()]
    return timedelta(**{unit: int(found[1])})


def _of_option(text: str, *, zone: tzinfo, option: str) -> datetime:
    try:
        return moment_in(text, zone=zone)
    except ValueError as error:
        raise UsageError(f"{option}: {error}; expected 2025-10-01 or 2025-10-01T09:00:00+02:00") from error


def _in_utc(moment: datetime, text: str) -> datetime:
    try:
        found = moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"{text!r} lies outside the calendar") from error
    if not believable(found):
        raise ValueError(f"{text!r} lies outside the years {EARLIEST.year} to {LATEST.year}")
    return found
