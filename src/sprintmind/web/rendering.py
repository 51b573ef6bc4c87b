"""Pages as HTML: templates that escape everything and know no undefined name."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from sprintmind.domain.people import Team
from sprintmind.settings.models import Settings
from sprintmind.web.assets import address
from sprintmind.web.forms import csrf, said
from sprintmind.web.page import Page, pages, trail
from sprintmind.web.showing import Showing, harmless
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visitor

ENVIRONMENT = Environment(
    loader=PackageLoader("sprintmind.web"),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=harmless,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.globals["asset"] = address


def show(
    request: Request,
    visitor: Visitor,
    page: Page,
    *,
    template: str,
    content: Mapping[str, object],
    status: int = 200,
) -> HTMLResponse:
    """Answer with a page; or, where htmx asks for a part of it, with that part.

    Args:
        request: What is answered.
        visitor: Who asks.
        page: Which page it is.
        template: `board.html`; a part is called `_cards.html` and stands in `content` under `part`.
        content: What the template shows.
        status: Of HTTP.
    """
    part = content.get("part")
    asked_for_part = part and request.headers.get("hx-request") == "true" and "hx-boosted" not in request.headers
    chosen = str(part) if asked_for_part else template
    text = ENVIRONMENT.get_template(chosen).render(**frame(request, visitor, page), **content)
    return HTMLResponse(text, status_code=status, headers={"Vary": "HX-Request, Cookie", "Cache-Control": "no-store"})


def plain_page(
    request: Request, page: Page, *, message: str, status: int, headers: Mapping[str, str] | None = None
) -> HTMLResponse:
    """Answer with a page that holds one message and no fact; it needs nobody to be there."""
    site = site_of(request)
    nobody = Visitor(team=Team(), now=site.app.now())
    around = frame(request, nobody, page) | ({} if site.alone else {"pages": []})
    text = ENVIRONMENT.get_template("message.html").render(**around, message=message, status=status)
    return HTMLResponse(text, status_code=status, headers={"Cache-Control": "no-store", **(headers or {})})


def frame(request: Request, visitor: Visitor, page: Page) -> dict[str, object]:
    """Give what stands around every page."""
    site = site_of(request)
    return {
        "page": page,
        "pages": [found.page for found in pages() if found.page.order],
        "trail": trail(page),
        "visitor": visitor,
        "show": Showing(now=visitor.now, team=visitor.team, reader=visitor.reader),
        "alone": site.alone,
        "csrf": csrf(request),
        "said": said(request),
        "here": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        "leaving": leaving(site.settings),
    }


def leaving(settings: Settings) -> str:
    """Say what leaves this machine, and to whom; of an address only the host is shown."""
    memory, server = settings.memory, settings.memory.backend == "hindsight"
    parts = {
        f"what is asked, and texts to be read, to the model {settings.model.name}": bool(settings.model.name),
        f"what memory retains and is asked, to {_host(memory.url)}": server,
        f"what memory retains and is asked, to be embedded, to {_host(memory.embeddings)}": not server
        and _host(memory.embeddings) != "",
        f"recordings, to {_host(settings.transcription.url)}": bool(settings.transcription.url),
    }
    return "; ".join(part for part, does in parts.items() if does) or "nothing"


def _host(address: str) -> str:
    """Name the host of an address, without what it may hold for signing in; empty where it is none."""
    return urlsplit(address).hostname or ""
