"""What is recorded: texts and payloads, and what people do on purpose; each answers with what came of it."""

from datetime import date, datetime
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field, model_validator

from sprintmind.answers import Ingested
from sprintmind.commands.keys import ticket_key
from sprintmind.commands.moments import said, until
from sprintmind.domain.access import Scope
from sprintmind.domain.events import ClaimId, PersonId, Visibility
from sprintmind.domain.evidence import AnswerId
from sprintmind.domain.findings import FindingId
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.reading.statements import Kind
from sprintmind.shapes.people import link as link_shape
from sprintmind.shapes.recorded import ingested
from sprintmind.shapes.statements import statement
from sprintmind.sources import brought
from sprintmind.web.api import documents
from sprintmind.web.api.asking import Body, Name, Signed, Text, Words, author
from sprintmind.web.problems import PROBLEM_ANSWERS, Answers
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor, allowed

router = APIRouter(prefix="/api", tags=["what is recorded"], responses=PROBLEM_ANSWERS)

RECORDED: Answers = {200: {"model": documents.Ingested}}
Textual = Literal["standup", "meeting", "digest"]


class Label(Body):
    """What is known about a text beside what it holds."""

    date: Name | None = Field(default=None, description="The day, or the moment, that it speaks of")
    title: Words = ""
    author: Words = ""
    participants: Annotated[tuple[Name, ...], Field(max_length=200)] = ()
    visibility: Visibility = Visibility.TEAM


class ToExtract(Label):
    """A text to be read."""

    source: Textual
    text: Text
    all: bool = Field(default=False, description="Also what claims nothing")


class ToIngest(Label):
    """A text, or a payload of GitHub or Jira."""

    source: Name = Field(description="standup, meeting, digest, github, jira")
    text: Text | None = None
    payload: dict[str, object] | None = Field(default=None, description="Of GitHub or Jira, as JSON")
    event: Name | None = Field(default=None, description="A webhook's event: pull_request, jira:issue_updated")
    dry_run: bool = Field(default=False, description="Tell what would come of it, and store nothing")

    @model_validator(mode="after")
    def one(self) -> "ToIngest":
        """Take a text or a payload."""
        if (self.text is None) == (self.payload is None):
            raise ValueError("give either text or payload")
        return self


class Correction(Signed):
    """How it really is, in words or by field."""

    text: Words
    ticket: Name | None = None
    field: Name | None = None
    value: Words | None = None
    reason: Words | None = Field(default=None, description="Settles the conflict that the correction would open")
    answer: Name | None = Field(default=None, description="The id of an answer that it corrects")


class Settlement(Signed):
    """For which side a conflict is settled."""

    conflict: Name
    value: Words
    reason: Annotated[Words, Field(min_length=1)]


class Withdrawal(Signed):
    """What was read from somebody's words."""

    claim: Name


class NewPromise(Signed):
    """A promise that no text holds."""

    customer: Name
    what: Annotated[Words, Field(min_length=1)]
    due: date
    owner: Name | None = None
    ticket: Name | None = None


class Answer(Signed):
    """What a person says about a promise."""

    reason: Words = ""
    outcome: Literal["kept", "missed", "cancelled"] = "kept"


class Seen(Signed):
    """A risk that somebody has seen."""

    finding: Name
    until: Name | None = None
    reason: Words = ""


class Snoozed(Signed):
    """A risk to be put aside."""

    finding: Name
    until: Name
    reason: Words = ""


class Link(Signed):
    """Whose an identity is."""

    identity: Name
    person: Name | None = Field(default=None, description="None: nobody's")
    dry_run: bool = Field(default=False, description="Tell which facts it would change, and record nothing")


@router.post("/ingest", responses=RECORDED, dependencies=[allowed(Scope.INGEST)])
def ingest(request: Request, visitor: Visiting, body: ToIngest) -> JSONResponse:
    """Record a text or a payload; what was recorded before is known and changes nothing."""
    if body.source not in brought():
        raise InputError(f"source: expected one of {', '.join(brought())}")
    content = msgspec.json.encode(body.payload) if body.text is None else body.text.encode()
    delivery = _delivery(visitor, body.source, content, body, event=body.event)
    result = site_of(request).app.ingest([delivery], dry_run=body.dry_run)
    for refused in result.refused:
        raise InputError(refused.reason)
    return _told(result, visitor)


@router.post("/extract", responses={200: {"model": list[documents.Statement]}}, dependencies=[allowed(Scope.READ)])
def extract(request: Request, visitor: Visiting, body: ToExtract) -> JSONResponse:
    """Read a text, tell what it claims, and store nothing."""
    delivery = _delivery(visitor, body.source, body.text.encode(), body)
    read = site_of(request).app.extract(delivery)
    return JSONResponse([statement(each, visitor.reader) for each in read if body.all or each.kind is not Kind.NONE])


