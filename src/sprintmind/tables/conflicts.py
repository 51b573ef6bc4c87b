"""Conflicts for people: what stands, what is said instead, and how to settle it."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.domain.authority import Conflict
from sprintmind.shapes.reader import Reader
from sprintmind.tables.words import Clock, nothing, quoted, table, text, word


def conflicts(found: Sequence[Conflict], reader: Reader, clock: Clock) -> RenderableType:
    """Show conflicts, two or three lines each."""
    if not found:
        return nothing("no source contradicts what stands")
    shown = table("ticket", "field", "stands", "said instead", flexible="said instead")
    for each in found:
        stands = Text.assemble(word(each.value), "\n", text(each.holder.source.value, "dim"))
        shown.add_row(text(each.subject, "bold"), text(each.field), stands, _instead(each, reader, clock))
    return shown


def _instead(found: Conflict, reader: Reader, clock: Clock) -> Text:
    challenger = found.challenger
    said = f"  {challenger.source.value}, {clock.moment(challenger.said_at)}"
    shown = Text.assemble(word(challenger.value), (said, "dim"))
    if challenger.span.quote and reader.sees(challenger.audience):
        shown.append("\n").append_text(quoted(challenger.span.quote))
    if not found.open:
        shown.append("\n").append_text(text(f"closed: {found.closed_because}", "green"))
    return shown.append("\n").append_text(text(found.id, "dim"))
