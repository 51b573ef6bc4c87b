"""Promises: what was promised to whom, whether it was really promised, and where its chain breaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.commands.keys import ticket_key
from sprintmind.domain.chains import Link
from sprintmind.domain.chains import followed as chain_of
from sprintmind.domain.events import ClaimId, PersonId, TicketKey
from sprintmind.domain.work import Commitment, CommitmentStatus, Ticket
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, Form, told
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.telling import what_came
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Promises",
    path="/promises",
    order=6,
    key="p",
    facts="Promises are read from what was said, or entered by a person; their links come from the tracker and GitHub.",
)
router = APIRouter()

ORDERS = {
    "due": lambda each: each.promise.due,
    "customer": lambda each: each.promise.customer,
    "owner": lambda each: each.promise.owner,
    "status": lambda each: each.promise.status,
}


class Chosen(Asked):
    """Which promises."""

    customer: str = ""
    all: bool = False
    """With those that ended or are disputed."""
    needs_review: bool = False
    """Only those that a person should confirm or reject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A promise with the links of its chain."""

    promise: Commitment
    links: tuple[Link, ...]
    broken: Link | None


@router.get(PAGE.path)
def promises(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show promises by customer, and those that nobody has confirmed first."""
    app, caller = site_of(request).app, visitor.reader.caller
    moment, deploys = chosen.moment(visitor), app.deploys()
    every = app.commitments(moment, caller, disputed=chosen.all)
    known = {key: ticket for ticket in app.tickets(moment, caller) for key in ticket.keys}
    shown = [followed(each, known, deploys=deploys) for each in every if _fits(each, chosen)]
    found = listed(shown, chosen, by=ORDERS, says=_words)
    unconfirmed = [each for each in every if each.needs_review and each.status is CommitmentStatus.OPEN]
    content = {
        "part": "_promises.html",
        "chosen": chosen,
        "found": found,
        "customers": _by_customer(found.rows),
        "unconfirmed": unconfirmed,
        "names": [customer.name for customer in visitor.team.customers],
        "address": addresses(request),
        "any": bool(every),
        "narrowed": bool(chosen.q or chosen.customer or chosen.needs_review),
    }
    return show(request, visitor, PAGE, template="promises.html", content=content)


@router.post("/promises")
def add(request: Request, form: Filled) -> object:
    """Record a promise that no text holds."""
    team = form.visitor.team
    customer = team.customer_named(form.needed("customer"))
    if customer is None:
        raise InputError(f"customer: nobody is called {form.text('customer')!r}; customers stand in sprintmind.toml")
    ticket = form.text("ticket")
    result = site_of(request).app.promise(
        customer=customer,
        what=form.needed("what"),
        due=day_in(form, "due"),
        by=form.visitor.author(),
        owner=_owner(form),
        ticket=ticket_key(ticket, team, option="ticket") if ticket else None,
    )
    return told(request, what_came(result), back=form.back)


@router.post("/promises/{id}/{action}")
def answer(request: Request, id: str, action: str, form: Filled) -> object:
    """Confirm, reject or close a promise."""
    if action not in ("confirm", "reject", "close"):
        raise InputError(f"a promise is confirmed, rejected or closed, not {action!r}")
    outcome = form.text("outcome") or "kept"
    if outcome not in ("kept", "missed", "cancelled"):
        raise InputError("outcome: a promise is kept, missed or cancelled")
    app, by = site_of(request).app, form.visitor.author()
    result = app.answer_promise(ClaimId(id), action=action, by=by, reason=form.text("reason"), outcome=outcome)
    return told(request, what_came(result), back=form.back)


def followed(promise: Commitment, known: Mapping[TicketKey, Ticket], *, deploys: bool) -> Followed:
    """Follow a promise along the one of its tickets that decides it."""
    chain = chain_of(promise, known, deploys=deploys)
    return Followed(promise=promise, links=chain.links, broken=chain.broken)


def day_in(form: Form, name: str) -> date:
    """Take a day from a form; raises InputError."""
    try:
        return date.fromisoformat(form.needed(name))
    except ValueError as error:
        raise InputError(f"{name}: {form.text(name)!r} is not a date; expected YYYY-MM-DD") from error


def _owner(form: Form) -> PersonId | None:
    owner = form.text("owner")
    if owner and form.visitor.team.person(PersonId(owner)) is None:
        raise InputError(f"owner: nobody of the team has the id {owner!r}")
    return PersonId(owner) if owner else None


def _fits(promise: Commitment, chosen: Chosen) -> bool:
    wanted = chosen.all or promise.status is CommitmentStatus.OPEN
    asked = promise.needs_review or not chosen.needs_review
    return wanted and asked and (not chosen.customer or promise.customer == chosen.customer)


def _words(each: Followed) -> str:
    promise = each.promise
    return f"{promise.customer} {promise.what} {promise.owner} {' '.join(promise.tickets)} {promise.due_phrase}"


def _by_customer(found: Sequence[Followed]) -> dict[str, list[Followed]]:
    customers: dict[str, list[Followed]] = {}
    for each in found:
        customers.setdefault(each.promise.customer, []).append(each)
    return customers
