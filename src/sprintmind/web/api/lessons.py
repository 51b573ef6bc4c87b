"""Lessons for programs: the documents of `lessons list`, `show`, `add`, `import`, `confirm` and `retire`."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from sprintmind.domain.access import Scope
from sprintmind.domain.learning import KeptLesson, Move
from sprintmind.domain.lessons import LessonId, LessonStatus, LessonType
from sprintmind.errors import InputError
from sprintmind.lessons.files import LessonFile
from sprintmind.lessons.sought import Sought
from sprintmind.shapes import lessons as shapes
from sprintmind.web.api import preflight_documents as documents
from sprintmind.web.api.asking import Name, Part, Signed, Text, Words, author, part_of
from sprintmind.web.problems import PROBLEM_ANSWERS, Answers, NotFoundError
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor, allowed

router = APIRouter(prefix="/api/lessons", tags=["lessons"], responses=PROBLEM_ANSWERS)

ONE: Answers = {200: {"model": documents.Lesson}}
TAUGHT: Answers = {200: {"model": documents.Taught}}


class Looked(Part):
    """Which lessons."""

    q: Words = ""
    status: LessonStatus | None = None
    type: LessonType | None = None


class Written(BaseModel):
    """What a lesson says; the same fields as in a file, and no others."""

    model_config = {"extra": "forbid", "frozen": True}

    id: Name | None = None
    type: LessonType = LessonType.FAILURE
    date: Name | None = None
    situation: Annotated[Words, Field(min_length=1)]
    believed: Words = ""
    decision: Words = ""
    what_happened: Words = ""
    root_cause: Words = ""
    recovery: Words = ""
    lesson: Annotated[Words, Field(min_length=1)]
    trigger_conditions: Annotated[tuple[Name, ...], Field(max_length=40)] = ()
    incident_group: Words = ""
    services: Annotated[tuple[Name, ...], Field(max_length=40)] = ()
    guard: Words = ""
    url: Words = ""


class ToAdd(Signed):
    """A lesson that a person writes."""

    lesson: Written


class ToImport(Signed):
    """A file of lessons, or a postmortem."""

    name: Name = Field(description="The file's, which tells its form: lessons.json, E002.md, outage.txt")
    text: Text
    dry_run: bool = False


class Moved(Signed):
    """What a person does with a lesson."""

    reason: Words = ""
    successor: Name | None = Field(default=None, description="Of supersede: the lesson that tells it better")


@router.get("", responses={200: {"model": list[documents.Lesson]}}, dependencies=[allowed(Scope.READ)])
def lessons(request: Request, visitor: Visiting, looked: Annotated[Looked, Query()]) -> JSONResponse:
    """List lessons, by id."""
    sought = Sought(words=looked.q, status=looked.status, type=looked.type)
    found = site_of(request).app.find_lessons(sought, caller=visitor.reader.caller)
    return part_of(
        found,
        looked,
        request=request,
        id=lambda kept: kept.lesson.id,
        write=lambda kept: shapes.lesson(kept, visitor.reader),
    )


@router.get("/{id}", responses=ONE, dependencies=[allowed(Scope.READ)])
def lesson(request: Request, visitor: Visiting, id: str) -> JSONResponse:
    """Tell one lesson."""
    return JSONResponse(shapes.lesson(_known(request, visitor, id), visitor.reader))


@router.post("", responses=TAUGHT, dependencies=[allowed(Scope.CORRECT)])
def add(request: Request, visitor: Visiting, body: ToAdd) -> JSONResponse:
    """Record a lesson that a person writes."""
    fields = {name: value for name, value in body.lesson.model_dump(mode="json").items() if value}
    return JSONResponse(shapes.taught(site_of(request).app.add_lesson(fields, by=author(visitor, body.by))))


@router.post("/import", responses=TAUGHT, dependencies=[allowed(Scope.CORRECT)])
def take(request: Request, visitor: Visiting, body: ToImport) -> JSONResponse:
    """Record what a file of lessons tells; a postmortem becomes a draft."""
    by = author(visitor, body.by)
    file = LessonFile(name=body.name, body=body.text.encode())
    result = site_of(request).app.teach([file], by=by, dry_run=body.dry_run)
    for refused in result.refused:
        raise InputError(refused.reason)
    return JSONResponse(shapes.taught(result))


@router.post("/{id}/{action}", responses=ONE, dependencies=[allowed(Scope.CORRECT)])
def move(
    request: Request,
    visitor: Visiting,
    id: str,
    action: Literal["confirm", "guard", "retire", "supersede"],
    body: Moved,
) -> JSONResponse:
    """Confirm, retire or supersede a lesson, or confirm its guard."""
    by = author(visitor, body.by)
    kept = _known(request, visitor, id)
    what = Move(action)
    if (what is Move.SUPERSEDE) != (body.successor is not None):
        raise InputError("successor: belongs to supersede, and to nothing else")
    successor = LessonId(body.successor) if body.successor is not None else None
    moved = site_of(request).app.move_lesson(kept.lesson.id, what=what, by=by, reason=body.reason, successor=successor)
    return JSONResponse(shapes.lesson(moved, visitor.reader))


def _known(request: Request, visitor: Visitor, id: str) -> KeptLesson:
    """Find a lesson that a visitor may see; raises NotFoundError."""
    kept = site_of(request).app.lessons_named([LessonId(id)]).get(LessonId(id))
    if kept is None or not visitor.reader.sees(kept.lesson.audience):
        raise NotFoundError(f"there is no lesson {id}")
    return kept
