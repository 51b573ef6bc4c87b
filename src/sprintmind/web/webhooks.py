"""Deliveries of GitHub and Jira: the signature over the raw body first, then recorded, then answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from sprintmind.answers import Ingested
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.journal import Line
from sprintmind.sources.github.signature import signed
from sprintmind.web.problems import PROBLEM_ANSWERS, problem
from sprintmind.web.received import Arrival
from sprintmind.web.site import Site, site_of

router = APIRouter(tags=["webhooks"])

System = Literal["github", "jira"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Headers:
    """How a system names what comes along with a delivery."""

    signature: str
    event: str
    delivery: str


HEADERS: Mapping[str, Headers] = {
    "github": Headers(signature="x-hub-signature-256", event="x-github-event", delivery="x-github-delivery"),
    "jira": Headers(signature="x-hub-signature", event="x-event-key", delivery="x-atlassian-webhook-identifier"),
}


@router.post("/webhooks/{system}", status_code=202, responses=PROBLEM_ANSWERS, openapi_extra={"security": []})
async def webhook(request: Request, system: System) -> JSONResponse:
    """Record a delivery of GitHub or Jira; what is known already changes nothing.

    The signature over the raw body must be right: `X-Hub-Signature-256` of GitHub, `X-Hub-Signature` of Jira.
    """
    site = site_of(request)
    site.limits.webhooks.attempt(request.client.host if request.client else "")
    body = await request.body()
    with site.journal.line("webhook", source=system) as line:
        return await run_in_threadpool(taken, site, system, body=body, headers=request.headers, line=line)


def taken(site: Site, system: System, *, body: bytes, headers: Mapping[str, str], line: Line) -> JSONResponse:
    """Check a delivery, record it and say what came of it; called in a thread, since the ledger is not asynchronous."""
    names = HEADERS[system]
    event = headers.get(names.event, "")
    note = partial(_note, site, system, line, event=event)
    refusal = _refusal(site, system, body=body, signature=headers.get(names.signature))
    if refusal:
        note(outcome="refused", detail=refusal)
        return problem(401, refusal)
    delivery = Delivery(
        source=system,
        body=body,
        received_at=site.app.now(),
        name=event or None,
        delivery_id=headers.get(names.delivery),
    )
    if "x-www-form-urlencoded" in headers.get("content-type", ""):
        reason = "a form; set the webhook's content type to application/json"
        note(outcome="refused", detail=reason)
        return problem(400, reason)
    return _recorded(site, delivery, note)


def _recorded(site: Site, delivery: Delivery, note: Callable[..., None]) -> JSONResponse:
    try:
        result = site.app.take([delivery])
    except InputError as error:
        note(outcome="refused", detail=str(error))
        return problem(400, str(error))
    for refused in result.refused:
        note(outcome="refused", detail=refused.reason)
        return problem(400, refused.reason)
    first = result.events[0]
    note(outcome=_outcome(result), detail=first.ignored or "", key=first.key)
    told = {"key": first.key, "new": any(each.new for each in result.events)}
    return JSONResponse(told | {"events": [each.key for each in result.events]}, status_code=202)


def _refusal(site: Site, system: System, *, body: bytes, signature: str | None) -> str:
    """Say why a delivery is not believed; empty where it is."""
    sources = site.settings.sources
    variable = {"github": sources.github.secret_env, "jira": sources.jira.secret_env}[system]
    secret = site.secret(variable)
    if not secret:
        return f"no secret is set in {variable}, so nothing that comes here is believed"
    return "" if signed(body, secret=secret, signature=signature) else "the signature is missing or wrong"


def _outcome(result: Ingested) -> str:
    if not any(each.new for each in result.events):
        return "known already"
    return "ignored" if all(each.ignored for each in result.events) else "understood"


def _note(site: Site, system: System, line: Line, *, event: str, outcome: str, detail: str, key: str = "") -> None:
    """Note what became of a delivery: for the page about sources with the reason, in the log without."""
    line.came_of(outcome.replace(" ", "_"), key=key)
    site.received.note(Arrival(source=system, at=site.app.now(), event=event, outcome=outcome, detail=detail))
