"""What is true, and why: the documents of `tickets`, `why`, `commitments`, `conflicts`, `risks` and `people`."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from sprintmind.domain.access import Scope
from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.work import Ticket
from sprintmind.errors import InputError
from sprintmind.shapes import claims as claim_shapes
from sprintmind.shapes import commitments as commitment_shapes
from sprintmind.shapes import conflicts as conflict_shapes
from sprintmind.shapes import findings as finding_shapes
from sprintmind.shapes import people as people_shapes
from sprintmind.shapes import tickets as ticket_shapes
from sprintmind.web.api import documents
from sprintmind.web.api.asking import Name, Part, Then, moment_of, part_of
from sprintmind.web.problems import PROBLEM_ANSWERS, NotFoundError
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor, allowed

router = APIRouter(prefix="/api", tags=["what is true"], responses=PROBLEM_ANSWERS, dependencies=[allowed(Scope.READ)])


class Tickets(Then, Part):
    """Which tickets."""

    deleted: bool = Field(default=False, description="Deleted ones too")


class Listed(Then, Part):
    """Which items."""

    all: bool = Field(default=False, description="Closed, disputed and snoozed ones too")


class Commitments(Listed):
    """Which promises."""

    needs_review: bool = Field(default=False, description="Only those that nobody has confirmed")


class Why(Then):
    """Which claims."""

    field: Name | None = Field(default=None, description="Only claims about this field")


@router.get("/tickets", responses={200: {"model": list[documents.Ticket]}})
def tickets(request: Request, visitor: Visiting, asked: Annotated[Tickets, Query()]) -> JSONResponse:
    """List tickets, by key."""
    found = site_of(request).app.tickets(moment_of(asked, visitor), visitor.reader.caller, deleted=asked.deleted)
    return part_of(
        found, asked, request=request, id=lambda each: each.key, write=lambda t: ticket_shapes.ticket(t, visitor.reader)
    )


@router.get("/tickets/{key}", responses={200: {"model": documents.TicketWithHistory}})
def ticket(request: Request, visitor: Visiting, key: str, asked: Annotated[Then, Query()]) -> JSONResponse:
    """Tell one ticket with every claim about it, by any key that it has had."""
    found = _ticket(request, visitor, key, asked)
    return JSONResponse(ticket_shapes.ticket_with_history(found, _heard(request, found), visitor.reader))


@router.get("/tickets/{key}/why", responses={200: {"model": list[documents.Claim]}})
def why(request: Request, visitor: Visiting, key: str, asked: Annotated[Why, Query()]) -> JSONResponse:
    """List every claim about a ticket, with decision and reason, in the order of the fold."""
    found = _ticket(request, visitor, key, asked)
    if asked.field is not None and asked.field not in found.fields:
        raise NotFoundError(f"nothing was ever said about {asked.field!r} of {found.key}")
    return JSONResponse(claim_shapes.why(found, _heard(request, found), visitor.reader, field=asked.field))


@router.get("/commitments", responses={200: {"model": list[documents.Commitment]}})
def commitments(request: Request, visitor: Visiting, asked: Annotated[Commitments, Query()]) -> JSONResponse:
    """List promises, the soonest due first."""
    reader = visitor.reader
    every = site_of(request).app.commitments(moment_of(asked, visitor), reader.caller, disputed=asked.all)
    found = [each for each in every if each.needs_review or not asked.needs_review]
    return part_of(
        found,
        asked,
        request=request,
        id=lambda each: each.id,
        write=lambda each: commitment_shapes.commitment(each, reader),
    )


@router.get("/conflicts", responses={200: {"model": list[documents.Conflict]}})
def conflicts(request: Request, visitor: Visiting, asked: Annotated[Listed, Query()]) -> JSONResponse:
    """List where a less trusted source says something else."""
    reader = visitor.reader
    every = site_of(request).app.conflicts(moment_of(asked, visitor), reader.caller, closed=asked.all)
    found = conflict_shapes.seen(every, reader)
    return part_of(
        found,
        asked,
        request=request,
        id=lambda each: each.id,
        write=lambda each: conflict_shapes.conflict(each, reader),
    )


@router.get("/risks", responses={200: {"model": list[documents.Risk]}})
def risks(request: Request, visitor: Visiting, asked: Annotated[Listed, Query()]) -> JSONResponse:
    """List risks, gravest first."""
    app, reader = site_of(request).app, visitor.reader
    found = app.risks(moment_of(asked, visitor), reader.caller, snoozed=asked.all)
    marked = app.acknowledged()
    return part_of(
        found,
        asked,
        request=request,
        id=lambda each: each.id,
        write=lambda each: finding_shapes.finding(each, marked.get(each.id), reader),
    )


@router.get("/people", responses={200: {"model": documents.People}})
def people(request: Request) -> JSONResponse:
    """Tell who is who, and which logins and names are nobody's yet."""
    known, unmapped = site_of(request).app.people()
    return JSONResponse(people_shapes.people(known, unmapped))


@router.get("/transitions", responses={200: {"model": list[documents.Transition]}})
def transitions(
    request: Request,
    visitor: Visiting,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> JSONResponse:
    """List how risks changed, in order, after the number of one that is known; each tells its `number`."""
    found = site_of(request).app.transitions(visitor.reader.caller, after=after, limit=limit)
    shown = [finding_shapes.transition(each.transition, visitor.reader) | {"number": each.number} for each in found]
    headers = {"Link": f'</api/transitions?after={found[-1].number}&limit={limit}>; rel="next"'} if found else {}
    return JSONResponse(shown, headers=headers)


def _ticket(request: Request, visitor: Visitor, key: str, asked: Then) -> Ticket:
    app, moment = site_of(request).app, moment_of(asked, visitor)
    try:
        return app.ticket(TicketKey(key.strip().upper()), moment, visitor.reader.caller)
    except InputError as error:
        raise NotFoundError(f"nothing is known of a ticket {key}") from error


def _heard(request: Request, found: Ticket) -> dict[EventKey, datetime]:
    events = {decided.claim.event for history in found.fields.values() for decided in history.decided}
    return site_of(request).app.heard(frozenset(events))
