"""The first page: the radar; of an engineer, their day."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.web.page import Page
from sprintmind.web.pages.my_day import day_page
from sprintmind.web.pages.radar import radar_page
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="First page",
    path="/",
    facts="It is the radar; for an engineer it is their own day.",
)
router = APIRouter()


@router.get(PAGE.path)
def home(request: Request, visitor: Visiting) -> HTMLResponse:
    """Show what whoever comes looks at first."""
    person = visitor.person
    if person is None or person.role == "manager":
        return radar_page(request, visitor)
    return day_page(request, visitor, person)
