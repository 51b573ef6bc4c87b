"""Who reads a document: in which time zone, and what they may see."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from sprintmind.domain.events import Audience
from sprintmind.domain.visibility import NOBODY, Caller, visible_to

Document = dict[str, object]
"""An object of JSON, its keys in the order in which they are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Whoever a document is made for."""

    zone: tzinfo = UTC
    caller: Caller = NOBODY

    def sees(self, audience: Audience) -> bool:
        """Tell whether the reader may see what was said to an audience; checked again here, after the ledger did."""
        return visible_to(audience, self.caller)

    def time(self, at: datetime) -> str:
        """Write a moment with its offset in the team's zone.

        >>> Reader().time(datetime(2025, 9, 29, 7, tzinfo=UTC))
        '2025-09-29T07:00:00+00:00'
        """
        return at.astimezone(self.zone).isoformat(timespec="seconds")


def restricted(audience: Audience) -> str:
    """Say, without quote or paraphrase, that a value stands on something that the reader may not see.

    >>> restricted(Audience(ask="dana"))
    'from a restricted source; ask dana'
    """
    return f"from a restricted source; ask {audience.ask}" if audience.ask else "from a restricted source"


def day(value: date | None) -> str | None:
    """Write a date as YYYY-MM-DD; None stays None."""
    return value.isoformat() if value else None
