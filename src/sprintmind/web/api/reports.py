"""Reports: the documents of `radar` and `brief`, and what was said about a person. Asking for them notes no look."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints

from sprintmind.commands.moments import since as moment_since
from sprintmind.domain.access import Scope
from sprintmind.domain.sentences import Sentence
from sprintmind.errors import InputError
from sprintmind.shapes import briefs as brief_shapes
from sprintmind.shapes import radar as radar_shapes
from sprintmind.shapes.reader import Document, Reader
from sprintmind.web.api import report_documents as documents
from sprintmind.web.api.asking import Name, Then, author, moment_of
from sprintmind.web.problems import PROBLEM_ANSWERS, NotFoundError
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor, allowed

router = APIRouter(prefix="/api", tags=["reports"], responses=PROBLEM_ANSWERS, dependencies=[allowed(Scope.READ)])

Brief = documents.PersonalBrief | documents.CustomerBrief | documents.SprintBrief


class Since(Then):
    """Which moment, and since when changes are told."""

    since: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        default=None, description="From when on changes are told: a day, which means its beginning, or a moment"
    )


class Wanted(Since):
    """Whose brief."""

    person: Name | None = Field(
        default=None, description="A person's day; only where nobody signs in, else it is the token's person's"
    )
    customer: Name | None = Field(default=None, description="One page before a call with this customer")
    sprint: Name | None = Field(default=None, description="How this sprint closes, or stands")


@router.get("/radar", responses={200: {"model": documents.Radar}})
def radar(request: Request, visitor: Visiting, asked: Annotated[Since, Query()]) -> JSONResponse:
    """Tell where everything stands, what must be decided, and what changed."""
    app, reader = site_of(request).app, visitor.reader
    found = app.radar(moment_of(asked, visitor), reader.caller, since=_since(asked, visitor), peek=True)
    return JSONResponse(radar_shapes.radar(found, reader))


@router.get("/brief", responses={200: {"model": Brief}})
def brief(request: Request, visitor: Visiting, asked: Annotated[Wanted, Query()]) -> JSONResponse:
    """Tell what somebody needs before their day, a call with a customer, or the close of a sprint."""
    if sum(each is not None for each in (asked.person, asked.customer, asked.sprint)) > 1:
        raise InputError("give one of person, customer and sprint")
    app, reader, moment = site_of(request).app, visitor.reader, moment_of(asked, visitor)
    since = _since(asked, visitor)
    if asked.sprint is not None:
        return JSONResponse(brief_shapes.sprint(app.sprint_brief(asked.sprint, moment, reader.caller), reader))
    if asked.customer is not None:
        page = app.customer_brief(asked.customer, moment, reader.caller, since=since, peek=True)
        return JSONResponse(brief_shapes.customer(page, reader))
    person = author(visitor, asked.person)
    day = app.my_brief(person, moment, since=since, peek=True)
    return JSONResponse(brief_shapes.personal(day, _as(visitor, person)))


@router.get("/said-about-me", responses={200: {"model": list[documents.Sentence]}})
def said_about_me(request: Request, visitor: Visiting) -> JSONResponse:
    """List every sentence about whoever asks: all of it that they or a manager can read."""
    if visitor.person is None:
        raise NotFoundError("nobody in particular asks: send the token of a person")
    found = site_of(request).app.said_about(visitor.person.id)
    return JSONResponse([_sentence(each, visitor.reader) for each in found])


def _as(visitor: Visitor, person: str) -> Reader:
    """Read as the person whose day it is."""
    found = next((each for each in visitor.team.people if each.id == person), None)
    return Visitor(team=visitor.team, person=found, now=visitor.now).reader


def _since(asked: Since, visitor: Visitor) -> datetime | None:
    return moment_since(asked.since, zone=visitor.team.calendar.zone, option="since") if asked.since else None


def _sentence(found: Sentence, reader: Reader) -> Document:
    return {
        "claim": found.claim,
        "event": found.event,
        "quote": found.quote,
        "reads": found.reads,
        "subject": found.subject,
        "source": found.source.value,
        "said_at": reader.time(found.said_at),
        "became": found.became,
        "because": found.because or None,
        "own": found.own,
    }
