"""GitHub and Jira looked at and read from the pages, with the token of the environment; it goes on beside requests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sprintmind import bootstrap
from sprintmind.commands.moments import since as since_day
from sprintmind.domain.events import PersonId
from sprintmind.domain.progress import Progress
from sprintmind.errors import InputError
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.port import Inlet, Step
from sprintmind.settings.values import repository_name
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be read, where that is not what the settings say."""

    since: str = ""
    """The day from which on; empty: from where reading stood."""
    repositories: tuple[str, ...] = ()
    """Of GitHub, `owner/name`; empty: those of the settings."""


def look(site: Site, system: System, wanted: Wanted, *, owner: PersonId | None) -> str:
    """Begin to count what would be read, and read none of it; gives the id by which that is looked at."""
    return _begin(site, system, f"looking at {NAMES[system]}", wanted=wanted, owner=owner, do=_surveyed)


def read(site: Site, system: System, wanted: Wanted, *, owner: PersonId | None) -> str:
    """Begin to read, from where reading stood or from a day on; gives the id by which that is looked at."""
    return _begin(site, system, f"reading {NAMES[system]}", wanted=wanted, owner=owner, do=_read)


_Doing = Callable[[Site, System, Wanted, tuple[Inlet, ...], Progress], Reading]


def _begin(site: Site, system: System, what: str, *, wanted: Wanted, owner: PersonId | None, do: _Doing) -> str:
    _start(site, wanted)  # what is wrong is refused before anything begins
    named = tuple(map(_repository, wanted.repositories))
    if named and system != "github":
        raise InputError("repository: only GitHub has any")

    def doing(progress: Progress) -> Reading:
        with _inlets(site, system, parts=named) as inlets:
            return do(site, system, wanted, inlets, progress)

    return site.readings.begin(what, owner=owner, do=doing)


def _surveyed(site: Site, system: System, wanted: Wanted, inlets: tuple[Inlet, ...], progress: Progress) -> Reading:
    start = _start(site, wanted)
    surveys = []
    for number, inlet in enumerate(inlets):
        progress(number, len(inlets))
        surveys.append(site.app.survey(inlet, since=start))
    return Reading(system=system, since=wanted.since, repositories=wanted.repositories, surveys=tuple(surveys))


def _read(site: Site, system: System, wanted: Wanted, inlets: tuple[Inlet, ...], progress: Progress) -> Reading:
    start = _start(site, wanted)
    events = 0

    def watch(step: Step) -> None:
        nonlocal events
        events += len(step.deliveries)
        progress(events, 0)

    results = tuple(site.app.sync(inlet, since=start, watch=watch) for inlet in inlets)
    proposals = toml(site.app.propose(system, results), site.app.team)
    return Reading(system=system, since=wanted.since, results=results, proposals=proposals)


def _start(site: Site, wanted: Wanted) -> datetime | None:
    zone = site.app.team.calendar.zone
    return since_day(wanted.since, zone=zone, option="since") if wanted.since else None


def _repository(text: str) -> str:
    try:
        return repository_name(text)
    except ValueError as error:
        raise InputError(f"repository: {error}") from error


@contextmanager
def _inlets(site: Site, system: System, *, parts: tuple[str, ...]) -> Iterator[tuple[Inlet, ...]]:
    found = reach(site, system)
    inlets = bootstrap.open_inlets(
        system,
        address=found.address,
        parts=parts or found.parts,
        environ=site.environ,
        now=site.app.now,
        patience=Patience(),
    )
    try:
        yield inlets
    finally:
        for inlet in inlets:
            inlet.close()
