"""Jira's times and dates: ISO text with any offset, or milliseconds since 1970."""

from datetime import UTC, date, datetime, timedelta, tzinfo

from sprintmind.domain.moments import believable

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(value: object, zone: tzinfo) -> datetime | None:
    """Read a moment, in UTC and whole seconds; None where there is none.

    Args:
        value: `2025-09-29T08:00:00.000+0200`, `…Z`, or milliseconds since 1970.
        zone: The zone of a time without an offset.

    >>> moment("2025-09-29T08:00:00.000+0200", UTC).isoformat()
    '2025-09-29T06:00:00+00:00'
    """
    try:
        found = _read(value, zone)
        at = found.astimezone(UTC).replace(microsecond=0) if found else None
    except (ValueError, OverflowError):
        return None
    return at if at and believable(at) else None


def day(value: object, zone: tzinfo) -> date | None:
    """Read a date; of a moment, the team's date at it.

    >>> day("2025-10-03 00:00:00.0", UTC).isoformat()
    '2025-10-03'
    """
    if not isinstance(value, str):
        return None
    words = value.strip()
    if len(words) == 10 or words[10:].startswith(" 00:00:00"):
        words = words[:10]
    try:
        return date.fromisoformat(words)
    except ValueError:
        found = moment(words, zone)
        return found.astimezone(zone).date() if found else None


def _read(value: object, zone: tzinfo) -> datetime | None:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
        value = int(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return EPOCH + timedelta(milliseconds=value)
    if not isinstance(value, str):
        return None
    found = datetime.fromisoformat(value.strip())
    return found if found.tzinfo else found.replace(tzinfo=zone)
