"""Risks: what rules find, whom to ask, what ends each; a person may say that they have seen one."""

from datetime import datetime, time, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.calendar import Calendar
from sprintmind.domain.findings import Finding, FindingId, Severity
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, Form, told
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.page import Page
from sprintmind.web.pages.promises import day_in
from sprintmind.web.proving import prover
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Risks",
    path="/risks",
    order=11,
    key="r",
    facts="Rules compute them from the ledger when this page is asked for; no model decides any.",
    sees="everyone of the team; a risk that rests on something said in confidence is left out for others",
)
router = APIRouter()

ORDERS = {
    "severity": lambda risk: -int(risk.severity),
    "subject": lambda risk: risk.subject,
    "rule": lambda risk: risk.rule,
    "since": lambda risk: risk.since.isoformat(),
    "ask": lambda risk: risk.ask,
}


class Chosen(Asked):
    """Which risks."""

    severity: str = ""
    rule: str = ""
    person: str = ""
    all: bool = False
    """With those that are put aside."""


@router.get(PAGE.path)
def risks(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show risks, gravest first."""
    app = site_of(request).app
    every = app.risks(chosen.moment(visitor), visitor.reader.caller, snoozed=chosen.all)
    found = listed([each for each in every if _fits(each, chosen)], chosen, by=ORDERS, says=_words)
    proof = app.proof((event for risk in found.rows for event in risk.evidence), visitor.reader.caller)
    content = {
        "part": "_risks.html",
        "chosen": chosen,
        "found": found,
        "prove": prover(proof, visitor.reader),
        "acknowledged": app.acknowledged(),
        "address": addresses(request),
        "severities": [severity.word for severity in reversed(Severity)],
        "rules": sorted({each.rule for each in every}),
        "people": [person for person in visitor.team.people if person.customer is None],
        "tomorrow": next_business_day(visitor.team.calendar, visitor.now),
    }
    return show(request, visitor, PAGE, template="risks.html", content=content)


@router.post("/risks/acknowledge")
def acknowledge(request: Request, form: Filled) -> object:
    """Record that a person has seen a risk; with a day, that holds until then."""
    _mark(request, form, until=_until(form) if form.text("until") else None, snooze=False)
    return told(request, "Noted: you have seen it. It stays listed, with your name.", back=form.back)


@router.post("/risks/snooze")
def snooze(request: Request, form: Filled) -> object:
    """Put a risk aside until a day."""
    until = _until(form)
    _mark(request, form, until=until, snooze=True)
    return told(request, f"Put aside until {until:%a %d %b}.", back=form.back)


def _until(form: Form) -> datetime:
    """Take a day to come, at nine; raises InputError."""
    until = datetime.combine(day_in(form, "until"), time(9), form.visitor.team.calendar.zone)
    if until <= form.visitor.now:
        raise InputError("until: choose a day to come")
    return until


def _mark(request: Request, form: Form, *, until: datetime | None, snooze: bool) -> None:
    site_of(request).app.acknowledge(
        FindingId(form.needed("finding")),
        by=form.visitor.author(),
        until=until,
        reason=form.text("reason"),
        snooze=snooze,
    )


def next_business_day(calendar: Calendar, now: datetime) -> str:
    """Give the next day on which the team works."""
    day = calendar.day(now) + timedelta(days=1)
    while not calendar.works(day):
        day += timedelta(days=1)
    return day.isoformat()


def _fits(risk: Finding, chosen: Chosen) -> bool:
    return (
        chosen.severity in ("", risk.severity.word)
        and chosen.rule in ("", risk.rule)
        and chosen.person in ("", risk.ask or "")
    )


def _words(risk: Finding) -> str:
    return f"{risk.subject} {risk.rule} {risk.because} {risk.ask}"
