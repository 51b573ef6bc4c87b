"""Signing in at a provider: there and back, and which of the team's people it is."""

from dataclasses import fields

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from sprintmind.domain.people import Person
from sprintmind.errors import InputError
from sprintmind.inlets.openid import Begun, Identified, Provider
from sprintmind.web.forms import local
from sprintmind.web.sign_in import begin
from sprintmind.web.site import Site, site_of
from sprintmind.web.visitor import of_the_team

router = APIRouter()

KEPT = "openid"
CALLBACK = "/sign-in/openid/callback"


@router.get("/sign-in/openid")
def leave(request: Request, next: str = "/") -> RedirectResponse:
    """Send somebody to the provider."""
    site = site_of(request)
    _counted(request, site)
    address, begun = provider(request, site).begin()
    request.session[KEPT] = {**begun.kept(), "next": local(next)}
    return RedirectResponse(address, status_code=303)


@router.get(CALLBACK)
def come_back(request: Request) -> RedirectResponse:
    """Take somebody back from the provider, and begin their session."""
    site = site_of(request)
    _counted(request, site)
    kept = request.session.pop(KEPT, None)
    if not isinstance(kept, dict):
        raise InputError("this sign-in was not begun here, or has been used already; begin again")
    begun = Begun(**{field.name: str(kept[field.name]) for field in fields(Begun)})
    came = provider(request, site)
    found = came.finish(f"{came.redirect}?{request.url.query}", begun)
    begin(request, _person(site, found), account=found.email, by="openid")
    return RedirectResponse(local(str(kept["next"])), status_code=303)


def provider(request: Request, site: Site) -> Provider:
    """Give the provider that the team set; raises InputError where there is none."""
    openid = site.settings.web.openid
    if not openid.issuer:
        raise InputError("no provider is set; sign in with an account of this server")
    here = site.settings.web.address or f"{request.url.scheme}://{request.url.netloc}"
    return Provider(
        issuer=openid.issuer,
        client_id=openid.client_id,
        secret=site.secret(openid.secret_env),
        redirect=f"{here}{CALLBACK}",
    )


def _person(site: Site, found: Identified) -> Person:
    team = site.app.team
    person = of_the_team(team.person(team.identified("email", found.email))) if found.email else None
    if person is None:
        shown = found.email or "without a verified address"
        raise InputError(f"the provider knows you ({shown}), and the people file does not; add the address to it")
    return person


def _counted(request: Request, site: Site) -> None:
    site.limits.sign_in.attempt(f"from {request.client.host if request.client else ''}")
