"""Tickets for people: one line each, or one of them in full with what each value rests on."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from sprintmind.domain.authority import Decided
from sprintmind.domain.telling import reason_told, source_called
from sprintmind.domain.work import PullRequest, Ticket
from sprintmind.shapes.claims import fields
from sprintmind.shapes.conflicts import seen_conflicts
from sprintmind.shapes.reader import Reader, restricted
from sprintmind.tables.words import Clock, plain, quoted, table, table_or, text, word


def tickets(found: Sequence[Ticket], reader: Reader, clock: Clock) -> RenderableType:
    """Show tickets, one a line."""
    shown = table("ticket", "status", "who", "due", "title and pull requests", flexible="title and pull requests")
    for each in found:
        shown.add_row(
            text(each.key, "bold"),
            _standing(each, reader),
            text(each.value("assignee")),
            clock.due(each.value("due_date")),
            _title(each),
        )
    return table_or("no ticket", shown)


def ticket(found: Ticket, reader: Reader, clock: Clock) -> Iterator[RenderableType]:
    """Show one ticket: its values with their sources, and its pull requests."""
    yield Text.assemble(text(found.key, "bold"), "  ", text(found.value("title")))
    if found.deleted:
        yield Text("This ticket was deleted; its history stays.", style="yellow")
    if found.history_incomplete:
        yield Text("Its tracker's history was cut; older changes may be missing.", style="yellow")
    shown = table("field", "value", "source", "said", flexible="value")
    for name in fields(found):
        if (history := found.fields[name]).holder:
            holder = history.holder
            source = text(source_called(holder.source) if reader.sees(holder.audience) else restricted(holder.audience))
            shown.add_row(text(name), word(history.value), source, clock.moment(holder.said_at))
    yield shown
    for pull in found.pulls:
        yield _pull(pull)
    for conflict in seen_conflicts(found, reader):
        yield Text.assemble(
            ("conflict  ", "yellow"), text(conflict.field), f": {source_called(conflict.challenger.source)} says ",
            word(conflict.challenger.value), "  ", text(conflict.id, "dim"),
        )  # fmt: skip


def why(
    found: Ticket, reader: Reader, clock: Clock, *, field: str | None = None, ids: bool = True
) -> Iterator[RenderableType]:
    """Show every claim about a ticket, field by field, in the order of the fold.

    Args:
        found: The ticket.
        reader: For whom.
        clock: How moments are written.
        field: Only claims about this one.
        ids: With each claim's id, as `withdraw` takes it.
    """
    yield Text.assemble(text(found.key, "bold"), "  ", text(found.value("title")))
    for name in [each for each in fields(found) if field in (None, each)]:
        history = found.fields[name]
        yield Text.assemble("\n", (plain(name), "bold"), ": ", word(history.value))
        for decided in history.decided:
            if reader.sees(decided.claim.audience) or decided.current:
                yield _said(decided, clock)
                yield Padding(_outcome(decided, reader, ids=ids), (0, 0, 0, 4))


def _said(decided: Decided, clock: Clock) -> Text:
    claim = decided.claim
    mark = ("▸ ", "green") if decided.current else ("  ", "")
    value = word("withdraws" if claim.withdraws else claim.value)
    return Text.assemble(mark, f"{clock.moment(claim.said_at):<16}  ", f"{source_called(claim.source):<13}", value)


def _outcome(decided: Decided, reader: Reader, *, ids: bool) -> Text:
    claim = decided.claim
    if not reader.sees(claim.audience):
        return Text.assemble(word(decided.decision.value), ": ", text(restricted(claim.audience)))
    shown = Text.assemble(
        word(decided.decision.value), ": " if decided.reason else "", text(reason_told(decided.reason))
    )
    if claim.proposed_by:
        shown.append("\n").append_text(text(f"proposed by {claim.proposed_by}, not read by the rules", "magenta"))
    if claim.span.quote and claim.span.path is None:
        shown.append("\n").append_text(quoted(claim.span.quote))
    return shown.append("\n").append_text(text(claim.id, "dim")) if ids else shown


def _standing(found: Ticket, reader: Reader) -> Text:
    shown = word(found.value("status"))
    if found.value("blocked"):
        shown.append("\nblocked", style="red")
    if conflicts := len(seen_conflicts(found, reader)):
        shown.append(f"\n{conflicts} conflict{'s' if conflicts > 1 else ''}", style="yellow")
    return shown


def _title(found: Ticket) -> Text:
    shown = text(found.value("title"), "strike" if found.deleted else "")
    for pull in found.pulls:
        shown.append("\n").append_text(_pull(pull))
    return shown


def _pull(pull: PullRequest) -> Text:
    return Text.assemble(text(pull.name, "dim"), " ", word(pull.status.value), ", CI ", word(pull.ci.value))
