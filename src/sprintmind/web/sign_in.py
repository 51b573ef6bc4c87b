"""Signing in and out: with an account of this server, or at a provider; where nobody needs to, saying who one is."""

from datetime import UTC, datetime
from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from sprintmind.domain.people import Person
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, OpenForm, local, told
from sprintmind.web.page import Page
from sprintmind.web.passwords import Passwords
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visitor, of_the_team

router = APIRouter()
PAGE = Page(title="Sign in", path="/sign-in", facts="Who may come in is kept in this workspace, apart from every fact.")
WRONG = "that name and password do not belong together"

passwords = cache(Passwords)


@router.get("/sign-in")
def ask(request: Request, next: str = "/") -> HTMLResponse:  # the name of the parameter
    """Show how to sign in."""
    site = site_of(request)
    visitor = Visitor(team=site.app.team, now=site.app.now())
    content = {
        "next": local(next),
        "provider": site.settings.web.openid.issuer,
        "people": [each for each in visitor.team.people if of_the_team(each)],
    }
    return show(request, visitor, PAGE, template="sign_in.html", content=content)


@router.post("/sign-in")
def sign_in(request: Request, form: OpenForm) -> Response:
    """Begin a session."""
    site = site_of(request)
    if site.alone:
        return _chosen(request, form.fields.get("by", ""), back=form.back)
    name = form.text("name").casefold()
    site.limits.sign_in.attempt(f"from {request.client.host if request.client else ''}", f"as {name}")
    account = site.app.admission.account(name)
    good = passwords().matches(account.secret if account else None, form.fields.get("password", ""))
    person = of_the_team(site.app.team.person(account.person)) if account and good else None
    if account is None or person is None:
        raise InputError(WRONG)
    begin(request, person, account=account.name, by="account")
    return RedirectResponse(form.back, status_code=303)


@router.post("/sign-out")
def sign_out(request: Request, form: Filled) -> Response:
    """End a session."""
    request.session.clear()
    return told(request, "You are signed out.", back=form.back if site_of(request).alone else "/sign-in")


def begin(request: Request, person: Person, *, account: str, by: str) -> None:
    """Begin a session for a person; nothing of the one before is kept."""
    request.session.clear()
    now = datetime.now(UTC).isoformat()
    request.session.update({"person": person.id, "account": account, "by": by, "at": now})


def _chosen(request: Request, person: str, *, back: str) -> Response:
    if not person:
        request.session.clear()
        return told(request, "You are nobody in particular now.", back=back)
    found = next((each for each in site_of(request).app.team.people if each.id == person), None)
    if of_the_team(found) is None or found is None:
        raise InputError(f"nobody of the team has the id {person!r}")
    begin(request, found, account="", by="choice")
    return told(request, f"You are {found.name} now.", back=back)