@router.post("/correct", responses=RECORDED, dependencies=[allowed(Scope.CORRECT)])
def correct(request: Request, visitor: Visiting, body: Correction) -> JSONResponse:
    """Say how it really is; a named person outranks every tracker, and GitHub outranks both."""
    if (body.field is None) != (body.value is None) or (body.field is not None and body.ticket is None):
        raise InputError("ticket, field and value belong together")
    key = ticket_key(body.ticket, visitor.team, option="ticket") if body.ticket is not None else None
    by, app = author(visitor, body.by), site_of(request).app
    answer = app.answered(AnswerId(body.answer), visitor.reader.caller).id if body.answer is not None else None
    result = app.correct(
        body.text, by=by, ticket=key, field=body.field, value=body.value, reason=body.reason, answer=answer
    )
    return _told(result, visitor)


@router.post("/settle", responses=RECORDED, dependencies=[allowed(Scope.CORRECT)])
def settle(request: Request, visitor: Visiting, body: Settlement) -> JSONResponse:
    """Settle an open conflict for one of its sides."""
    by = author(visitor, body.by)
    return _told(site_of(request).app.settle(body.conflict, value=body.value, by=by, reason=body.reason), visitor)


@router.post("/withdraw", responses=RECORDED, dependencies=[allowed(Scope.CORRECT)])
def withdraw(request: Request, visitor: Visiting, body: Withdrawal) -> JSONResponse:
    """Take back what was read from somebody's words."""
    by = author(visitor, body.by)
    return _told(site_of(request).app.withdraw(ClaimId(body.claim), by=by), visitor)


@router.post("/promises", responses=RECORDED, dependencies=[allowed(Scope.CORRECT)])
def promise(request: Request, visitor: Visiting, body: NewPromise) -> JSONResponse:
    """Record a promise that no text holds."""
    team = visitor.team
    customer = team.customer_named(body.customer)
    if customer is None:
        raise InputError(f"customer: nobody is called {body.customer!r}")
    if body.owner is not None and team.person(PersonId(body.owner)) is None:
        raise InputError(f"owner: nobody of the team has the id {body.owner!r}")
    result = site_of(request).app.promise(
        customer=customer,
        what=body.what,
        due=body.due,
        by=author(visitor, body.by),
        owner=PersonId(body.owner) if body.owner else None,
        ticket=ticket_key(body.ticket, team, option="ticket") if body.ticket else None,
    )
    return _told(result, visitor)


@router.post("/promises/{id}/{action}", responses=RECORDED, dependencies=[allowed(Scope.CORRECT)])
def answer(
    request: Request, visitor: Visiting, id: str, action: Literal["confirm", "reject", "close"], body: Answer
) -> JSONResponse:
    """Confirm, reject or close a promise."""
    by = author(visitor, body.by)
    app = site_of(request).app
    result = app.answer_promise(ClaimId(id), action=action, by=by, reason=body.reason, outcome=body.outcome)
    return _told(result, visitor)


@router.post("/acknowledge", responses=RECORDED, dependencies=[allowed(Scope.ACKNOWLEDGE)])
def acknowledge(request: Request, visitor: Visiting, body: Seen) -> JSONResponse:
    """Say that you have seen a risk; it stays listed."""
    moment = _until(body.until, visitor) if body.until else None
    by = author(visitor, body.by)
    app = site_of(request).app
    return _told(app.acknowledge(FindingId(body.finding), by=by, until=moment, reason=body.reason), visitor)


@router.post("/snooze", responses=RECORDED, dependencies=[allowed(Scope.ACKNOWLEDGE)])
def snooze(request: Request, visitor: Visiting, body: Snoozed) -> JSONResponse:
    """Put a risk aside until later."""
    moment = _until(body.until, visitor)
    by = author(visitor, body.by)
    app = site_of(request).app
    result = app.acknowledge(FindingId(body.finding), by=by, until=moment, reason=body.reason, snooze=True)
    return _told(result, visitor)


@router.post("/links", dependencies=[allowed(Scope.CORRECT)])
def link(request: Request, visitor: Visiting, body: Link) -> JSONResponse:
    """Say whose an identity is; it reaches into the past, and the answer tells which facts it changes."""
    person = PersonId(body.person) if body.person is not None else None
    if person is not None and visitor.team.person(person) is None:
        raise InputError(f"person: nobody of the team has the id {person!r}")
    by = author(visitor, body.by)
    app = site_of(request).app
    preview = app.preview_link(body.identity, person)
    result = None if body.dry_run else app.link(body.identity, person, by=by)
    return JSONResponse(link_shape(preview, result, visitor.reader))


def _delivery(visitor: Visitor, source: str, content: bytes, label: Label, *, event: str | None = None) -> Delivery:
    zone = visitor.team.calendar.zone
    return Delivery(
        source=source,
        body=content,
        received_at=visitor.now,
        name=event,
        said=said(label.date, zone=zone, option="date") if label.date else None,
        title=label.title,
        author=label.author,
        participants=label.participants,
        visibility=label.visibility,
    )


def _until(text: str, visitor: Visitor) -> datetime:
    found = until(text, zone=visitor.team.calendar.zone, option="until")
    if found <= visitor.now:
        raise InputError(f"until: {text!r} is over already")
    return found


def _told(result: Ingested, visitor: Visitor) -> JSONResponse:
    return JSONResponse(ingested(result, visitor.reader))
