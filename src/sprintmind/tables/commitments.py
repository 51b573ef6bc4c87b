"""Promises to customers for people."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.domain.work import Commitment
from sprintmind.shapes.commitments import first_seen
from sprintmind.shapes.reader import Reader, restricted
from sprintmind.tables.words import Clock, plain, quoted, table, table_or, text, word


def commitments(found: Sequence[Commitment], reader: Reader, clock: Clock) -> RenderableType:
    """Show promises, two or three lines each."""
    shown = table("customer", "due", "owner", "status", "what", flexible="what")
    for each in found:
        due = clock.day(each.due) or plain(each.due_phrase)
        shown.add_row(text(each.customer, "bold"), due, text(each.owner), _status(each), _what(each, reader, clock))
    return table_or("no promise", shown)


def _status(found: Commitment) -> Text:
    shown = word(found.status.value)
    return shown.append("\nneeds review", style="yellow") if found.needs_review else shown


def _what(found: Commitment, reader: Reader, clock: Clock) -> Text:
    shown = Text.assemble(text(found.what), "  ", text(" ".join(found.tickets), "bold"))
    words = first_seen(found, reader)
    if words is None:
        shown.append("\n").append_text(text(restricted(found.audience), "dim"))
    elif words.span.quote:
        shown.append("\n").append_text(quoted(words.span.quote))
    if words and words.proposed_by:
        shown.append("\n").append_text(text(f"proposed by {words.proposed_by}, not read by the rules", "magenta"))
    for moved in found.renegotiations:
        line = (
            f"\nmoved from {clock.day(moved.before)} to {clock.day(moved.after)} by {plain(moved.by) or 'nobody known'}"
        )
        shown.append(line, style="yellow")
    return shown.append("\n").append_text(text(found.id, "dim"))
