"""The board: tickets by status, each with the source of its status and whatever disagrees."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import TicketKey
from sprintmind.domain.findings import Finding
from sprintmind.domain.moments import Moment
from sprintmind.domain.work import Commitment, CommitmentStatus, Status, Ticket
from sprintmind.web.looking import Looking
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Board",
    path="/board",
    order=4,
    key="b",
    facts="Every status is what the most trusted source said last; its name and time stand on the card.",
)
router = APIRouter()
Thing = TypeVar("Thing")

IN_A_COLUMN = 30
"""How many cards; the list of tickets has them all."""


class Filters(Looking):
    """What the board is narrowed to."""

    q: str = ""
    person: str = ""
    customer: str = ""
    finding: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A ticket on the board."""

    ticket: Ticket
    risks: tuple[Finding, ...]
    promises: tuple[Commitment, ...]
    conflicts: tuple[Conflict, ...]


@router.get(PAGE.path)
def board(request: Request, visitor: Visiting, chosen: Annotated[Filters, Query()]) -> HTMLResponse:
    """Show the board."""
    every = cards(request, visitor, chosen.moment(visitor))
    found = [card for card in every if fits(card, chosen)]
    columns = [(status, [card for card in found if card.ticket.value("status") == status.value]) for status in Status]
    content = {
        "part": "_cards.html",
        "chosen": chosen,
        "columns": columns,
        "without": [card for card in found if card.ticket.value("status") is None],
        "most": IN_A_COLUMN,
        "total": len(every),
        "people": [person for person in visitor.team.people if person.customer is None],
        "customers": visitor.team.customers,
        "rules": sorted({risk.rule for card in every for risk in card.risks}),
    }
    return show(request, visitor, PAGE, template="board.html", content=content)


def cards(request: Request, visitor: Visitor, moment: Moment) -> list[Card]:
    """Put every ticket together with what hangs on it."""
    app, caller = site_of(request).app, visitor.reader.caller
    tickets = app.tickets(moment, caller)
    risks = _by_ticket((each, each.tickets) for each in app.risks(moment, caller))
    open_promises = [c for c in app.commitments(moment, caller) if c.status is CommitmentStatus.OPEN]
    promises = _by_ticket((each, each.tickets) for each in open_promises)
    conflicts = _by_ticket((each, (each.subject,)) for each in app.conflicts(moment, caller))
    return [
        Card(
            ticket=ticket,
            risks=_of(ticket, risks),
            promises=_of(ticket, promises),
            conflicts=_of(ticket, conflicts),
        )
        for ticket in tickets
    ]


def fits(card: Card, chosen: Filters) -> bool:
    """Tell whether a card is among what was asked for."""
    ticket = card.ticket
    words = chosen.q.casefold().split()
    text = f"{ticket.key} {ticket.value('title')} {ticket.value('assignee')}".casefold()
    return (
        all(word in text for word in words)
        and (not chosen.person or ticket.value("assignee") == chosen.person)
        and (not chosen.customer or any(each.customer == chosen.customer for each in card.promises))
        and (not chosen.finding or any(each.rule == chosen.finding for each in card.risks))
    )


def _by_ticket(things: Iterable[tuple[Thing, Sequence[TicketKey]]]) -> Mapping[TicketKey, list[Thing]]:
    found: dict[TicketKey, list[Thing]] = defaultdict(list)
    for thing, keys in things:
        for key in keys:
            found[key].append(thing)
    return found


def _of(ticket: Ticket, things: Mapping[TicketKey, list[Thing]]) -> tuple[Thing, ...]:
    found = [thing for key in sorted(ticket.keys | {ticket.key}) for thing in things.get(key, ())]
    return tuple(each for n, each in enumerate(found) if each not in found[:n])
