"""What one reader needs before the next thing: a day, a call with a customer, the end of a sprint."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Annotated

from cyclopts import Parameter
from rich.console import RenderableType

from sprintmind.app import App
from sprintmind.commands.asking import PLAINLY, Asking, clock
from sprintmind.commands.moments import since as moment_since
from sprintmind.commands.persons import person
from sprintmind.commands.radar import Peek, Since
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.moments import Moment
from sprintmind.shapes import briefs as documents
from sprintmind.shapes.reader import Reader
from sprintmind.tables import briefs as tables

_Answer = tuple[Callable[[], object], Callable[[], Iterable[RenderableType]]]


def brief(
    *,
    customer: Annotated[str | None, Parameter(help="One page before a call with this customer.")] = None,
    sprint: Annotated[str | None, Parameter(help="How this sprint closes, or stands.")] = None,
    since: Since = None,
    peek: Peek = False,
    asking: Asking = PLAINLY,
    place: Workplace = HERE,
) -> None:
    """Show what you need before your day, a call with a customer, or the close of a sprint.

    Without `--customer` and `--sprint` it is the day of the person of `--as`, with a draft of their standup.

    ```console
    $ sprintmind brief --as priya
    $ sprintmind brief --customer Acme
    $ sprintmind brief --sprint "Sprint 14" --json
    ```
    """
    if customer and sprint:
        raise UsageError("give --customer or --sprint, not both")
    app = place.open()
    reader = asking.reader(app)
    after = moment_since(since, zone=reader.zone, option="--since") if since else None
    look = _Look(app=app, moment=asking.moment(app), reader=reader, since=after, peek=peek or after is not None)
    if customer:
        content, shown = look.customer(customer)
    elif sprint:
        content, shown = look.sprint(sprint)
    elif asking.as_:
        content, shown = look.person(asking.as_)
    else:
        raise UsageError("whose day? give --as PERSON; or --customer C, or --sprint S")
    asking.show(content, shown)


class _Look:
    """One look at a brief."""

    def __init__(self, *, app: App, moment: Moment, reader: Reader, since: datetime | None, peek: bool) -> None:
        self._app = app
        self._moment = moment
        self._reader = reader
        self._since = since
        self._peek = peek

    def person(self, text: str) -> _Answer:
        whose = person(text, self._app.team, option="--as")
        found = self._app.my_brief(whose, self._moment, since=self._since, peek=self._peek)
        return (
            lambda: documents.personal(found, self._reader),
            lambda: tables.personal(found, self._reader, clock(self._app)),
        )

    def customer(self, name: str) -> _Answer:
        found = self._app.customer_brief(name, self._moment, self._reader.caller, since=self._since, peek=self._peek)
        return (
            lambda: documents.customer(found, self._reader),
            lambda: tables.customer(found, self._reader, clock(self._app)),
        )

    def sprint(self, name: str) -> _Answer:
        found = self._app.sprint_brief(name, self._moment, self._reader.caller)
        return lambda: documents.sprint(found, self._reader), lambda: tables.sprint(found, clock(self._app))
