"""Persons as people type them."""

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.domain.people import Team
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError
from sprintmind.settings.nearest import hint
from sprintmind.standing import Standing


def person(text: str, team: Team, *, option: str) -> PersonId:
    """Tell who is meant by an id, a name or an alias.

    Raises:
        InputError: Nobody of the team, or two of them. (The command line is well formed; it is the team that
            does not know the name, as it would not know a ticket.)
    """
    found = PersonId(text) if team.person(PersonId(text)) else team.person_named(text)
    ids = [person.id for person in team.people]
    if found is None:
        raise InputError(f"{option}: nobody of the team is called {text!r}; {hint(text, ids)}")
    if found == UNKNOWN_PERSON:
        meant = " or ".join(sorted(team.people_named(text)))
        raise InputError(f"{option}: {text!r} could be two people; give the id {meant}")
    return found


def caller_for(asking: PersonId, app: Standing) -> Caller:
    """Give a person as whoever asks, with what their role lets them see."""
    found = app.team.person(asking)
    return Caller(person=asking, manager=found is not None and found.role == "manager")


def author(text: str, team: Team, *, option: str) -> PersonId:
    """Tell who says something; a team that lists nobody takes the name as it is written.

    Raises:
        InputError: The team lists people, and nobody or two of them are called so; or it is no name.
    """
    if team.people:
        return person(text, team, option=option)
    name = " ".join(text.split())
    if not name or len(name) > 80 or not name.isprintable():
        raise InputError(f"{option}: {text[:80]!r} is no name")
    return PersonId(name)
