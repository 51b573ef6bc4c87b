"""Whom an unknown login or name might be; always for a person to confirm, never taken as known."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.domain.people import Person, Team

ALIKE = 0.75
"""How alike a login and a name must be to be suggested, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An account of another system, with what it shows of whose it is."""

    kind: str
    """github or jira."""
    identity: str
    """The login or account id."""
    name: str = ""
    """As it is shown."""
    email: str = ""

    @property
    def named(self) -> str:
        """As `people` lists it: `github:priya-r`."""
        return f"{self.kind}:{self.identity}"


def suggestion(identity: str, team: Team, *, account: Account | None = None) -> PersonId | None:
    """Suggest whose identity it may be; None where nobody is near, or two people are equally near.

    Args:
        identity: `github:priya-r`, `speaker:Priya Raman (Northwind)`, `email:p.raman@…`.
        team: Whose people may be meant.
        account: What more is known; an address of a person is surer than a name, and a name than a login.
    """
    for certain in (team.identified("email", account.email), team.person_named(account.name)) if account else ():
        if certain and certain != UNKNOWN_PERSON:
            return certain
    words = [identity.partition(":")[2].partition("@")[0]]
    words += [account.name, account.email.partition("@")[0]] if account else []
    written = [plain for each in words if (plain := _plain(each))]
    scores = sorted(
        ((max((_likeness(each, person) for each in written), default=0.0), person.id) for person in team.people),
        reverse=True,
    )
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
