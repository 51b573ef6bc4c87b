"""Live updates: that something was recorded, and how risks change, as server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from sprintmind.domain.access import Scope
from sprintmind.domain.visibility import visible_to
from sprintmind.errors import UnavailableError
from sprintmind.ledger.beside import Logged
from sprintmind.shapes.findings import transition
from sprintmind.shapes.reader import Reader
from sprintmind.web.broadcast import News
from sprintmind.web.problems import PROBLEM_ANSWERS
from sprintmind.web.site import Site, site_of
from sprintmind.web.visitor import Visiting, allowed

router = APIRouter(prefix="/api", tags=["live"], dependencies=[allowed(Scope.READ)])

QUIET = 15.0  # seconds until a line that says nothing keeps the connection open
MOST = 500
"""How many may listen at a time."""
CAUGHT_UP = 500
"""How many transitions somebody who comes back is told of."""


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={**PROBLEM_ANSWERS, 200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
def events(
    request: Request,
    visitor: Visiting,
    last_event_id: Annotated[int | None, Header(ge=0, le=2**53)] = None,
    knows: Annotated[str, Query(pattern=r"^[0-9-]*$", max_length=80, description="As the last `recorded` told")] = "",
) -> StreamingResponse:
    """Tell that something was recorded, and how risks change, as they do.

    `recorded` says how far the ledger is and never what was recorded; what a listener may read of it, they find where
    they look. With `knows`, it is told at once where the ledger moved since. With `Last-Event-ID`, transitions that
    happened since come first.
    """
    site = site_of(request)
    if site.broadcast.listeners >= MOST:
        raise UnavailableError("too many listen already; ask /api/transitions instead")
    missed = (
        site.app.transitions(visitor.reader.caller, after=last_event_id, limit=CAUGHT_UP)
        if last_event_id is not None
        else ()
    )
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(
        _told(site, visitor.reader, missed, knows=knows), media_type="text/event-stream", headers=headers
    )


async def _told(site: Site, reader: Reader, missed: tuple[Logged, ...], *, knows: str) -> AsyncIterator[bytes]:
    yield b": listening\n\n"
    async with site.broadcast.listening(knows=knows) as queue:
        for each in missed:
            yield _written(each, reader)
        while True:
            try:
                at, found = await asyncio.wait_for(queue.get(), QUIET)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            match found:
                case News.OVER:
                    return
                case News.RECORDED:
                    yield b'event: recorded\ndata: {"position": "%s"}\n\n' % str(at).encode()
                case Logged() if visible_to(found.transition.finding.audience, reader.caller):
                    yield _written(found, reader)


def _written(each: Logged, reader: Reader) -> bytes:
    body = msgspec.json.encode(transition(each.transition, reader))
    return b"id: %d\nevent: transition\ndata: %s\n\n" % (each.number, body)
