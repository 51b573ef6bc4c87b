"""Counting for views: how long something stands in the team's business days, and on what it rests."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from sprintmind.domain.authority import FieldHistory
from sprintmind.domain.events import Claim, PersonId
from sprintmind.domain.people import Team
from sprintmind.domain.views import Fact, Grounds, Wait, joined


@dataclass(frozen=True, kw_only=True)
class Standpoint:
    """One team at one moment."""

    team: Team
    now: datetime

    @cached_property
    def today(self) -> date:
        """The team's day."""
        return self.team.calendar.day(self.now)

    def day(self, at: datetime) -> date:
        """Tell which day it is for the team at a moment."""
        return at.astimezone(self.team.calendar.zone).date()

    def wait(self, since: datetime, person: PersonId | None = None) -> Wait:
        """Tell how long it is since a moment; `person` is the one on whom it waits, whose days away do not count."""
        day = self.day(since)
        return Wait(since=since, day=day, days=self._days_since(day, person))

    def days_until(self, day: date) -> int:
        """Count the business days after today up to and including a day."""
        if day not in self._ahead:
            self._ahead[day] = self.team.calendar.days_between(self.today, day)
        return self._ahead[day]

    def _days_since(self, day: date, person: PersonId | None) -> int:
        """Count as the calendar does, each day once for all that ever waited over it."""
        back = (self.today - day).days
        counts = self._counts.setdefault(person, [0])
        if 0 <= back < len(counts):
            return counts[back]
        if back < 0:
            return self.team.calendar.days_between(day, self.today, person)
        while len(counts) <= back:
            counts.append(counts[-1] + self.team.calendar.works(self.today - timedelta(days=len(counts) - 1), person))
        return counts[back]

    @cached_property
    def _ahead(self) -> dict[date, int]:
        """The business days until each day that was asked for."""
        return {}

    @cached_property
    def _counts(self) -> dict[PersonId | None, list[int]]:
        """For each person, the business days after the day so many days ago, up to and including today."""
        return {}

    def name(self, whom: str | None) -> str | None:
        """Write out a person's id as their name; other words stay as they are."""
        person = self.team.person(PersonId(whom)) if whom else None
        return person.name if person else whom

    def known(self, whom: str | None) -> PersonId | None:
        """Tell whether a word is the id of a person whom we know."""
        person = self.team.person(PersonId(whom)) if whom else None
        return person.id if person else None

    def fact(self, history: FieldHistory | None, person: PersonId | None = None) -> Fact | None:
        """Tell since when a field's value stands, and on whose word; None where nothing stands.

        Args:
            history: The field's.
            person: The one on whom it waits, whose days away do not count.
        """
        if history is None or history.holder is None or history.value is None:
            return None
        return self.said(history.holder, person)

    def said(self, claim: Claim, person: PersonId | None = None) -> Fact:
        """Take a claim's value as it stood since it was said, whether it still does or not."""
        wait = self.wait(claim.said_at, person)
        return Fact(since=wait.since, day=wait.day, days=wait.days, value=claim.value, grounds=grounds(claim))


def grounds(*claims: Claim) -> Grounds:
    """Tell what claims rest on."""
    if len(claims) == 1:
        return Grounds(evidence=(claims[0].event,), audience=claims[0].audience)
    return joined(Grounds(evidence=(claim.event,), audience=claim.audience) for claim in claims)
