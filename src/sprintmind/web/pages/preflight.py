"""Preflight: a plan in, and a verdict that was learned, with all that it rests on."""

import re
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, Field

from sprintmind.app import App
from sprintmind.commands.plans import planned
from sprintmind.commands.usage import UsageError
from sprintmind.domain.lessons import LessonStatus
from sprintmind.domain.secrets import masked
from sprintmind.errors import InputError
from sprintmind.plans.asking import Checked
from sprintmind.plans.asking import Request as Plan
from sprintmind.tables.preflight_markdown import markdown
from sprintmind.web.forms import Filled, Form
from sprintmind.web.labels import labelled
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.verdicts import card_of
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Preflight",
    path="/preflight",
    order=8,
    key="f",
    facts="The verdict is computed from the lessons and outcomes it names; the text of a plan is not kept.",
    sees="everyone of the team; promises and lessons that are not for whoever asks are left out",
)
router = APIRouter()

FIELDS = ("plan", "pull", "at", "without", "incident")
GIVEN_BACK = 200_000
"""Characters of a plan that stay in the form, to be changed and checked again."""
_LINK = re.compile(r"https?://[^/\s]+/([^/\s]+/[^/\s]+)/pull/(\d+)(?:[/?#].*)?")


class Given(BaseModel):
    """What a link puts into the form."""

    plan: Annotated[str, Field(max_length=4000)] = ""
    pull: Annotated[str, Field(max_length=400)] = ""
    without: Annotated[str, Field(max_length=1)] = ""


@router.get(PAGE.path)
def preflight(request: Request, visitor: Visiting, given: Annotated[Given, Query()]) -> HTMLResponse:
    """Ask for a plan; what the address gives stands in the form, and is checked when a person says so."""
    content = _content(request, visitor, given.model_dump())
    return show(request, visitor, PAGE, template="preflight.html", content=content)


@router.post("/preflight/check")
def check(request: Request, form: Filled) -> HTMLResponse:
    """Check a plan, and show the verdict; where it cannot be read, the form comes back as it was."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    given = {name: form.text(name) for name in FIELDS}
    content = _content(request, form.visitor, given | {"plan": form.fields.get("plan", "")})
    try:
        asked = _asked(form, site.app)
        found = site.app.check_plan(asked)
        bare = site.app.check_plan(replace(asked, memory=False, dry_run=True)) if form.text("without") else None
    except (InputError, UsageError) as error:
        status = 200 if request.headers.get("hx-request") else 400  # htmx shows only what went well
        told = content | {"problem": labelled(str(error))}
        return show(request, form.visitor, PAGE, template="preflight.html", content=told, status=status)
    shown = content | _result(found, bare, form.visitor)
    return show(request, form.visitor, PAGE, template="preflight.html", content=shown)


@router.get("/preflight/check")
def again() -> RedirectResponse:
    """Lead back to the form: the text of a plan is not kept."""
    return RedirectResponse(PAGE.path, status_code=303)


def pull_named(text: str) -> str:
    """Take a pull request by its link, or as `owner/repo#88`.

    >>> pull_named("https://github.com/northwind/shop/pull/88/files")
    'northwind/shop#88'
    """
    found = _LINK.fullmatch(text.strip())
    return f"{found[1]}#{found[2]}" if found else text.strip()


def _content(request: Request, visitor: Visitor, given: dict[str, str]) -> dict[str, object]:
    app = site_of(request).app
    plan = given.get("plan", "")
    tickets = app.tickets(visitor.moment, visitor.reader.caller)
    names = {pull.name for ticket in tickets for pull in ticket.pulls if pull.status in ("open", "draft")}
    return {
        "part": "_result.html",
        "given": {name: given.get(name, "") for name in FIELDS},
        "plan": masked(plan) if len(plan) <= GIVEN_BACK else "",
        "pulls": sorted(names),
        "active": len(app.lessons(status=LessonStatus.ACTIVE)),
        "problem": "",
        "card": None,
        "bare": None,
        "markdown": "",
    }


def _result(found: Checked, bare: Checked | None, visitor: Visitor) -> dict[str, object]:
    return {
        "card": card_of(found, visitor.reader),
        "bare": card_of(bare, visitor.reader) if bare else None,
        "markdown": markdown(found),
    }


def _asked(form: Form, app: App) -> Plan:
    """Take the one plan that was given; raises InputError or UsageError."""
    visitor = form.visitor
    zone, at = visitor.team.calendar.zone, form.text("at")
    return replace(
        _plan(form, app),
        at=planned(at, zone=zone, option="when") if at else None,
        by=visitor.person.id if visitor.person else None,
        caller=visitor.reader.caller,
        incident=bool(form.text("incident")),
    )


def _plan(form: Form, app: App) -> Plan:
    typed = form.fields.get("plan", "").replace("\r\n", "\n")
    pull = pull_named(form.text("pull"))
    given = {"a text": bool(typed.strip()), "a file": bool(form.uploads), "a pull request": bool(pull)}
    named = [name for name, there in given.items() if there]
    if len(named) != 1:
        raise InputError(f"give one plan: a text, a file or a pull request; {' and '.join(named) or 'none'} was given")
    if pull:
        return app.pull_request(pull)
    if form.uploads:
        upload = form.uploads[0]
        return Plan(body=upload.file.read(), name=upload.filename or "")
    return Plan(body=typed.encode("utf-8", "replace"))
