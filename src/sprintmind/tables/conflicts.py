"""Conflicts for people: what stands, what is said instead, and how to settle it."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.domain.authority import Conflict
from sprintmind.domain.telling import reason_told, source_called
from sprintmind.shapes.reader import Reader
from sprintmind.tables.words import Clock, quoted, table, table_or, text, word


def conflicts(found: Sequence[Conflict], reader: Reader, clock: Clock) -> RenderableType:
    """Show conflicts, two or three lines each."""
    shown = table("ticket", "field", "stands", "said instead", flexible="said instead")
    for each in found:
        stands = Text.assemble(word(each.value), "\n", text(source_called(each.holder.source), "dim"))
        shown.add_row(text(each.subject, "bold"), text(each.field), stands, _instead(each, reader, clock))
    return table_or("no conflict", shown)


def _instead(found: Conflict, reader: Reader, clock: Clock) -> Text:
    challenger = found.challenger
    said = f"  {source_called(challenger.source)}, {clock.moment(challenger.said_at)}"
    shown = Text.assemble(word(challenger.value), (said, "dim"))
    if challenger.span.quote and reader.sees(challenger.audience):
        shown.append("\n").append_text(quoted(challenger.span.quote))
    if not found.open:
        shown.append("\n").append_text(text(f"closed: {reason_told(found.closed_because or '')}", "green"))
    return shown.append("\n").append_text(text(found.id, "dim"))
