"""Someone else's JSON, taken without trust: what has another shape than expected counts as absent."""

from collections.abc import Mapping
from datetime import UTC, datetime

Json = Mapping[str, object]


def at(value: object, *path: str) -> object:
    """Follow names into nested objects; None where there is no such thing."""
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def text(value: object, *path: str) -> str:
    """Find a text or a whole number, as text; empty where there is none.

    >>> text({"head": {"sha": "a1"}}, "head", "sha"), text({"id": 7}, "id"), text({}, "id")
    ('a1', '7', '')
    """
    found = at(value, *path)
    return str(found) if isinstance(found, str | int) and not isinstance(found, bool) else ""


def number(value: object, *path: str) -> int | None:
    """Find a whole number."""
    found = at(value, *path)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def mapping(value: object, *path: str) -> Json:
    """Find an object; empty where there is none."""
    found = at(value, *path)
    return found if isinstance(found, Mapping) else {}


def rows(value: object, *path: str) -> tuple[Json, ...]:
    """Find the objects in a list; anything else in it is passed over."""
    found = at(value, *path)
    return tuple(each for each in found if isinstance(each, Mapping)) if isinstance(found, list) else ()


def moment(value: object) -> datetime | None:
    """Read a moment in ISO text with an offset, in UTC; None where there is none.

    >>> moment("2025-09-29T08:00:00.000+0200").isoformat()
    '2025-09-29T06:00:00+00:00'
    """
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        return found.astimezone(UTC) if found and found.tzinfo else None
    except (ValueError, OverflowError):
        return None
