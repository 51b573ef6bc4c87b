"""What happened before: a question to the lessons, answered with those it rests on."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.lessons import LessonStatus
from sprintmind.errors import InputError
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="History",
    path="/preflight/history",
    facts="Answers rest on active lessons alone, each named; the page says which path found them.",
)
router = APIRouter()


@router.get(PAGE.path)
def history(request: Request, visitor: Visiting, question: str = "") -> HTMLResponse:
    """Answer a question about the past."""
    site = site_of(request)
    content: dict[str, object] = {
        "part": "_history.html",
        "question": question,
        "found": None,
        "problem": "",
        "active": len(site.app.lessons(status=LessonStatus.ACTIVE)),
    }
    if question.strip():
        site.limits.asking.attempt(request.client.host if request.client else "")
        try:
            content["found"] = site.app.ask_history(question, caller=visitor.reader.caller)
        except InputError as error:
            content["problem"] = str(error)
    return show(request, visitor, PAGE, template="history.html", content=content)
