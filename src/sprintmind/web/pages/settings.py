"""Settings: what the team set, what its sources send, and whether everything is well; secrets are never shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.events import Source
from sprintmind.ledger.beside import Arrived, Received
from sprintmind.web.forms import Filled, told
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import Site, site_of
from sprintmind.web.telling import changes_by
from sprintmind.web.visitor import ForbiddenError, Visiting, manages
from sprintmind.web.webhooks import REFUSED, System, replayed

PAGE = Page(
    title="Settings",
    path="/settings",
    order=15,
    key="s",
    facts="What is set stands in sprintmind.toml and the environment; this page shows it and changes no setting.",
)
router = APIRouter()


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected:
    """A system that sends webhooks."""

    name: str
    address: str
    """Where its webhooks go."""
    variable: str
    """Holds the secret."""
    secret: bool
    """It is set."""
    arrived: tuple[Arrived, ...]
    """The last events, as recorded."""
    received: tuple[Received, ...]
    """The last deliveries, refused ones too."""
    counts: Mapping[str, int]
    """How many came to what, since the first."""


@router.get(PAGE.path)
def settings(request: Request, visitor: Visiting) -> HTMLResponse:
    """Show what is set, and how everything is."""
    site = site_of(request)
    content = {
        "settings": site.settings,
        "sources": list(_sources(site, f"{request.url.scheme}://{request.url.netloc}")),
        "checks": site.app.doctor(),
        "manages": manages(site, visitor),
        "policy": site.settings.policy_table,
    }
    return show(request, visitor, PAGE, template="settings.html", content=content)


@router.post("/settings/tick")
def tick(request: Request, form: Filled) -> object:
    """Let time pass at once: what waited counts, rules are evaluated, memory is told, and a digest posted if due."""
    result = site_of(request).app.tick()
    posted = [f"Posted: {place}." for place in result.posted]
    waits = [f"Memory was not told: {result.memory_error}."] if result.memory_error else []
    return told(request, " ".join([changes_by(result), *posted, *waits]), back=form.back, well=not waits)


@router.post("/settings/sources/{system}/{number}/replay")
def replay(request: Request, system: System, number: int, form: Filled) -> object:
    """Take a delivery again that was refused."""
    site = site_of(request)
    if not manages(site, form.visitor):
        raise ForbiddenError("only a manager may take a delivery again")
    done = replayed(site, system, number)
    well = done.outcome != REFUSED
    message = f"Delivery {number} is {done.detail}." if well else f"Refused again: {done.detail}."
    return told(request, message, back=f"{PAGE.path}#source-{system}", well=well)


def _sources(site: Site, here: str) -> Iterator[Connected]:
    tables = site.settings.sources
    named = (("github", tables.github.secret_env, Source.GITHUB), ("jira", tables.jira.secret_env, Source.TASK_UPDATE))
    for name, variable, source in named:
        received, counts = site.app.received(name)
        yield Connected(
            name=name,
            address=f"{site.settings.web.address or here}/webhooks/{name}",
            variable=variable,
            secret=bool(site.secret(variable)),
            arrived=site.app.arrived(source, limit=10),
            received=received,
            counts=counts,
        )
