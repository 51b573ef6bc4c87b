"""What happened before: questions to the history, its patterns, and the track record of checks."""

from typing import Annotated

from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands.asking import Json, clock, show
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.experiences import CheckId
from sprintmind.shapes import preflight as documents
from sprintmind.shapes import recollections
from sprintmind.shapes.reader import Reader
from sprintmind.tables import preflight as tables
from sprintmind.tables import recollections as told


def ask(question: str, /, *, json: Json = False, place: Workplace = HERE) -> None:
    """Ask what happened before; the answer cites lessons and says which path ran.

    ```console
    $ sprintmind preflight ask "what went wrong with Friday deploys?"
    ```

    Args:
        question: In words.
    """
    app = place.open()
    answer = app.ask_history(question)
    show(lambda: recollections.answer(answer), lambda: told.answer(answer), json=json)


def history(
    id: Annotated[str | None, Parameter(help="One check; left out: all.")] = None,
    /,
    *,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """List the checks that were made, how they turned out, and whose outcome is asked for.

    ```console
    $ sprintmind preflight history
    ```
    """
    app = place.open()
    reader = Reader(zone=app.team.calendar.zone)
    if id is not None:
        _shown(id, app, json=json)
        return
    found, asked = app.plan_checks(), app.outcomes_due()
    show(
        lambda: {
            "checks": [documents.kept(each, reader) for each in reversed(found)],
            "asked": [documents.due(each) for each in asked],
        },
        lambda: tables.history(found, asked, clock(app)),
        json=json,
    )


def show_(id: str, /, *, json: Json = False, place: Workplace = HERE) -> None:
    """Show a check as it is kept: what was cited as it read then, and what became of what the plan named.

    ```console
    $ sprintmind preflight show CHECK
    ```

    Args:
        id: The check's id.
    """
    _shown(id, place.open(), json=json)


def _shown(id: str, app: App, *, json: bool) -> None:
    made = app.plan_check(CheckId(id))
    found, reader = app.followed(made), Reader(zone=app.team.calendar.zone)
    show(
        lambda: documents.shown(made, found, reader),
        lambda: tables.shown(made, found, clock(app)),
        json=json,
    )


def patterns(*, json: Json = False, place: Workplace = HERE) -> None:
    """Tell what fails again and again: lessons that share a condition; says which path found them.

    ```console
    $ sprintmind preflight patterns
    ```
    """
    app = place.open()
    found = app.patterns()
    show(lambda: recollections.patterns(found), lambda: told.patterns(found), json=json)


def report(*, json: Json = False, place: Workplace = HERE) -> None:
    """Tell the track record: how checks turned out, with counts, and no rate under ten cases.

    ```console
    $ sprintmind preflight report
    ```
    """
    app = place.open()
    found = app.track_record()
    show(lambda: documents.report(found), lambda: tables.report(found), json=json)
