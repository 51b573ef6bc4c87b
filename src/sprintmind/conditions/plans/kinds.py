"""From what came in to a plan: its encoding, its kind, and then that kind's own reader."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo

from sprintmind.conditions.plans.prose import read_prose
from sprintmind.conditions.plans.pull import read_pull
from sprintmind.conditions.plans.sql import read_sql
from sprintmind.conditions.plans.terraform import read_terraform
from sprintmind.domain.plans import Plan
from sprintmind.errors import DeliveryError, InputError
from sprintmind.reading.decoding import decoded, whole_characters

LARGEST = 10 * 2**20  # bytes
KINDS: tuple[Callable[[str, str], Plan | None], ...] = (read_terraform, read_pull, read_sql)
"""The kinds that know their own; whatever none of them knows is prose."""


def plan_of(
    body: bytes | str,
    *,
    file: str = "",
    at: datetime | date | None = None,
    zone: tzinfo = UTC,
    duration: timedelta | None = None,
) -> Plan:
    """Read a plan of whatever kind it is.

    Args:
        body: A file's bytes, or text.
        file: Its name, for messages and as a hint.
        at: When it is carried out, aware, or on which day.
        zone: The team's.
        duration: How long it takes.

    Raises:
        InputError: It is empty, too large, no text, or a plan of its kind that cannot be read.
    """
    text = body if isinstance(body, str) else _text(body, file)
    if len(text) > LARGEST:
        raise InputError(f"{file or 'the plan'} has {len(text):,} characters; at most {LARGEST:,} are read")
    if not text.strip():
        raise InputError(f"{file or 'the plan'} is empty; say what is changed, where and when")
    escaped = whole_characters(text.encode()).decode()  # half a letter that JSON names can be stored nowhere
    plan = next((found for kind in KINDS if (found := kind(escaped, file))), None) or read_prose(text, file)
    return replace(plan, at=at, zone=zone, duration=duration)


def _text(body: bytes, file: str) -> str:
    if len(body) > LARGEST:
        raise InputError(f"{file or 'the plan'} has {len(body):,} bytes; at most {LARGEST:,} are read")
    try:
        return decoded(body)
    except DeliveryError as error:
        raise InputError(f"{file or 'the plan'}: {error}") from error
