"""Memory: what it recalls, what it has not been told, whether it finds what it was told, its models of the whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from sprintmind.answers import MemoryReport, Remembered
from sprintmind.app import App
from sprintmind.domain.mental_models import MentalModel
from sprintmind.errors import SprintMindError, UnavailableError
from sprintmind.probe import Probe
from sprintmind.remembering import about
from sprintmind.web.forms import Filled, told
from sprintmind.web.looking import NotGiven
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Memory",
    path="/memory",
    order=13,
    key="m",
    facts="Memory holds what was said, and when; it decides nothing. What is true now is the ledger's to tell.",
    sees="everyone of the team; what was said in confidence is recalled for whom it is meant",
)
router = APIRouter()

KINDS = ("meeting", "standup", "digest", "comment", "correction", "finding", "lesson")
"""What a search can be narrowed to, for a start; other kinds can be typed."""
SHOWN = 10
"""How much a search recalls, where nothing else is asked for."""
MOST = 100
"""How much it may recall."""
AT_ONCE = 40
"""How many items a step with a progress bar tells memory of."""


class Chosen(BaseModel):
    """What is looked for."""

    q: Annotated[str, Field(max_length=2000)] = ""
    ticket: Annotated[str, Field(max_length=40)] = ""
    person: Annotated[str, Field(max_length=100)] = ""
    customer: Annotated[str, Field(max_length=200)] = ""
    kind: Annotated[str, Field(max_length=40)] = ""
    limit: int = Field(SHOWN, ge=1, le=MOST)
    """How much is recalled."""
    started: Annotated[datetime | None, NotGiven] = None
    """Since when memory is told and looked at."""
    of: int = Field(0, ge=0)
    """How much waited then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """How far memory is."""

    report: MemoryReport
    waiting: int
    of: int
    """How much waited at the beginning."""
    probe: Probe | None
    problem: str
    goes_on: bool
    """It may still come; the page looks again by itself."""
    started: datetime | None
    """Since when it is looked at; None where it is not."""


@router.get(PAGE.path)
def memory(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show what memory recalls, and how it is."""
    app = site_of(request).app
    found, problem = _recalled(app, visitor, chosen) if chosen.q.strip() else (None, "")
    content = {
        "part": "_readiness.html" if request.headers.get("hx-target") == "readiness" else "_recalled.html",
        "chosen": chosen,
        "found": found,
        "problem": problem,
        "kinds": KINDS,
        "most": MOST,
        "models": _models(app),
        "ready": readiness(request, visitor, chosen),
    }
    return show(request, visitor, PAGE, template="memory.html", content=content)


@router.post("/memory/tell")
def tell(request: Request, form: Filled) -> object:
    """Tell memory the first of what waits, and lead to how far it is."""
    app = site_of(request).app
    waiting = app.memory_status().waiting
    of = int(form.text("of") or 0) if form.text("of").isdecimal() else 0
    came = app.tell_memory(limit=AT_ONCE if request.query_params.get("steps") else None, impatient=True)
    if came.error:
        return told(request, came.error, back=PAGE.path, well=False)
    since = form.text("started") or f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    of = max(of, waiting.pending + waiting.parked)
    return told(
        request,
        f"Memory was told of {came.documents} item{'' if came.documents == 1 else 's'}.",
        back=f"{PAGE.path}?{urlencode({'started': since, 'of': of})}#readiness",
    )


@router.post("/memory/models")
def refresh(request: Request, form: Filled) -> object:
    """Make anew those models of which what they rest on has changed."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    try:
        site.app.refresh_models()
    except UnavailableError as error:
        return told(request, str(error), back=form.back, well=False)
    return told(request, "They rest on what is known now.", back=form.back)


def readiness(request: Request, visitor: Visitor, chosen: Chosen) -> Readiness:
    """See how far memory is: what it has not been told, and whether it finds what was heard last."""
    site = site_of(request)
    report = site.app.memory_status()
    waiting = report.waiting.pending + report.waiting.parked
    look = chosen.started is not None and not waiting
    probe, problem = _probed(site.app, visitor) if look else (None, "" if report.ready else report.error or "")
    now = datetime.now(UTC)
    started = chosen.started.astimezone(UTC) if chosen.started else None
    young = started is not None and (now - started).total_seconds() < site.settings.memory.probe_seconds
    return Readiness(
        report=report,
        waiting=waiting,
        of=max(chosen.of, waiting),
        probe=probe,
        problem=problem,
        goes_on=young and probe is not None and not probe.found,
        started=started,
    )


def _probed(app: App, visitor: Visitor) -> tuple[Probe | None, str]:
    try:
        return app.probe_memory(visitor.reader.caller), ""
    except UnavailableError as error:
        return None, str(error)


def _recalled(app: App, visitor: Visitor, chosen: Chosen) -> tuple[Remembered | None, str]:
    question = about(
        chosen.q,
        caller=visitor.reader.caller,
        ticket=chosen.ticket.strip().upper(),
        person=chosen.person,
        customer=chosen.customer,
        kinds=(chosen.kind,) if chosen.kind else (),
        limit=chosen.limit,
    )
    try:
        return app.recall(question), ""
    except SprintMindError as error:
        return None, str(error)


def _models(app: App) -> Sequence[MentalModel]:
    try:
        return app.mental_models()
    except UnavailableError:
        return ()
