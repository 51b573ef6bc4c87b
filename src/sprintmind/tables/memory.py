"""Memory for people: how it is, what it recalls, what it was told."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import MemoryReport
from sprintmind.domain.memories import Recalled
from sprintmind.domain.mental_models import MentalModel
from sprintmind.remember import Told
from sprintmind.tables.words import Clock, counted, plain, table, table_or, text


def status(found: MemoryReport, clock: Clock) -> Iterator[RenderableType]:
    """Show which memory it is, whether it answers, and what waits for it."""
    told = found.status
    if told:
        many = "" if told.memories is None else f", {counted(told.memories, 'memory', 'memories')}"
        state = Text("ready", style="green") if told.ready else Text("does not answer", style="red")
        yield Text.assemble(text(told.backend, "bold"), " ", state, f", {plain(told.mode)}{many}")
    else:
        yield Text("memory cannot be opened", style="red")
    yield text(_waiting(found, clock))
    if found.waiting.parked:
        yield Text.assemble(f"{found.waiting.parked} given up; try again with  ", ("sprintmind memory deliver", "bold"))
    if found.error:
        yield Text.assemble("last error  ", text(found.error))


def recalled(found: Sequence[Recalled], clock: Clock) -> RenderableType:
    """Show what was recalled, best first, with its moment and its source."""
    shown = table("when", "source", "what was said", flexible="what was said")
    for each in found:
        said = "\n".join(plain(line) for line in each.memory.text.splitlines())
        source = next((tag.partition(":")[2] for tag in each.memory.tags if tag.startswith("kind:")), "")
        shown.add_row(clock.moment(each.memory.said_at), text(source), Text(f"{said}\n").append_text(_id(each)))
    return table_or("memory recalls nothing", shown)


def models(found: Sequence[MentalModel], clock: Clock) -> Iterator[RenderableType]:
    """Show the mental models, each with when and from what it was made."""
    if not found:
        yield Text("none is made yet; `sprintmind tick` makes them", style="dim")
    for each in found:
        stale = Text(" stale", style="yellow") if each.stale else Text("")
        made = f"  {clock.moment(each.made_at)}, {plain(each.path)}, {counted(len(each.sources), 'source')}"
        yield Text.assemble(text(each.name, "bold"), made, stale)
        yield Text("\n".join(f"  {plain(line)}" for line in each.text.splitlines()) + "\n")


def told(came: Told, report: MemoryReport, clock: Clock) -> RenderableType:
    """Show of how much memory was told, and what still waits, perhaps for a worker that was killed."""
    failed = f", {came.failed} failed" if came.failed else ""
    waiting = report.waiting
    left = waiting.pending + waiting.parked
    held = ""
    if waiting.free_at:
        until = clock.moment(waiting.free_at)
        held = f"; a worker holds {waiting.leased}, and lets go at {until} even if it was killed"
    return Text(
        f"memory was told of {counted(came.documents, 'document')}{failed}; {left or 'nothing'} left to tell{held}"
    )


def _waiting(found: MemoryReport, clock: Clock) -> str:
    waiting = found.waiting
    if not waiting.pending + waiting.parked:
        return "it has been told everything"
    since = f", the oldest since {clock.moment(waiting.oldest)}" if waiting.oldest else ""
    return f"{counted(waiting.pending + waiting.parked, 'item waits', 'items wait')} to be told{since}"


def _id(found: Recalled) -> Text:
    return text(found.memory.document, "dim")
