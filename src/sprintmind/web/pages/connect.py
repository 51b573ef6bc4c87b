"""GitHub and Jira themselves: what would be read of them, and reading it; it only ever reads."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from sprintmind.web.connecting import System, Wanted, look, reach, read
from sprintmind.web.forms import Filled, Form
from sprintmind.web.page import Page
from sprintmind.web.problems import NotFoundError
from sprintmind.web.rendering import show
from sprintmind.web.site import Site, site_of
from sprintmind.web.visitor import ForbiddenError, Visiting, manages

PAGE = Page(
    title="Connect",
    path="/connect",
    within="/settings",
    facts="Counts are what GitHub and Jira answer; the tokens are in the environment, and only read.",
    sees="everyone of the team; managers begin it, and where nobody signs in, whoever is at this machine",
)
router = APIRouter()


@router.get(PAGE.path)
def connect(request: Request, visitor: Visiting) -> HTMLResponse:
    """Show what can be read, and how it stands."""
    site = site_of(request)
    content = {"systems": [reach(site, "github"), reach(site, "jira")], "may": manages(site, visitor), "work": None}
    return show(request, visitor, PAGE, template="connect.html", content=content)


@router.get("/connect/works/{id}")
def work(request: Request, visitor: Visiting, id: str) -> HTMLResponse:
    """Show how far looking or reading is, and then what came of it."""
    found = site_of(request).readings.find(id, owner=visitor.person.id if visitor.person else None)
    if found is None:
        raise NotFoundError("there is nothing of the kind; what came of the last ones is kept until the server stops")
    content = {"part": "_connected.html", "systems": [], "may": True, "work": found}
    return show(request, visitor, PAGE, template="connect.html", content=content)


@router.post("/connect/{system}/survey")
def survey(request: Request, system: System, form: Filled) -> RedirectResponse:
    """Look at what would be read, and read none of it."""
    site, person = _allowed(request, form), form.visitor.person
    begun = look(site, system, _wanted(form), owner=person.id if person else None)
    return RedirectResponse(f"/connect/works/{begun}", status_code=303)


@router.post("/connect/{system}")
def begin(request: Request, system: System, form: Filled) -> RedirectResponse:
    """Read it."""
    site, person = _allowed(request, form), form.visitor.person
    begun = read(site, system, _wanted(form), owner=person.id if person else None)
    return RedirectResponse(f"/connect/works/{begun}", status_code=303)


def _wanted(form: Form) -> Wanted:
    named = (each.strip() for each in form.text("repository").replace(",", "\n").splitlines())
    return Wanted(since=form.text("since"), repositories=tuple(filter(None, named)))


def _allowed(request: Request, form: Form) -> Site:
    site = site_of(request)
    if not manages(site, form.visitor):
        raise ForbiddenError("only a manager may let other systems be read")
    return site
