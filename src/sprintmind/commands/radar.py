"""Where everything stands, what must be decided, and what changed."""

from typing import Annotated

from cyclopts import Parameter

from sprintmind.commands.asking import PLAINLY, Asking, clock
from sprintmind.commands.moments import since as moment_since
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.shapes import radar as documents
from sprintmind.tables import radar as tables

Since = Annotated[
    str | None, Parameter(help="From when on changes are told; left out: since your last look, else since yesterday.")
]
Peek = Annotated[bool, Parameter(negative=(), help="Leave your last look where it is.")]


def radar(*, since: Since = None, peek: Peek = False, asking: Asking = PLAINLY, place: Workplace = HERE) -> None:
    """Show the manager's page: what is on track, at risk, blocked, promised, and what needs a decision of whom.

    ```console
    $ sprintmind radar
    $ sprintmind radar --as dana --since 2025-09-29
    ```
    """
    app = place.open()
    reader = asking.reader(app)
    after = moment_since(since, zone=reader.zone, option="--since") if since else None
    found = app.radar(asking.moment(app), reader.caller, since=after, peek=peek or after is not None)
    asking.show(lambda: documents.radar(found, reader), lambda: tables.radar(found, reader, clock(app), app.team))
