"""Jira's users, and which person of the team each is."""

from collections.abc import Iterable
from dataclasses import dataclass

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.domain.people import Team
from sprintmind.sources.jira.payloads import Payload, text


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Someone in Jira: cloud knows an account id, servers a name and a key."""

    ids: tuple[str, ...]
    email: str = ""
    name: str = ""
    """As it is displayed."""

    @property
    def identity(self) -> str:
        """As `people` lists it where it is nobody of the team."""
        return f"jira:{next(iter(self.ids), '') or self.email or self.name}"

    @property
    def content(self) -> tuple[object, ...]:
        """What a reading uses."""
        return (self.ids, self.email, self.name)


def user(payload: Payload) -> User | None:
    """Read a user object; None where it names nobody."""
    ids = tuple(dict.fromkeys(found for name in ("accountId", "name", "key") if (found := text(payload, name))))
    read = User(ids=ids, email=text(payload, "emailAddress"), name=text(payload, "displayName"))
    return read if any(read.content) else None


def changed_to(item: Payload, known: Iterable[User]) -> User | None:
    """Read whom a changelog item names; None for nobody.

    Args:
        item: Of the field assignee.
        known: Users shown elsewhere in the payload: an item tells less of them.
    """
    told = {found for name in ("tmpToAccountId", "to") if (found := text(item, name))}
    shown = next((each for each in known if told & set(each.ids)), User(ids=()))
    name = text(item, "toString") or shown.name
    ids = tuple(sorted({*told, *shown.ids}))
    return User(ids=ids, email=shown.email, name=name) if ids or name else None


def person(found: User, team: Team) -> PersonId:
    """Tell who it is: by id, then by address, then by displayed name; `UNKNOWN_PERSON` where nobody of the team."""
    said = [link for each in found.ids if (link := f"jira:{each}".casefold()) in team.links]
    if said:
        return team.links[said[0]] or UNKNOWN_PERSON
    by_id = (team.identified("jira", each) for each in found.ids)
    by_address = (team.identified("email", found.email),) if found.email else ()
    by_name = (team.identified("speaker", found.name),) if found.name else ()
    return next((who for who in (*by_id, *by_address, *by_name) if who), UNKNOWN_PERSON)
