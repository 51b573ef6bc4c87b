"""Looking back: what was true at the end of a day as we know it now, or what we believed then."""

from datetime import date, datetime, time
from typing import Annotated

from pydantic import BaseModel, BeforeValidator

from sprintmind.domain.moments import EARLIEST, LATEST, Moment
from sprintmind.errors import InputError
from sprintmind.web.visitor import Visitor

NotGiven = BeforeValidator(lambda value: value or None)
"""A form sends a field that was left empty as an empty text."""


class Looking(BaseModel):
    """As of which day, and as known at the end of which."""

    as_of: Annotated[date | None, NotGiven] = None
    known_at: Annotated[date | None, NotGiven] = None

    def moment(self, visitor: Visitor) -> Moment:
        """Give the ends of these days in the team's zone; now where none is chosen."""
        return Moment(
            now=visitor.now,
            as_of=_end_of(self.as_of, visitor) if self.as_of else None,
            known_at=_end_of(self.known_at, visitor) if self.known_at else None,
        )


class Lately(Looking):
    """As of when, and from which day on changes are told."""

    since: Annotated[date | None, NotGiven] = None

    @property
    def back(self) -> bool:
        """It is not the present that is looked at."""
        return bool(self.as_of or self.known_at)

    def after(self, visitor: Visitor) -> datetime | None:
        """Give the beginning of that day in the team's zone; None: since the last look."""
        if self.since is None:
            return None
        _check(self.since)
        return datetime.combine(self.since, time(), visitor.team.calendar.zone)


NOW = Lately()
"""The present, with what changed since the last look."""


def _end_of(day: date, visitor: Visitor) -> datetime:
    _check(day)
    return datetime.combine(day, time(23, 59, 59), visitor.team.calendar.zone)


def _check(day: date) -> None:
    if not EARLIEST.date() <= day < LATEST.date():
        raise InputError(f"{day} lies outside the years that can be looked at")
