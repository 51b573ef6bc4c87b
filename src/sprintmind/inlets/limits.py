"""How long a server asks to be left alone, from what its refusal says."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

UNTOLD = timedelta(minutes=1)
"""Where a refusal tells no time, doubled with every refusal in a row; GitHub asks for at least this much."""
_LIMITED = ("rate limit", "abuse detection")


def asked_to_wait(
    status: int, headers: Mapping[str, str], message: str, *, now: datetime, refusals: int = 0
) -> timedelta | None:
    """Tell how long to wait before the same request may be sent again; None where it was not refused for a limit.

    GitHub refuses with 403 or 429, with `Retry-After` for its secondary limits and `X-RateLimit-Reset` for the primary;
    Jira with 429 and either.

    Args:
        status: Of the response.
        headers: Of the response, by names in lower case.
        message: The beginning of its body.
        now: The real time, timezone-aware.
        refusals: How often in a row it was refused before.
    """
    spent = headers.get("x-ratelimit-remaining") == "0"
    limited = "retry-after" in headers or spent or any(words in message.casefold() for words in _LIMITED)
    if status != 429 and not (status == 403 and limited):
        return None
    if "retry-after" in headers:
        told = _after(headers["retry-after"], now)
    else:
        told = _until(headers.get("x-ratelimit-reset", ""), now) if spent or status == 429 else None
    return max(told, timedelta(seconds=1)) if told is not None else UNTOLD * 2**refusals


def _after(text: str, now: datetime) -> timedelta | None:
    """Read seconds, or the date that HTTP also allows."""
    if text.strip().isascii() and text.strip().isdigit():
        return timedelta(seconds=int(text))
    try:
        return parsedate_to_datetime(text).astimezone(UTC) - now
    except (ValueError, TypeError):
        return None


def _until(text: str, now: datetime) -> timedelta | None:
    """Read seconds since 1970 (GitHub), or ISO text (Jira); a second more, for clocks differ."""
    try:
        moment = datetime.fromtimestamp(int(text), UTC) if text.isdigit() else datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        return None
    return moment.astimezone(UTC) - now + timedelta(seconds=1)
