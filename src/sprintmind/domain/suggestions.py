"""Whom an unknown login or name might be; always for a person to confirm, never taken as known."""

import re
from difflib import SequenceMatcher

from sprintmind.domain.events import PersonId
from sprintmind.domain.people import Person, Team

ALIKE = 0.75
"""How alike a login and a name must be to be suggested, from 0 to 1."""


def suggestion(identity: str, team: Team) -> PersonId | None:
    """Suggest whose identity it may be; None where nobody is near, or two people are equally near.

    Args:
        identity: `github:priya-r`, `speaker:Priya Raman (Northwind)`, `email:p.raman@…`.
        team: Whose people may be meant.
    """
    written = _plain(identity.partition(":")[2].partition("@")[0])
    scores = sorted(((_likeness(written, person), person.id) for person in team.people), reverse=True)
    if not scores or scores[0][0] < ALIKE:
        return None
    tied = len(scores) > 1 and scores[0][0] == scores[1][0]
    return None if tied else scores[0][1]


def _likeness(written: str, person: Person) -> float:
    logins = (login for each in (person.github, person.email) for login in each)
    forms = {_plain(each.partition("@")[0]) for each in (person.id, person.name, *person.aliases, *logins)}
    return max(SequenceMatcher(None, written, form).ratio() for form in forms)


def _plain(text: str) -> str:
    return re.sub(r"[^\w]+", "", re.sub(r"\(.*?\)", "", text)).casefold()
