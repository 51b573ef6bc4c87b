"""What experience taught: every lesson, to be searched and narrowed."""

from io import BytesIO
from typing import Annotated
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonStatus, LessonType
from sprintmind.lessons.markdown import document as markdown
from sprintmind.lessons.sought import Sought, words_of
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.looking import NotGiven
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Lessons",
    path="/preflight/lessons",
    facts="Lessons are written by people, or drafted from postmortems by rules; only active ones are evidence.",
)
router = APIRouter()

CURRENT = (LessonStatus.ACTIVE, LessonStatus.DRAFT)
ORDERS = {
    "id": lambda each: each.lesson.id,
    "type": lambda each: each.lesson.type.value,
    "status": lambda each: each.lesson.status.value,
    "date": lambda each: each.lesson.date.isoformat() if each.lesson.date else None,
}


class Chosen(Asked):
    """Which lessons."""

    status: Annotated[LessonStatus | None, NotGiven] = None
    type: Annotated[LessonType | None, NotGiven] = None
    all: bool = False
    """Retired and superseded ones too."""


@router.get(PAGE.path)
def lessons(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """List lessons."""
    app, caller = site_of(request).app, visitor.reader.caller
    every = app.find_lessons(Sought(), caller=caller)
    asked = Sought(words=chosen.q, status=chosen.status, type=chosen.type)
    shown = [kept for kept in every if _stands(kept, chosen) and asked.fits(kept, caller=caller)]
    content = {
        "part": "_lessons.html",
        "chosen": chosen,
        "found": listed(shown, chosen, by=ORDERS, says=lambda kept: words_of(kept.lesson)),
        "drafts": sum(kept.lesson.status is LessonStatus.DRAFT for kept in every),
        "statuses": list(LessonStatus),
        "types": list(LessonType),
        "address": addresses(request),
        "any": bool(every),
    }
    return show(request, visitor, PAGE, template="lessons.html", content=content)


@router.get("/preflight/lessons.zip")
def export(request: Request, visitor: Visiting) -> Response:
    """Give every lesson that a visitor may see as a Markdown file; the same lessons give the same bytes."""
    kept = site_of(request).app.find_lessons(Sought(), caller=visitor.reader.caller)
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for each in kept:
            archive.writestr(ZipInfo(f"lessons/{each.lesson.id}.md"), markdown(each), ZIP_DEFLATED)
    headers = {"Content-Disposition": 'attachment; filename="lessons.zip"', "Cache-Control": "no-store"}
    return Response(file.getvalue(), media_type="application/zip", headers=headers)


def _stands(kept: KeptLesson, chosen: Chosen) -> bool:
    return chosen.all or chosen.status is not None or kept.lesson.status in CURRENT
