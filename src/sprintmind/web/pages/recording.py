"""A recording that is heard: how far that is, and then what would be recorded of it."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.web.bringing import Piece, previewed
from sprintmind.web.forms import Form
from sprintmind.web.page import Page
from sprintmind.web.pages.bring import content
from sprintmind.web.problems import NotFoundError
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Recording",
    path="/bring/recordings/{id}",
    facts="The recording itself is not kept; its transcript is, once you say so, and names who transcribed it.",
    sees="whoever brought it in, until it is recorded",
)
router = APIRouter()


@router.get(PAGE.path)
def recording(request: Request, visitor: Visiting, id: str) -> HTMLResponse:
    """Show how far it is; once it is heard, what would be recorded."""
    site = site_of(request)
    work = site.recordings.find(id, owner=visitor.person.id if visitor.person else None)
    if work is None:
        raise NotFoundError("there is no such recording; they are heard until the server stops, and then kept as text")
    if work.outcome is None:
        answer = show(request, visitor, PAGE, template="recording.html", content={"part": "_work.html", "work": work})
        return _led_on() if work.over and "hx-request" in request.headers else answer
    heard = work.outcome
    form = Form(fields=heard.fields, visitor=visitor)
    piece = previewed(Piece(filename=heard.filename, body=heard.transcript), form, site.app)
    shown = content(site, form, pieces=(piece,))
    status = 400 if piece.problem else 200
    answer = show(request, visitor, PAGE, template="bring.html", content=shown, status=status)
    return _led_on() if "hx-request" in request.headers else answer


def _led_on() -> HTMLResponse:
    """Let htmx load the page whole, now that there is more to see."""
    return HTMLResponse(status_code=200, headers={"HX-Refresh": "true", "Cache-Control": "no-store"})
