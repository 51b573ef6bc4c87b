"""Who sees what: every page, and every visibility, by role."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.events import Audience, PersonId, Visibility
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.web.page import Page, pages
from sprintmind.web.pages.bring import WHO_READS
from sprintmind.web.rendering import show
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Who sees what",
    path="/who-sees-what",
    facts="The table is computed by the same function that decides what is shown.",
    sees="everyone of the team",
)
router = APIRouter()

_THERE, _ELSE = PersonId("there"), PersonId("elsewhere")
ROLES = (
    ("whoever was there, or is its author", Caller(person=_THERE)),
    ("a manager who was not there", Caller(person=_ELSE, manager=True)),
    ("an engineer who was not there", Caller(person=_ELSE)),
    ("nobody in particular", Caller()),
)


@router.get(PAGE.path)
def who_sees_what(request: Request, visitor: Visiting) -> HTMLResponse:
    """Show the table."""
    rows = [
        (WHO_READS[visibility], [(role, visible_to(_audience(visibility), caller)) for role, caller in ROLES])
        for visibility in Visibility
    ]
    every = [found.page for found in pages()]
    content = {"roles": [role for role, _ in ROLES], "rows": rows, "every": every}
    return show(request, visitor, PAGE, template="who_sees_what.html", content=content)


def _audience(visibility: Visibility) -> Audience:
    return Audience(visibility=visibility, people=frozenset({_THERE}))
