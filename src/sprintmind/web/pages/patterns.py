"""What fails again and again, and which path found it."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Patterns",
    path="/preflight/patterns",
    facts="A pattern is at least two incidents that share a condition; the page says which path found them.",
)
router = APIRouter()

ORDERS = {"failures": lambda each: -each.failures, "title": lambda each: each.title}


@router.get(PAGE.path)
def patterns(request: Request, visitor: Visiting, chosen: Annotated[Asked, Query()]) -> HTMLResponse:
    """Show patterns."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    found = site.app.patterns()
    known = site.app.lessons_named({name for each in found.found for name in (*each.lessons, *each.counter_examples)})
    seen = {name: kept for name, kept in known.items() if visitor.reader.sees(kept.lesson.audience)}
    content = {
        "part": "_patterns.html",
        "chosen": chosen,
        "found": found,
        "listed": listed(found.found, chosen, by=ORDERS, says=lambda each: f"{each.title} {each.rule} {each.lessons}"),
        "known": seen,
        "address": addresses(request),
    }
    return show(request, visitor, PAGE, template="patterns.html", content=content)
