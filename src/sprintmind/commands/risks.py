"""What is at risk now, what people said about it, and the rules that found it."""

from datetime import datetime, timedelta
from typing import Annotated

from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands.asking import PLAINLY, Asking, By, Json, clock
from sprintmind.commands.moments import until as moment_until
from sprintmind.commands.persons import person
from sprintmind.commands.recording import report
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.findings import FindingId
from sprintmind.shapes import findings as documents
from sprintmind.tables import findings as tables


def risks(*, asking: Asking = PLAINLY, place: Workplace = HERE) -> None:
    """Evaluate the rules: what is at risk, why, whom to ask, and what ends it.

    ```console
    $ sprintmind risks
    $ sprintmind risks --all --json
    ```
    """
    app = place.open()
    reader = asking.reader(app)
    evaluated = app.risks(asking.moment(app), reader.caller, snoozed=asking.all)
    found = [each for each in evaluated if reader.sees(each.audience)]
    acknowledged = app.acknowledged()
    asking.show(
        lambda: [documents.finding(each, acknowledged.get(each.id), reader) for each in found],
        lambda: [tables.risks(found, acknowledged, clock(app))],
    )


def acknowledge(
    finding: str,
    /,
    *,
    by: By,
    until: str | None = None,
    reason: str = "",
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """Say that you have seen a risk; it stays listed, with your name.

    ```console
    $ sprintmind acknowledge blocked/NW-231 --by dana --reason "I called Acme"
    ```

    Args:
        finding: Its id, as `risks` shows it.
        until: Until when that holds; a day means its end.
        reason: Why.
    """
    app = place.open()
    moment = _moment(until, app)
    author = person(by, app.team, option="--by")
    report(app.acknowledge(FindingId(finding), by=author, until=moment, reason=reason), app, json=json)


def snooze(
    finding: str,
    /,
    *,
    by: By,
    until: Annotated[str | None, Parameter(help="When it comes back; left out: on the next business day.")] = None,
    reason: str = "",
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """Put a risk aside until later; with --all it is listed meanwhile.

    ```console
    $ sprintmind snooze review_stalled/NW-231 --by dana --until 2025-10-06
    ```

    Args:
        finding: Its id, as `risks` shows it.
        reason: Why.
    """
    app = place.open()
    moment = _moment(until, app) or _next_morning(app)
    author = person(by, app.team, option="--by")
    result = app.acknowledge(FindingId(finding), by=author, until=moment, reason=reason, snooze=True)
    report(result, app, json=json)


def _moment(text: str | None, app: App) -> datetime | None:
    if text is None:
        return None
    found = moment_until(text, zone=app.team.calendar.zone, option="--until")
    if found <= app.now():
        raise UsageError(f"--until: {text!r} is over already")
    return found


def _next_morning(app: App) -> datetime:
    calendar = app.team.calendar
    day = calendar.day(app.now()) + timedelta(days=1)
    while not calendar.works(day):
        day += timedelta(days=1)
    return calendar.morning(day)
