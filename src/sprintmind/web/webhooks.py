"""Deliveries of GitHub and Jira: the signature over the raw body first, then recorded, then answered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from sprintmind.answers import Ingested
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.journal import Line
from sprintmind.ledger.beside import Received
from sprintmind.sources.github.signature import signed
from sprintmind.web.problems import PROBLEM_ANSWERS, problem
from sprintmind.web.site import Site, site_of

router = APIRouter(tags=["webhooks"])

System = Literal["github", "jira"]
REFUSED = "refused"
LONGEST = 500
"""Characters of a header that are kept."""


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
    received, answer = _tried(site, system, body=body, headers=headers, line=line)
    site.app.note_received(received)
    return answer


def replayed(site: Site, system: System, number: int) -> Received:
    """Take a delivery once more that was refused, as if it came now; its signature must be right, too.

    Raises:
        InputError: It is not kept, or what came along with it is not.
    """
    kept = site.app.find_received(system, number)
    if kept.body is None:
        raise InputError(f"what delivery {number} of {system} held is not kept; let {system} send it again")
    names = HEADERS[system]
    headers = {names.signature: kept.signature, names.event: kept.event, names.delivery: kept.delivery}
    with site.journal.line("replay", source=system) as line:
        again, _ = _tried(site, system, body=kept.body.encode(), headers=headers, line=line)
    if again.outcome == REFUSED:
        changed = replace(kept, detail=again.detail)
    else:
        told = f"{again.outcome} when it was taken again" + (f": {again.detail}" if again.detail else "")
        changed = replace(kept.without_body(), outcome="replayed", detail=told)
    site.app.change_received(changed)
    return changed


def _tried(
    site: Site, system: System, *, body: bytes, headers: Mapping[str, str], line: Line
) -> tuple[Received, JSONResponse]:
    """Check a delivery and record it; of one that is refused, give back what it takes to take it again."""
    names = HEADERS[system]
    received = Received(
        system=system,
        at=site.app.now(),
        outcome=REFUSED,
        event=headers.get(names.event, "")[:LONGEST],
        delivery=headers.get(names.delivery, "")[:LONGEST],
    )
    refusal, status = _refusal(site, system, body=body, signature=headers.get(names.signature)), 401
    if not refusal and "x-www-form-urlencoded" in headers.get("content-type", ""):
        refusal, status = "a form; set the webhook's content type to application/json", 400
    if not refusal:
        result = _recorded(site, received, body)
        if isinstance(result, Ingested):
            first, outcome = result.events[0], _outcome(result)
            line.came_of(outcome.replace(" ", "_"), key=first.key)
            return replace(received, outcome=outcome, detail=first.ignored or ""), _told(result)
        refusal, status = result, 400
    line.came_of(REFUSED)
    signature = headers.get(names.signature, "")[:LONGEST]
    return replace(received, detail=refusal, body=_text(body), signature=signature), problem(status, refusal)


def _recorded(site: Site, received: Received, body: bytes) -> Ingested | str:
    """Record a delivery; or say why it cannot be read."""
    delivery = Delivery(
        source=received.system,
        body=body,
        received_at=received.at,
        name=received.event or None,
        delivery_id=received.delivery or None,
    )
    try:
        result = site.app.take([delivery])
    except InputError as error:
        return str(error)
    return next((each.reason for each in result.refused), result)


def _told(result: Ingested) -> JSONResponse:
    told = {"key": result.events[0].key, "new": any(each.new for each in result.events)}
    return JSONResponse(told | {"events": [each.key for each in result.events]}, status_code=202)


def _text(body: bytes) -> str | None:
    """Give a body as text, to be kept; None where it is none, and could never be read."""
    try:
        return body.decode()
    except UnicodeDecodeError:
        return None


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
