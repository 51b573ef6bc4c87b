"""Questions in words: the answer with what it cites, what memory was asked for it, and what was answered before."""

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from sprintmind.commands.keys import ticket_key
from sprintmind.commands.moments import until
from sprintmind.domain.evidence import Answer, AnswerId
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, told
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.page import Page
from sprintmind.web.problems import NotFoundError
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.telling import what_came
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Ask",
    path="/ask",
    order=3,
    key="q",
    facts="An answer rests on the ledger and on what memory recalls, numbered; what it cites is checked against that.",
    sees="whoever asked; the evidence of an answer is what they may read",
)
router = APIRouter()

KEPT = 500
"""How many earlier answers are looked through."""
ORDERS = {"asked": lambda each: each.asked_at.isoformat(), "question": lambda each: each.question}
_CITED = re.compile(r"\[(\d+)\]")


@router.get(PAGE.path)
def ask(request: Request, visitor: Visiting, chosen: Annotated[Asked, Query()]) -> HTMLResponse:
    """Show where to ask, and what was answered before."""
    return _page(request, visitor, chosen, answer=None)


@router.post(PAGE.path)
def put(request: Request, form: Filled) -> RedirectResponse:
    """Answer a question, and lead to its answer."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    day = form.text("as_of")
    then = until(day, zone=form.visitor.team.calendar.zone, option="As of") if day else None
    answer = site.app.ask(form.needed("question"), form.visitor.reader.caller, as_of=then)
    return RedirectResponse(f"/ask/{answer.id}", status_code=303)


@router.get("/ask/{id}")
def again(request: Request, visitor: Visiting, id: str, chosen: Annotated[Asked, Query()]) -> HTMLResponse:
    """Show an answer once more, from the same evidence."""
    try:
        answer = site_of(request).app.answered(AnswerId(id), visitor.reader.caller)
    except InputError as error:
        raise NotFoundError("you were given no such answer; your answers are listed where you ask") from error
    return _page(request, visitor, chosen, answer=answer)


@router.post("/ask/{id}/correct")
def correct(request: Request, id: str, form: Filled) -> object:
    """Record how it really is; the answer shows it from then on."""
    app, by = site_of(request).app, form.visitor.author()
    answer = app.answered(AnswerId(id), form.visitor.reader.caller)
    ticket, field, value = form.text("ticket"), form.text("field"), form.text("value")
    if bool(field) != bool(value) or (field and not ticket):
        raise InputError("ticket, field and value belong together")
    result = app.correct(
        form.needed("text"),
        by=by,
        ticket=ticket_key(ticket, form.visitor.team, option="ticket") if ticket else None,
        field=field or None,
        value=value or None,
        reason=form.text("reason") or None,
        answer=answer.id,
    )
    return told(request, what_came(result), back=f"/ask/{answer.id}")


def parts(text: str) -> list[tuple[str, str]]:
    """Cut an answer into its words and the numbers that it cites.

    >>> parts("It is done [2].")
    [('It is done ', ''), ('', '2'), ('.', '')]
    """
    pieces = _CITED.split(text)
    found = [(piece, "") if n % 2 == 0 else ("", piece) for n, piece in enumerate(pieces)]
    return [each for each in found if any(each)]


def _page(request: Request, visitor: Visitor, chosen: Asked, *, answer: Answer | None) -> HTMLResponse:
    app, reader = site_of(request).app, visitor.reader
    before = app.answers(reader.caller, count=KEPT)
    seen = [each for each in answer.evidence if reader.sees(each.audience)] if answer else []
    content = {
        "part": "_asked.html",
        "answer": answer,
        "then": visitor.team.calendar.day(answer.as_of).isoformat() if answer and answer.as_of else "",
        "parts": parts(answer.text) if answer else [],
        "cited": [each for each in seen if answer and each.n in answer.citations.cited],
        "uncited": [each for each in seen if answer and each.n not in answer.citations.cited],
        "corrections": app.corrections(answer.id, reader.caller) if answer else (),
        "suggestions": suggestions(visitor),
        "chosen": chosen,
        "found": listed(before, chosen, by=ORDERS, says=lambda each: f"{each.question} {each.text}"),
        "any": bool(before),
        "address": addresses(request),
    }
    return show(request, visitor, PAGE, template="ask.html", content=content)


def suggestions(visitor: Visitor) -> list[str]:
    """Give questions to begin with."""
    customers = [customer.name for customer in visitor.team.customers[:1]]
    own = ["What waits on me?"] if visitor.person else []
    return ["What is blocked?", "What is at risk?", *(f"What did we promise {each}?" for each in customers), *own]
