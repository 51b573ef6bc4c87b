"""One ticket: every field with its source, and the whole story of how it came about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.authority import Decided
from sprintmind.domain.events import ClaimId, EventKey, TicketKey
from sprintmind.domain.moments import Moment
from sprintmind.domain.redaction import RESTRICTED
from sprintmind.domain.sentences import said_by
from sprintmind.domain.work import Status, Ticket
from sprintmind.errors import InputError
from sprintmind.shapes.claims import fields
from sprintmind.web.forms import Filled, told
from sprintmind.web.looking import Looking
from sprintmind.web.page import Page
from sprintmind.web.problems import NotFoundError
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.telling import what_came
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Ticket",
    path="/tickets/{key}",
    facts="Every value is the fold of all that was ever said about it; the whole story is that fold, word for word.",
)
router = APIRouter()


class Chosen(Looking):
    """As of when, and which field's story."""

    field: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that was said, in the story of a ticket."""

    field: str
    decided: Decided
    heard: datetime | None
    restricted: bool
    mine: bool
    """It was read from the words of whoever looks."""


@router.get(PAGE.path)
def ticket(request: Request, visitor: Visiting, key: str, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show one ticket."""
    app, caller = site_of(request).app, visitor.reader.caller
    moment = chosen.moment(visitor)
    found = ticket_of(request, visitor, key, moment)
    if chosen.field and chosen.field not in found.fields:
        raise NotFoundError(f"nothing was ever said about {chosen.field!r} of {found.key}")
    promises = [each for each in app.commitments(moment, caller) if found.keys & set(each.tickets)]
    content = {
        "part": "_story.html",
        "ticket": found,
        "chosen": chosen,
        "fields": [found.fields[name] for name in fields(found) if found.fields[name].holder],
        "names": fields(found),
        "story": story(found, _heard(request, found), visitor, field=chosen.field),
        "promises": promises,
        "risks": [each for each in app.risks(moment, caller) if found.keys & {each.subject, *each.tickets}],
        "conflicts": [each for history in found.fields.values() for each in history.open_conflicts],
        "statuses": list(Status),
    }
    return show(request, visitor, PAGE, template="ticket.html", content=content)


@router.post("/tickets/{key}/correct")
def correct(request: Request, key: str, form: Filled) -> object:
    """Record how it really is."""
    app = site_of(request).app
    field, value = form.text("field"), form.text("value")
    words = form.text("text") or f"{key} {field} is {value}"
    result = app.correct(
        words,
        by=form.visitor.author(),
        ticket=TicketKey(key),
        field=field or None,
        value=value or None,
        reason=form.text("reason") or None,
    )
    return told(request, what_came(result), back=form.back)


@router.post("/claims/{claim}/withdraw")
def withdraw(request: Request, claim: str, form: Filled) -> object:
    """Take back what was read from somebody's words."""
    result = site_of(request).app.withdraw(ClaimId(claim), by=form.visitor.author())
    return told(request, what_came(result), back=form.back)


def ticket_of(request: Request, visitor: Visitor, key: str, moment: Moment) -> Ticket:
    """Find a ticket by any key that it has had; raises NotFoundError."""
    try:
        return site_of(request).app.ticket(TicketKey(key.strip().upper()), moment, visitor.reader.caller)
    except InputError as error:
        raise NotFoundError(f"nothing is known of a ticket {key}") from error


def story(found: Ticket, heard: Mapping[EventKey, datetime], visitor: Visitor, *, field: str = "") -> tuple[Entry, ...]:
    """List everything that was said about a ticket, the latest first."""
    entries = (each for name in fields(found) if field in ("", name) for each in _entries(found, name, heard, visitor))
    return tuple(sorted(entries, key=lambda each: each.decided.claim.said_at, reverse=True))


def _entries(found: Ticket, name: str, heard: Mapping[EventKey, datetime], visitor: Visitor) -> Iterator[Entry]:
    for decided in found.fields[name].decided:
        claim = decided.claim
        yield Entry(
            field=name,
            decided=decided,
            heard=heard.get(claim.event),
            restricted=claim.span.path == RESTRICTED,
            mine=visitor.person is not None and said_by(claim) == visitor.person.id,
        )


def _heard(request: Request, found: Ticket) -> Mapping[EventKey, datetime]:
    events = {decided.claim.event for history in found.fields.values() for decided in history.decided}
    return site_of(request).app.heard(frozenset(events))
