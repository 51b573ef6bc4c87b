"""Questions in words: the documents of `ask`, of an answer once more, and of what was asked before."""

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints

from sprintmind.domain.access import Scope
from sprintmind.domain.evidence import Answer, AnswerId
from sprintmind.errors import InputError
from sprintmind.shapes import answers as shapes
from sprintmind.web.api import report_documents as documents
from sprintmind.web.api.asking import Body, Parted, Then, Words, moment_of, part_of
from sprintmind.web.problems import PROBLEM_ANSWERS, NotFoundError
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor, allowed

router = APIRouter(prefix="/api", tags=["questions"], responses=PROBLEM_ANSWERS, dependencies=[allowed(Scope.READ)])

KEPT = 1000
"""How many earlier answers are listed at most."""


class Question(Body):
    """A question."""

    question: Annotated[Words, Field(min_length=1)]
    as_of: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        default=None, description="How things stood then, as we know it now: a day, which means its end, or a moment"
    )


@router.post("/ask", responses={200: {"model": documents.Answer}})
def ask(request: Request, visitor: Visiting, body: Question) -> JSONResponse:
    """Answer a question; every sentence of the answer says on what it rests, and the answer is kept."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    then = moment_of(Then(as_of=body.as_of), visitor).as_of
    return _told(request, site.app.ask(body.question, visitor.reader.caller, as_of=then), visitor)


@router.get("/answers", responses={200: {"model": list[documents.Asked]}})
def answers(request: Request, visitor: Visiting, asked: Parted) -> JSONResponse:
    """List what whoever asks was answered, the newest first."""
    reader = visitor.reader
    found = site_of(request).app.answers(reader.caller, count=KEPT)
    return part_of(
        found, asked, request=request, id=lambda each: each.id, write=lambda each: shapes.asked(each, reader)
    )


@router.get("/answers/{id}", responses={200: {"model": documents.Answer}})
def answer(request: Request, visitor: Visiting, id: str) -> JSONResponse:
    """Give an answer once more, from the same evidence, with what was corrected of it since."""
    try:
        found = site_of(request).app.answered(AnswerId(id), visitor.reader.caller)
    except InputError as error:
        raise NotFoundError("you were given no such answer; /api/answers lists yours") from error
    return _told(request, found, visitor)


def _told(request: Request, found: Answer, visitor: Visitor) -> JSONResponse:
    corrections = site_of(request).app.corrections(found.id, visitor.reader.caller)
    return JSONResponse(shapes.answer(found, visitor.reader, corrections=corrections))
