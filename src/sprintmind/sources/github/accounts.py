"""Whose account it is: logins and noreply addresses through the team's alias map, and bots."""

import re
from dataclasses import dataclass

from sprintmind.domain.events import PersonId
from sprintmind.domain.people import Team
from sprintmind.sources.github.payload import Node

_NOREPLY = re.compile(r"(?:\d+\+)?([A-Za-z0-9][A-Za-z0-9-]*(?:\[bot\])?)@users\.noreply\.github\.com", re.IGNORECASE)
NOT_PEOPLE = frozenset({"web-flow", "github", "ghost"})
"""Accounts of GitHub itself, and the one that stands for those that are gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A GitHub account, as far as a payload tells."""

    login: str | None = None
    person: PersonId | None = None
    bot: bool = False

    @property
    def unmapped(self) -> frozenset[str]:
        """Its identity, if it is somebody whom the team does not know."""
        nobody = self.bot or not self.login or self.login.casefold() in NOT_PEOPLE
        return frozenset() if nobody or self.person else frozenset({f"github:{self.login}"})


def account(user: Node, team: Team) -> Account:
    """Read an account; one that is gone (null) is nobody's."""
    login = user["login"].hint()
    return _known(login, team, bot=user["type"].hint() == "Bot") if login else Account()


def commit_author(author: Node, team: Team) -> Account:
    """Read a commit's author: by username, by GitHub's noreply address, or by another address of a known person."""
    address = author["email"].hint() or ""
    login = author["username"].hint() or login_of(address)
    if login:
        return _known(login, team)
    return Account(person=team.identified("email", address) if address else None)


def login_of(address: str) -> str | None:
    """Find the login in a noreply address of GitHub; None in any other.

    >>> login_of("583231+priya-r@users.noreply.github.com")
    'priya-r'
    """
    found = _NOREPLY.fullmatch(address.strip())
    return found[1] if found else None


def _known(login: str, team: Team, *, bot: bool = False) -> Account:
    bots = {each.casefold() for each in team.bots}
    is_bot = bot or login.casefold().endswith("[bot]") or login.casefold() in bots
    return Account(login=login, person=None if is_bot else team.identified("github", login), bot=is_bot)
