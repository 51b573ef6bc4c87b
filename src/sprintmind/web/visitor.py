"""Who is there: nobody in particular, a person who signed in, or a program with a token."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Request, params

from sprintmind.domain.access import Scope
from sprintmind.domain.events import PersonId
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Person, Team
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError, SprintMindError
from sprintmind.shapes.reader import Reader
from sprintmind.web.site import Site, site_of


class SignInNeededError(SprintMindError):
    """Whoever asks must sign in, or bring a token."""


class ForbiddenError(SprintMindError):
    """Whoever asks may not do this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who is there, and what they may see."""

    team: Team
    person: Person | None = None
    """None where nobody in particular asks, which only happens where nobody need sign in."""
    account: str = ""
    """With what they came in; empty: with nothing."""
    scopes: frozenset[Scope] = frozenset(Scope)
    now: datetime
    position: str = ""
    """How far the ledger was when they came, so that a page that stays open knows what it shows."""

    @property
    def reader(self) -> Reader:
        """For whom answers are."""
        manager = self.person is not None and self.person.role == "manager"
        caller = Caller(person=self.person.id if self.person else None, manager=manager)
        return Reader(zone=self.team.calendar.zone, caller=caller)

    @property
    def moment(self) -> Moment:
        """Now."""
        return Moment(now=self.now)

    def author(self) -> PersonId:
        """Give the person in whose name something is recorded; raises InputError where that is nobody."""
        if self.person is None:
            raise InputError("say first who you are: everything that is recorded carries a name")
        return self.person.id


def visitor(request: Request) -> Visitor:
    """Tell who is there; raises SignInNeededError where that must be known and is not."""
    site = site_of(request)
    team = site.app.team
    bearer = request.headers.get("authorization", "")
    if bearer:
        return _program(bearer, site, team)
    person = _signed_in(request, site, team)
    if person is None and not site.alone:
        raise SignInNeededError("sign in first, or send a token: Authorization: Bearer sm_…")
    account = str(request.session.get("account", "")) if person else ""
    position = str(site.app.position())
    return Visitor(team=team, person=person, account=account, now=site.app.now(), position=position)


Visiting = Annotated[Visitor, Depends(visitor)]


def allowed(scope: Scope) -> params.Depends:
    """Make a dependency that lets only those through who may do this."""

    def check(found: Visiting) -> None:
        if scope not in found.scopes:
            raise ForbiddenError(f"this token may not be used to {scope.value}")

    return params.Depends(check)


def manages(site: Site, found: Visitor) -> bool:
    """Tell whether somebody may do what is a manager's; where nobody signs in, whoever is at this machine may."""
    return site.alone or (found.person is not None and found.person.role == "manager")


def of_the_team(person: Person | None) -> Person | None:
    """Let in our own people only: what the whole team sees is not for a customer's people."""
    return person if person and person.customer is None else None


def _program(bearer: str, site: Site, team: Team) -> Visitor:
    kind, _, text = bearer.partition(" ")
    token = site.app.admission.token(text.strip(), now=datetime.now(UTC)) if kind.casefold() == "bearer" else None
    person = of_the_team(team.person(token.person)) if token else None
    if token is None or person is None:
        raise SignInNeededError("this token opens nothing: it is unknown, revoked or over")
    return Visitor(team=team, person=person, account=f"token {token.name}", scopes=token.scopes, now=site.app.now())


def _signed_in(request: Request, site: Site, team: Team) -> Person | None:
    session = request.session
    person = of_the_team(team.person(PersonId(str(session.get("person")))))
    if person is None:
        return None
    if session.get("by") == "choice":
        return person if site.alone else None
    if session.get("by") == "openid":
        return person if site.settings.web.openid.issuer else None
    account = site.app.admission.account(str(session.get("account")))
    began = datetime.fromisoformat(str(session.get("at")))
    if account is None or account.person != person.id:
        return None
    return None if account.sessions_since and began < account.sessions_since else person
