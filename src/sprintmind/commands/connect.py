"""GitHub and Jira themselves: read for the first time, and read again."""

import sys
from collections.abc import Sequence
from datetime import datetime
from os import environ
from typing import Annotated

from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands import moments, output
from sprintmind.commands.asking import Json, show
from sprintmind.commands.logged import journal_of
from sprintmind.commands.reach import Reach, System
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.inlets.port import Inlet, Step, Survey
from sprintmind.journal import Journal
from sprintmind.shapes import synced as documents
from sprintmind.shapes.reader import Reader
from sprintmind.synchronise import Synced, Watch
from sprintmind.tables import synced as tables

Since = Annotated[str | None, Parameter(help="From when on: a day or a moment.")]
Yes = Annotated[bool, Parameter(name="--yes", negative=(), help="Do not ask.")]
AS_SET = Reach()


def connect(
    system: System,
    /,
    *,
    since: Since = None,
    yes: Yes = False,
    json: Json = False,
    reach: Reach = AS_SET,
    place: Workplace = HERE,
) -> int:
    """Read GitHub or Jira for the first time, with a read-only token from the environment.

    It shows what it would read and how much, and asks. What it finds is a baseline: it opens risks and notifies
    nobody. At the end it proposes settings to paste; it writes none. Stopped, it goes on where it was.

    ```console
    $ export SPRINTMIND_GITHUB_TOKEN=…
    $ sprintmind connect github --repository northwind/shop
    $ sprintmind connect jira --since 2025-07-01 --yes
    ```

    Args:
        system: github or jira.
        since: From when on; left out, thirty days back.
    """
    with reach.inlets(system, place, environ) as inlets:
        app = place.open()
        start = _start(since, app)
        surveys = tuple(app.survey(inlet, since=start) for inlet in inlets)
        if not json:
            output.table(*tables.survey(surveys))
        agreed = yes or _agreed()
        results = _read(inlets, app, since=start, total=_total(surveys), journal=journal_of(place)) if agreed else ()
    found = app.propose(system, results) if agreed else None
    reader = Reader(zone=app.team.calendar.zone)
    show(
        lambda: documents.connected(surveys, results, found, reader, app.team),
        lambda: tables.connected(results, found, app.team),
        json=json,
    )
    return 0 if agreed else 1


def sync(
    system: System,
    /,
    *,
    since: Since = None,
    json: Json = False,
    reach: Reach = AS_SET,
    place: Workplace = HERE,
) -> None:
    """Read again what changed in GitHub or Jira, and tell how much of it no webhook had told.

    It goes on where the last reading began, or was stopped; what is known already changes nothing. Made for cron.

    ```console
    $ sprintmind sync github
    $ sprintmind sync jira --since 2025-09-01 --json
    ```

    Args:
        system: github or jira.
        since: From when on, instead of from where the last reading was.
    """
    with reach.inlets(system, place, environ) as inlets:
        app = place.open()
        results = _read(inlets, app, since=_start(since, app), total=0, journal=journal_of(place))
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: documents.synced(results, reader), lambda: tables.synced(results), json=json)


def _read(
    inlets: Sequence[Inlet], app: App, *, since: datetime | None, total: int, journal: Journal
) -> tuple[Synced, ...]:
    with progress("reading", total=total) as steps:

        def watch(step: Step) -> None:
            steps.done(len(step.deliveries))

        results = tuple(_one(inlet, app, since=since, watch=watch, journal=journal) for inlet in inlets)
    for result in results:
        for note in result.notes:
            output.warn(note)
        for refused in result.refused:
            output.complain(f"{result.system}: {refused.reason}")
    return results


def _one(inlet: Inlet, app: App, *, since: datetime | None, watch: Watch, journal: Journal) -> Synced:
    """Read one system, and note in the log what came of it."""
    with journal.line("sync", source=inlet.system) as line:
        result = app.sync(inlet, since=since, watch=watch)
        line.came_of(new=result.new, known=result.known, refused=len(result.refused))
    return result


def _total(surveys: Sequence[Survey]) -> int:
    return sum(count.count for survey in surveys for count in survey.counts if count.what != "requests")


def _start(since: str | None, app: App) -> datetime | None:
    return moments.since(since, zone=app.team.calendar.zone, option="--since") if since else None


def _agreed() -> bool:
    """Ask on a terminal; proceed where nobody can answer."""
    if not sys.stdin.isatty():
        return True
    output.note("Read it? [y/N]")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")
