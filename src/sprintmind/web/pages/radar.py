"""The manager's page: what must be decided, what is at risk and why, what was promised, and what changed."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.accounts import Placed, Promised, Radar
from sprintmind.domain.events import EventKey
from sprintmind.domain.findings import Finding, Severity
from sprintmind.web.forms import Filled, told
from sprintmind.web.looking import NOW, Lately
from sprintmind.web.page import Page
from sprintmind.web.proving import addresses_of, prover
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.timeline import timeline
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Radar",
    path="/radar",
    order=1,
    key="a",
    facts="Every number and every sentence is computed from the ledger when this page is asked for, by rules; "
    "the evidence under each is word for word what a source said.",
    sees="everyone of the team; what was said in confidence is neither shown nor counted for whom it is not meant",
)
router = APIRouter()

LIVE = "x-live"
"""A header of whoever asks for the page anew to put what changed in place; the prose stays as it was written."""
LISTED = 12
"""How many of a list; the rest is counted, and has a page of its own."""


@router.get(PAGE.path)
def radar(request: Request, visitor: Visiting, chosen: Annotated[Lately, Query()]) -> HTMLResponse:
    """Show it."""
    return radar_page(request, visitor, chosen)


@router.post("/radar/read")
def read(request: Request, form: Filled) -> object:
    """Note that somebody has read what changed; it is told from then on."""
    form.visitor.author()
    site_of(request).app.radar(form.visitor.moment, form.visitor.reader.caller)
    return told(request, "Noted: what changes from now on is told next time.", back=form.back)


def radar_page(request: Request, visitor: Visitor, chosen: Lately = NOW) -> HTMLResponse:
    """Show everything in flight, as far as a visitor may see it; looking alone notes nothing."""
    site = site_of(request)
    caller, in_words = visitor.reader.caller, LIVE not in request.headers
    moment, since = chosen.moment(visitor), chosen.after(visitor)
    found = site.app.radar(moment, caller, since=since, peek=True, prove=shown, in_words=in_words)
    findings = gravest(found)
    content = {
        "chosen": chosen,
        "found": found,
        "findings": by_severity(findings[:LISTED]),
        "more_findings": max(0, len(findings) - LISTED),
        "line": timeline(found.commitments, today=visitor.team.calendar.day(moment.said_by)),
        "listed": LISTED,
        "prove": prover(found.proof, visitor.reader),
        "address_of": addresses_of(each.commitment for each in found.commitments),
        "sample": site.sample,
        "empty": not (found.freshness or found.commitments or found.changes.found),
    }
    return show(request, visitor, PAGE, template="radar.html", content=content)


def shown(found: Radar) -> Iterator[EventKey]:
    """Name the events whose words stand on the page; a list is cut there, and what is cut off is not looked up."""
    parts = (found.blocked, found.at_risk, found.commitments, found.changes.found[::-1])
    yield from (event for part in parts for each in part[:LISTED] for event in each.grounds)
    yield from (event for each in found.decisions for event in each.grounds)
    yield from (event for each in gravest(found)[:LISTED] for event in each.evidence)


def gravest(found: Radar) -> list[Finding]:
    """List what is found on tickets and promises, each once, the gravest first."""
    places: list[Placed | Promised] = [*found.blocked, *found.at_risk, *found.on_track, *found.commitments]
    every = {finding.id: finding for each in places for finding in each.findings}
    return sorted(every.values(), key=lambda each: (-each.severity, each.subject, each.rule))


def by_severity(findings: Iterable[Finding]) -> list[tuple[Severity, list[Finding]]]:
    """Put findings under their severity, the gravest first."""
    parts: dict[Severity, list[Finding]] = {}
    for each in findings:
        parts.setdefault(each.severity, []).append(each)
    return list(parts.items())
