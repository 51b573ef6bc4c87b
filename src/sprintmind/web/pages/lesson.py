"""One lesson whole: its record as memory retains it, where it stands, and what a person may do with it."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.learning import KeptLesson, Move
from sprintmind.domain.lessons import LessonId, record_line
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, told
from sprintmind.web.page import Page
from sprintmind.web.problems import NotFoundError
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Lesson",
    path="/preflight/lessons/{id}",
    facts="A lesson is what was written last under its name; who confirmed or retired it stands beside it.",
)
router = APIRouter()

SAID = {
    Move.CONFIRM: "is confirmed, and is evidence now",
    Move.GUARD: "has a confirmed guard: its failure warns, and is no reason for RED",
    Move.RETIRE: "is retired, and kept",
    Move.SUPERSEDE: "is superseded, and kept",
}


@router.get(PAGE.path)
def lesson(request: Request, visitor: Visiting, id: str) -> HTMLResponse:
    """Show one lesson."""
    app = site_of(request).app
    kept = lesson_of(request, visitor, id)
    citing = [each for each in reversed(app.plan_checks()) if kept.lesson.id in {name for name, _ in each.lessons}]
    content = {"kept": kept, "record": record_line(kept.lesson), "citing": citing}
    return show(request, visitor, PAGE, template="lesson.html", content=content)


@router.post("/preflight/lessons/{id}/{action}")
def move(request: Request, id: str, action: str, form: Filled) -> object:
    """Confirm, retire or supersede a lesson, or confirm its guard."""
    if action not in set(Move):
        raise InputError(f"expected one of {', '.join(Move)}, not {action!r}")
    kept = lesson_of(request, form.visitor, id)
    what = Move(action)
    successor = LessonId(form.needed("successor")) if what is Move.SUPERSEDE else None
    site_of(request).app.move_lesson(
        kept.lesson.id, what=what, by=form.visitor.author(), reason=form.text("reason"), successor=successor
    )
    return told(request, f"{kept.lesson.id} {SAID[what]}.", back=form.back)


def lesson_of(request: Request, visitor: Visitor, id: str) -> KeptLesson:
    """Find a lesson that a visitor may see; raises NotFoundError."""
    kept = site_of(request).app.lessons_named([LessonId(id)]).get(LessonId(id))
    if kept is None or not visitor.reader.sees(kept.lesson.audience):
        raise NotFoundError(f"there is no lesson {id}")
    return kept
