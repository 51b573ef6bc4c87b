"""What every reading command takes: of which moment, as whom, how much, and in which form."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter
from rich.console import RenderableType

from sprintmind.commands import output
from sprintmind.commands.moments import until
from sprintmind.commands.persons import person
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.shapes.reader import Reader
from sprintmind.standing import Standing
from sprintmind.tables.words import Clock

Json = Annotated[bool, Parameter(name="--json", negative=(), help="One JSON document on stdout.")]
By = Annotated[str, Parameter(name="--by", help="Who does it: a person's id, name or alias.")]
Reason = Annotated[str, Parameter(help="Why.")]


@Parameter(name="*", group="Which")
@dataclass(frozen=True, kw_only=True)
class Asking:
    """The options of a question."""

    as_of: Annotated[str | None, Parameter(help="What was true then, as we know it now; a day means its end.")] = None
    known_at: Annotated[str | None, Parameter(help="What we believed then.")] = None
    all: Annotated[bool, Parameter(negative=(), help="Everything: deleted, closed, rejected, snoozed, private.")] = (
        False
    )
    as_: Annotated[str | None, Parameter(name="--as", help="Ask as this person: shows what they may see.")] = None
    json: Json = False

    def moment(self, app: Standing) -> Moment:
        """Give the moment that is asked about."""
        zone = app.team.calendar.zone
        return Moment(
            now=app.now(),
            as_of=until(self.as_of, zone=zone, option="--as-of") if self.as_of else None,
            known_at=until(self.known_at, zone=zone, option="--known-at") if self.known_at else None,
        )

    def caller(self, app: Standing) -> Caller:
        """Give whoever asks."""
        if self.as_ is None:
            return Caller(operator=self.all)
        asking = person(self.as_, app.team, option="--as")
        found = app.team.person(asking)
        return Caller(person=asking, manager=found is not None and found.role == "manager", operator=self.all)

    def reader(self, app: Standing) -> Reader:
        """Give whom the answer is for."""
        return Reader(zone=app.team.calendar.zone, caller=self.caller(app))

    def show(self, content: Callable[[], object], shown: Callable[[], Iterable[RenderableType]]) -> None:
        """Print the JSON document, or what people read."""
        show(content, shown, json=self.json)


PLAINLY = Asking()


def show(content: Callable[[], object], shown: Callable[[], Iterable[RenderableType]], *, json: bool) -> None:
    """Print the JSON document, or what people read; the other is not made."""
    if json:
        output.document(content())
    else:
        output.table(*shown())


def clock(app: Standing) -> Clock:
    """Give how moments are written for this team."""
    return Clock(now=app.now(), zone=app.team.calendar.zone)
