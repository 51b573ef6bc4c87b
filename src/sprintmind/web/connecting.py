"""GitHub and Jira looked at and read from the pages, with the token of the environment; it goes on beside requests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from sprintmind import bootstrap
from sprintmind.commands.moments import since as since_day
from sprintmind.domain.events import PersonId
from sprintmind.domain.progress import Progress
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.port import Inlet, Step
from sprintmind.shapes.settings_text import toml
from sprintmind.web.outcomes import Reading
from sprintmind.web.site import Site

System = Literal["github", "jira"]
NAMES = {"github": "GitHub", "jira": "Jira"}
TOKENS = {"github": "SPRINTMIND_GITHUB_TOKEN", "jira": "SPRINTMIND_JIRA_TOKEN"}
"""The variables that hold the tokens; a page tells only whether they do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What would be read of a system, as the settings have it."""

    system: str
    name: str
    address: str
    parts: tuple[str, ...]
    variable: str
    token: bool
    """It is set."""


def reach(site: Site, system: System) -> Reach:
    """Tell what the settings say of a system."""
    github, jira = site.settings.sources.github, site.settings.sources.jira
    address, parts = {
        "github": (github.api, github.repositories),
        "jira": (jira.url, site.settings.team_table.keys),
    }[system]
    return Reach(
        system=system,
        name=NAMES[system],
        address=address,
        parts=tuple(parts),
        variable=TOKENS[system],
        token=bool(site.secret(TOKENS[system])),
    )


def look(site: Site, system: System, *, since: str, owner: PersonId | None) -> str:
    """Begin to count what would be read, and read none of it; gives the id by which that is looked at."""
    return _begin(site, system, f"looking at {NAMES[system]}", since=since, owner=owner, do=_surveyed)


def read(site: Site, system: System, *, since: str, owner: PersonId | None) -> str:
    """Begin to read, from where reading stood or from a day on; gives the id by which that is looked at."""
    return _begin(site, system, f"reading {NAMES[system]}", since=since, owner=owner, do=_read)


_Doing = Callable[[Site, System, str, tuple[Inlet, ...], Progress], Reading]


def _begin(site: Site, system: System, what: str, *, since: str, owner: PersonId | None, do: _Doing) -> str:
    if since:
        since_day(since, zone=site.app.team.calendar.zone, option="since")  # refused before anything begins

    def doing(progress: Progress) -> Reading:
        with _inlets(site, system) as inlets:
            return do(site, system, since, inlets, progress)

    return site.readings.begin(what, owner=owner, do=doing)


def _surveyed(site: Site, system: System, since: str, inlets: tuple[Inlet, ...], progress: Progress) -> Reading:
    start = since_day(since, zone=site.app.team.calendar.zone, option="since") if since else None
    surveys = []
    for number, inlet in enumerate(inlets):
        progress(number, len(inlets))
        surveys.append(site.app.survey(inlet, since=start))
    return Reading(system=system, since=since, surveys=tuple(surveys))


def _read(site: Site, system: System, since: str, inlets: tuple[Inlet, ...], progress: Progress) -> Reading:
    start = since_day(since, zone=site.app.team.calendar.zone, option="since") if since else None
    events = 0

    def watch(step: Step) -> None:
        nonlocal events
        events += len(step.deliveries)
        progress(events, 0)

    results = tuple(site.app.sync(inlet, since=start, watch=watch) for inlet in inlets)
    proposals = toml(site.app.propose(system, results), site.app.team)
    return Reading(system=system, since=since, results=results, proposals=proposals)


@contextmanager
def _inlets(site: Site, system: System) -> Iterator[tuple[Inlet, ...]]:
    found = reach(site, system)
    inlets = bootstrap.open_inlets(
        system,
        address=found.address,
        parts=found.parts,
        environ=site.environ,
        now=site.app.now,
        patience=Patience(),
    )
    try:
        yield inlets
    finally:
        for inlet in inlets:
            inlet.close()
