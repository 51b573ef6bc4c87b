"""What a team chose of itself and of how its work is judged: plain values, checked, of which the domain is made."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import PersonId
from sprintmind.domain.people import Absence, Customer, Person, Team
from sprintmind.domain.policy import Policy
from sprintmind.settings.public_holidays import PublicHolidays


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The part of the settings that a question to the ledger needs."""

    name: str
    keys: tuple[str, ...]
    timezone: str
    """As the IANA database names it."""
    working_days: frozenset[int]
    """Monday is 0."""
    holidays: str
    """As the holidays library names them; empty: none."""
    absences: tuple[Absence, ...]
    people: tuple[Person, ...]
    customers: tuple[Customer, ...]
    merged_means: str
    bots: frozenset[str]
    status_map: Mapping[str, str]
    policy: Policy
    fingerprint: str
    """Changes with everything that the reading or the fold of an event depends on."""

    def calendar(self) -> Calendar:
        """Give the team's days; its public holidays are looked up when the first day is asked for."""
        away: dict[PersonId, tuple[tuple[date, date], ...]] = {}
        for absence in self.absences:
            away[absence.person] = (*away.get(absence.person, ()), (absence.start, absence.end))
        return Calendar(
            zone=ZoneInfo(self.timezone),
            working_days=self.working_days,
            holidays=PublicHolidays(self.holidays) if self.holidays else frozenset(),
            absences=away,
        )

    def team(self) -> Team:
        """Give what a reading may know of the team."""
        return Team(
            name=self.name,
            keys=self.keys,
            people=self.people,
            customers=self.customers,
            calendar=self.calendar(),
            merged_means=self.merged_means,
            bots=self.bots,
            status_map=self.status_map,
        )
