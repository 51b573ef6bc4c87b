"""Moments that a plan's text names whole, "2025-10-03T15:00:00+02:00", as tools write them."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta, tzinfo

_MOMENT = re.compile(
    r"(?<![\w.:-])(?P<day>20\d\d-\d\d-\d\d)(?:T|\s(?=\S+(?:\s?\+|\s-)\d\d:?\d\d))"
    r"(?P<clock>(?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:[.,]\d{1,9})?)?"
    r"(?:\s?(?P<offset>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?))?(?![\w:])",
    re.IGNORECASE,
)
"""Without the T, its offset stands apart as in git's dates: "2025-10-03 10:00-12:00" is a range."""
OVER = timedelta(days=1)
"""What lies further back is told of, as a line of a log is, and is no time at which a plan is carried out."""


def moments_in(text: str, *, zone: tzinfo, now: datetime) -> Iterator[datetime]:
    """Find the moments that a text names and that are not over, each in the zone that it was written in.

    Args:
        text: The plan.
        zone: The team's, for those without an offset.
        now: When it is read.

    >>> from datetime import UTC
    >>> [str(each) for each in moments_in("at 2025-10-03T15:00-07:00", zone=UTC, now=datetime(2025, 10, 1, tzinfo=UTC))]
    ['2025-10-03 15:00:00-07:00']
    """
    for match in _MOMENT.finditer(text):
        try:
            found = datetime.fromisoformat(f"{match['day']}T{match['clock']}{(match['offset'] or '').upper()}")
        except ValueError:
            continue
        moment = found if found.tzinfo else found.replace(tzinfo=zone)
        if moment > now - OVER:
            yield moment
