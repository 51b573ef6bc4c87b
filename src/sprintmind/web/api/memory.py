"""Memory: the documents of `memory status`, `recall`, `models` and `deliver`."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from sprintmind.commands.keys import ticket_key
from sprintmind.domain.access import Scope
from sprintmind.domain.events import PersonId
from sprintmind.errors import InputError
from sprintmind.remembering import about
from sprintmind.shapes import memory as shapes
from sprintmind.web.api import report_documents as documents
from sprintmind.web.api.asking import Name, Words
from sprintmind.web.problems import PROBLEM_ANSWERS
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, allowed

router = APIRouter(prefix="/api/memory", tags=["memory"], responses=PROBLEM_ANSWERS)

READS = [allowed(Scope.READ)]


class Sought(BaseModel):
    """What is looked for."""

    query: Annotated[Words, Field(min_length=1)]
    ticket: Name | None = Field(default=None, description="Only what is about this ticket")
    person: Name | None = Field(default=None, description="Only what this person said or is named in")
    customer: Name | None = Field(default=None, description="Only what is about this customer")
    kind: Name | None = Field(default=None, description="Only this kind: meeting, correction, finding, …")
    limit: int = Field(default=10, ge=1, le=100)


@router.get("/status", responses={200: {"model": documents.MemoryStatus}}, dependencies=READS)
def status(request: Request, visitor: Visiting) -> JSONResponse:
    """Tell how memory is, and what it has not been told."""
    return JSONResponse(shapes.status(site_of(request).app.memory_status(), visitor.reader))


@router.get("/recall", responses={200: {"model": list[documents.Recalled]}}, dependencies=READS)
def recall(request: Request, visitor: Visiting, asked: Annotated[Sought, Query()]) -> JSONResponse:
    """Find what was said and when, best first."""
    if not asked.query.strip():
        raise InputError("query: needs some words")
    team = visitor.team
    if asked.person is not None and team.person(PersonId(asked.person)) is None:
        raise InputError(f"person: nobody of the team has the id {asked.person!r}")
    customer = team.customer_named(asked.customer) if asked.customer is not None else None
    if asked.customer is not None and customer is None:
        raise InputError(f"customer: nobody is called {asked.customer!r}")
    question = about(
        asked.query,
        caller=visitor.reader.caller,
        ticket=ticket_key(asked.ticket, team, option="ticket") if asked.ticket is not None else None,
        person=asked.person,
        customer=customer,
        kinds=(asked.kind,) if asked.kind is not None else (),
        limit=asked.limit,
    )
    return JSONResponse(shapes.recalled(site_of(request).app.recall(question).found, visitor.reader))


@router.get("/models", responses={200: {"model": list[documents.MentalModel]}}, dependencies=READS)
def models(request: Request, visitor: Visiting) -> JSONResponse:
    """Tell what memory makes of the whole."""
    return JSONResponse(shapes.models(site_of(request).app.mental_models(), visitor.reader))


@router.post("/deliver", responses={200: {"model": documents.Delivered}}, dependencies=[allowed(Scope.INGEST)])
def deliver(request: Request, visitor: Visiting) -> JSONResponse:
    """Tell memory what waits, also what failed or was given up."""
    app = site_of(request).app
    told = app.tell_memory(impatient=True)
    return JSONResponse(shapes.told(told, app.memory_status(), visitor.reader))
