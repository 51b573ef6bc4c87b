"""Moments as JQL takes them: to the minute, in the time zone of whoever asks."""

from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def zone_named(name: str) -> tzinfo | None:
    """Find a time zone; None where the name means nothing here."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def bound(moment: datetime, zone: tzinfo | None) -> str:
    """Write a moment from which on nothing is left out, whatever JQL makes of it.

    A minute earlier, as JQL knows no seconds. A day earlier where it is not sure what it means: the zone of whoever
    asks is unknown, or its clocks change around then.

    >>> from datetime import UTC
    >>> bound(datetime(2025, 10, 1, 7, 30, 40, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
    '2025-10-01 09:29'
    >>> bound(datetime(2025, 10, 1, 7, 30, 40, tzinfo=UTC), None)
    '2025-09-30 07:29'
    """
    sure = zone is not None and _steady(moment, zone)
    local = moment.astimezone(zone) if zone else moment
    return (local.replace(tzinfo=None) - MINUTE - (timedelta() if sure else DAY)).strftime("%Y-%m-%d %H:%M")


def _steady(moment: datetime, zone: tzinfo) -> bool:
    """Tell whether the clocks stay as they are for some hours around a moment."""
    around = (moment - timedelta(hours=3), moment, moment + timedelta(hours=3))
    return len({each.astimezone(zone).utcoffset() for each in around}) == 1
