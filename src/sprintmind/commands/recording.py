"""How a command that recorded something reports it."""

from sprintmind.answers import Ingested
from sprintmind.app import App
from sprintmind.commands import output
from sprintmind.commands.asking import show
from sprintmind.domain.authority import Decision
from sprintmind.shapes.reader import Reader
from sprintmind.shapes.recorded import ingested as document
from sprintmind.tables.recorded import ingested as table


def report(result: Ingested, app: App, *, json: bool) -> None:
    """Print what came of recording something, and tell on stderr what was refused or memory waits for."""
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: document(result, reader), lambda: table(result), json=json)
    for refused in result.refused:
        output.complain(f"{refused.file}: {refused.reason}")
    if result.memory_error:
        waiting = f"{result.memory_backlog} item{'' if result.memory_backlog == 1 else 's'}"
        output.warn(f"memory was not told of {waiting}: {result.memory_error}")


def conflicting(result: Ingested) -> bool:
    """Tell whether something that was just said did not move its field."""
    claims = (decided for event in result.events for decided in event.claims)
    return any(decided.decision is Decision.CONFLICTING for decided in claims)


def says_nothing(result: Ingested) -> bool:
    """Tell whether nothing was read from something that was just said for the first time."""
    return any(event.new and not event.claims and not event.promises for event in result.events)
