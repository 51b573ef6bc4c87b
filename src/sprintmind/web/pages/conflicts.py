"""Conflicts: where a less trusted source says something else, and a person may settle it in place."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.authority import Conflict
from sprintmind.web.forms import Filled, told
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.telling import what_came
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Conflicts",
    path="/conflicts",
    order=10,
    key="c",
    facts="Both sides are claims of the ledger, each with its source, its time and its words.",
    sees="everyone of the team; a conflict whose challenger was said in confidence is left out for others",
)
router = APIRouter()

ORDERS = {
    "ticket": lambda conflict: conflict.subject,
    "field": lambda conflict: conflict.field,
    "since": lambda conflict: conflict.since.isoformat(),
}


class Chosen(Asked):
    """Which conflicts."""

    all: bool = False
    """With those that are closed."""


@router.get(PAGE.path)
def conflicts(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show conflicts."""
    app, caller = site_of(request).app, visitor.reader.caller
    every = app.conflicts(chosen.moment(visitor), caller, closed=chosen.all)
    content = {
        "part": "_conflicts.html",
        "chosen": chosen,
        "found": listed(every, chosen, by=ORDERS, says=_words),
        "address": addresses(request),
    }
    return show(request, visitor, PAGE, template="conflicts.html", content=content)


@router.post("/conflicts/{id}/settle")
def settle(request: Request, id: str, form: Filled) -> object:
    """Settle a conflict for one of its sides."""
    app, by = site_of(request).app, form.visitor.author()
    result = app.settle(id, value=form.needed("value"), by=by, reason=form.needed("reason"))
    return told(request, what_came(result), back=form.back)


def _words(conflict: Conflict) -> str:
    return f"{conflict.subject} {conflict.field} {conflict.value} {conflict.challenger.value}"
