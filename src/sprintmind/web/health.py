"""Health, for whoever watches: that the process answers, and whether what it needs does."""

from collections.abc import Iterator

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from sprintmind.errors import SprintMindError
from sprintmind.shapes.reader import Document
from sprintmind.web.site import Site, site_of

router = APIRouter(tags=["health"])


@router.get("/healthz")
def alive() -> Document:
    """Tell that this process answers."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"description": "The ledger does not answer"}})
def ready(request: Request) -> JSONResponse:
    """Tell how the ledger, memory, the model and each source are; 503 only where the ledger does not answer."""
    site = site_of(request)
    try:
        states = dict(_states(site))
    except SprintMindError:  # the message may name hosts and files, which are nobody's business here
        return JSONResponse({"status": "unavailable", "ledger": {"state": "unavailable"}}, status_code=503)
    return JSONResponse({"status": "ready", **states})


def _states(site: Site) -> Iterator[tuple[str, Document]]:
    found = site.app.readiness()
    yield "ledger", {"state": "ok"}
    yield "memory", {"state": "behind" if found.backlog else "ok", "backlog": found.backlog}
    yield "model", {"state": "set" if site.settings.model.name else "none"}
    heard = found.heard.items()
    yield "sources", {source: {"state": "heard", "last_heard": at.isoformat()} for source, at in sorted(heard)}
