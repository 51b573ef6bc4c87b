"""What is known around an event when memory is told of it: the team, and the tickets as they stand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sprintmind.domain.events import PersonId, TicketKey
from sprintmind.domain.memories import Tag
from sprintmind.domain.people import Team
from sprintmind.domain.work import Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What names a person understands."""

    team: Team
    tickets: Mapping[TicketKey, Ticket] = field(default_factory=dict)
    """By every key that they have had."""

    def person(self, id: str | None) -> str:
        """Name a person; somebody who is no one of the team is called what the source calls them."""
        found = self.team.person(PersonId(id)) if id else None
        return found.name if found else (id or "somebody").removeprefix("github:")

    def ticket(self, key: TicketKey) -> str:
        """Name a ticket with its title, where one is known: `NW-231 “SSO login”`."""
        ticket = self.tickets.get(key)
        title = ticket.value("title") if ticket else None
        return f"{key} “{title}”" if isinstance(title, str) and title else str(key)

    def day(self, at: datetime) -> str:
        """Write the day of a moment in the team's zone."""
        return self.team.calendar.day(at).isoformat()

    def tags(
        self, *, tickets: Iterable[TicketKey] = (), people: Iterable[str | None] = (), customers: Iterable[str] = ()
    ) -> Iterator[Tag]:
        """Tag what something is about; a ticket by every key it has had, and by the sprint that it is in."""
        keys = {key for each in tickets for key in self._keys(each)}
        yield from (Tag(f"ticket:{key}") for key in sorted(keys))
        sprints = {self.tickets[key].value("sprint") for key in keys if key in self.tickets}
        yield from (Tag(f"sprint:{name}") for name in sorted(str(each) for each in sprints if each))
        yield from (Tag(f"person:{each}") for each in sorted({each for each in people if each}))
        yield from (Tag(f"customer:{name}") for name in sorted(set(customers)))

    def customers_in(self, text: str) -> frozenset[str]:
        """Find the customers whose name or alias stands in a text."""
        words = f" {' '.join(text.split()).casefold()} "
        return frozenset(
            each.name
            for each in self.team.customers
            if any(_stands_in(name.casefold(), words) for name in (each.name, *each.aliases))
        )

    def people_in(self, text: str) -> frozenset[PersonId]:
        """Find the people whose full name or alias stands in a text; a first name alone may be anybody's."""
        words = f" {' '.join(text.split()).casefold()} "
        return frozenset(
            each.id
            for each in self.team.people
            if any(_stands_in(name.casefold(), words) for name in (each.name, *each.aliases))
        )

    def _keys(self, key: TicketKey) -> frozenset[TicketKey]:
        ticket = self.tickets.get(key)
        return ticket.keys | {key} if ticket else frozenset([key])


def _stands_in(name: str, words: str) -> bool:
    """Tell whether a name stands in some words as a word of its own."""
    start = words.find(name)
    while name and start >= 0:
        around = words[start - 1 : start] + words[start + len(name) : start + len(name) + 1]
        if not any(letter.isalnum() or letter == "_" for letter in around):
            return True
        start = words.find(name, start + 1)
    return False
