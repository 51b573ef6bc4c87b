"""Forgetting a person or a document: what would be erased is shown before it is, and a receipt after."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from sprintmind.app import App
from sprintmind.errors import InputError
from sprintmind.forget import Receipt
from sprintmind.web.forms import Filled, Form
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import Site, site_of
from sprintmind.web.visitor import ForbiddenError, Visiting, Visitor, manages

PAGE = Page(
    title="Forget",
    path="/forget",
    within="/memory",
    facts="What would be erased is counted by erasing it and taking that back; the receipt tells what was looked for.",
    sees="managers; where nobody signs in, whoever is at this machine",
)
router = APIRouter()


@router.get(PAGE.path)
def ask(request: Request, visitor: Visiting) -> HTMLResponse:
    """Ask whom, or what."""
    return _page(request, visitor, receipt=None, may=manages(site_of(request), visitor))


@router.post("/forget/preview")
def preview(request: Request, form: Filled) -> HTMLResponse:
    """Show what would be erased, and erase nothing."""
    site = _allowed(request, form)
    receipt = _forget(site.app, form, dry_run=True)
    return _page(request, form.visitor, receipt=receipt, given=(form.text("person"), form.text("document")))


@router.get("/forget/preview")
def again() -> RedirectResponse:
    """Lead back to the form: a preview is not kept."""
    return RedirectResponse(PAGE.path, status_code=303)


@router.post("/forget")
def forget(request: Request, form: Filled) -> HTMLResponse:
    """Erase, and show the receipt."""
    site = _allowed(request, form)
    form.visitor.author()
    if form.text("sure") != "yes":
        raise InputError("say that you are sure: what is erased cannot be brought back")
    return _page(request, form.visitor, receipt=_forget(site.app, form, dry_run=False))


def _forget(app: App, form: Form, *, dry_run: bool) -> Receipt:
    person, document = form.text("person"), form.text("document")
    if bool(person) == bool(document):
        raise InputError("give either a person or a document")
    meant = app.team.person_named(person) if person else None
    known = app.team.person(meant) if meant else None
    return app.forget(person=(known.id if known else person) or None, document=document or None, dry_run=dry_run)


def _allowed(request: Request, form: Form) -> Site:
    site = site_of(request)
    if not manages(site, form.visitor):
        raise ForbiddenError("only a manager may erase what was said")
    return site


def _page(
    request: Request, visitor: Visitor, *, receipt: Receipt | None, given: tuple[str, str] = ("", ""), may: bool = True
) -> HTMLResponse:
    content = {"receipt": receipt, "given": given, "may": may}
    return show(request, visitor, PAGE, template="forget.html", content=content)
