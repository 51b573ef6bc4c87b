"""Who is who: the team's people, customers and keys, and which person a name or login means."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import UNKNOWN_PERSON, Name, Observation, PersonId, TicketKey, named


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One of the team, or a customer's own person."""

    id: PersonId
    name: str
    aliases: tuple[str, ...] = ()
    github: tuple[str, ...] = ()
    jira: tuple[str, ...] = ()
    email: tuple[str, ...] = ()
    role: str = "engineer"
    """engineer or manager."""
    customer: str | None = None
    """The customer whose person it is; None for our own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Customer:
    """Whom we promise things to."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """Days on which one person is away, both ends included."""

    person: PersonId
    start: date
    end: date


IDENTITIES = ("github", "jira", "email", "speaker")
"""The kinds of identity that a person may have."""


def identity_in(text: str) -> str:
    """Read an identity as a person types it; raises ValueError for what is none.

    >>> identity_in("github:Octo")
    'github:octo'
    """
    kind, _, name = text.partition(":")
    if kind not in IDENTITIES or not name.strip():
        raise ValueError(f"{text!r} is no identity; write github:octo, jira:5b10…, email:… or speaker:Kim")
    return f"{kind}:{name.strip().casefold()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityLinked(Observation):
    """Somebody said whose identity this is, or with None that it is nobody's."""

    identity: str
    """`github:octo`, `jira:5b10…`, `email:…`, `speaker:Kim`, as `people` lists them."""
    person: PersonId | None
    by: PersonId | None

    @property
    def names(self) -> tuple[Name, ...]:
        """The identity."""
        return (named("identity", self.identity),)


_NUMBERED = re.compile(r"-[1-9]")
"""In every text that names a ticket; it is looked for much faster than the keys."""


@dataclass(frozen=True, kw_only=True)
class Team:
    """What a reading may know: who there is, which keys are tickets, what the team's words mean."""

    name: str = ""
    keys: tuple[str, ...] = ()
    """Project keys in capitals; nothing else is a ticket."""
    people: tuple[Person, ...] = ()
    customers: tuple[Customer, ...] = ()
    calendar: Calendar = field(default_factory=Calendar)
    merged_means: str = "done"
    """Status of a ticket whose pull requests are merged: done or in_qa."""
    bots: frozenset[str] = frozenset()
    """GitHub logins that are bots, beside those that GitHub itself marks."""
    status_map: Mapping[str, str] = field(default_factory=dict)
    """The tracker's status names, in lower case, with the status each means to this team."""
    links: Mapping[str, PersonId | None] = field(default_factory=dict)
    """What people said of identities since the people file, by `kind:identity`."""

    def linked(self, links: Iterable[IdentityLinked]) -> "Team":
        """Add what people said of identities since the people file; the latest word about each stands."""
        said = sorted(links, key=lambda link: (link.at, link.identity, link.person or ""))
        if not said:
            return self  # with what it has looked up already
        return replace(self, links={**self.links, **{link.identity.casefold(): link.person for link in said}})

    @cached_property
    def key_pattern(self) -> re.Pattern[str]:
        """Finds ticket keys of the team's projects in a text, in any case; two groups, project and number."""
        keys = "|".join(re.escape(key) for key in sorted(self.keys, key=len, reverse=True)) or "(?!)"
        return re.compile(rf"(?<![A-Za-z0-9_])({keys})-([1-9]\d{{0,8}})(?![A-Za-z0-9])", re.IGNORECASE)

    def ticket_keys(self, text: str) -> tuple[TicketKey, ...]:
        """Find the ticket keys in a text, in capitals, each once, in order."""
        if not _NUMBERED.search(text):
            return ()
        found = (TicketKey(f"{project}-{number}".upper()) for project, number in self.key_pattern.findall(text))
        return tuple(dict.fromkeys(found))

    def identified(self, kind: str, identity: str) -> PersonId | None:
        """Tell whose login or address it is: a person, `UNKNOWN_PERSON` where it could be two, None where nobody's.

        Args:
            kind: github, jira, email or speaker.
            identity: The login, account id, address (GitHub's noreply addresses too) or name as written.
        """
        name = identity.strip().casefold()
        linked = f"{kind}:{name}"
        if linked in self.links:
            return self.links[linked]
        if kind == "speaker":
            return self.person_named(name)
        return _only(self._identities.get(linked, frozenset()))

    def person_named(self, text: str) -> PersonId | None:
        """Tell who is meant by a name or alias: a person, `UNKNOWN_PERSON` where it could be two, None where nobody."""
        return _only(self.people_named(text))

    def people_named(self, text: str) -> frozenset[PersonId]:
        """List everybody who has a name or alias."""
        return self._names.get(_plain(text), frozenset())

    def person(self, id: PersonId | None) -> Person | None:
        """Look a person up by id."""
        return next((person for person in self.people if person.id == id), None)

    def customer_named(self, text: str) -> str | None:
        """Tell which customer a name or alias means, as the name in the file."""
        return self._customers.get(_plain(text))

    @cached_property
    def _identities(self) -> Mapping[str, frozenset[PersonId]]:
        found: dict[str, set[PersonId]] = {}
        for person in self.people:
            for kind in ("github", "jira", "email"):
                for identity in getattr(person, kind):
                    found.setdefault(f"{kind}:{identity.strip().casefold()}", set()).add(person.id)
        return {identity: frozenset(people) for identity, people in found.items()}

    @cached_property
    def _names(self) -> Mapping[str, frozenset[PersonId]]:
        full: dict[str, set[PersonId]] = {}
        for person in self.people:
            for name in (person.id, person.name, *person.aliases):
                full.setdefault(_plain(name), set()).add(person.id)
        first: dict[str, set[PersonId]] = {}
        for person in self.people:
            first.setdefault(_plain(person.name).split(" ")[0], set()).add(person.id)
        for name, people in first.items():
            full.setdefault(name, set()).update(people)
        return {name: frozenset(people) for name, people in full.items()}

    @cached_property
    def _customers(self) -> Mapping[str, str]:
        return {_plain(name): each.name for each in self.customers for name in (each.name, *each.aliases)}


def _only(people: frozenset[PersonId]) -> PersonId | None:
    if len(people) > 1:
        return UNKNOWN_PERSON
    return next(iter(people), None)


def _plain(name: str) -> str:
    """Take a name as it is meant: any case, any spacing, with or without an @."""
    return " ".join(name.casefold().lstrip("@").split())
