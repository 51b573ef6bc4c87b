"""Every ticket, a line each."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.work import Status, Ticket
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.looking import NotGiven
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Tickets",
    path="/tickets",
    order=5,
    key="l",
    facts="Every value is what the most trusted source said last; a ticket's own page shows who that is.",
)
router = APIRouter()

ORDERS = {
    "key": lambda ticket: ticket.key,
    "status": lambda ticket: list(Status).index(ticket.value("status")) if ticket.value("status") else None,
    "assignee": lambda ticket: ticket.value("assignee"),
    "due": lambda ticket: ticket.value("due_date"),
    "title": lambda ticket: ticket.value("title"),
    "evidence": lambda ticket: ticket.last_evidence_at,
}


class Chosen(Asked):
    """Which tickets."""

    status: Annotated[Status | None, NotGiven] = None
    person: str = ""
    deleted: bool = False


@router.get(PAGE.path)
def tickets(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """List tickets."""
    app = site_of(request).app
    every = app.tickets(chosen.moment(visitor), visitor.reader.caller, deleted=chosen.deleted)
    content = {
        "part": "_tickets.html",
        "chosen": chosen,
        "found": listed([each for each in every if _fits(each, chosen)], chosen, by=ORDERS, says=_words),
        "address": addresses(request),
        "people": [person for person in visitor.team.people if person.customer is None],
        "statuses": list(Status),
        "any": bool(every),
    }
    return show(request, visitor, PAGE, template="tickets.html", content=content)


def _fits(ticket: Ticket, chosen: Chosen) -> bool:
    return (chosen.status is None or ticket.value("status") == chosen.status.value) and (
        not chosen.person or ticket.value("assignee") == chosen.person
    )


def _words(ticket: Ticket) -> str:
    return f"{' '.join(ticket.keys)} {ticket.value('title')} {ticket.value('assignee')} {ticket.value('sprint')}"
