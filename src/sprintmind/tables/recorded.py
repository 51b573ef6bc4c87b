"""What came of recording something, for people."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Ingested, RecordedEvent
from sprintmind.domain.authority import Decision
from sprintmind.reading.statements import Kind, Statement
from sprintmind.shapes.recorded import decisions
from sprintmind.tables.findings import transitions
from sprintmind.tables.words import nothing, plain, quoted, table, text, word

SHOWN = 40
"""Events shown one by one; of more only the sum is told."""


def ingested(result: Ingested) -> Iterator[RenderableType]:
    """Show the sum, then the claims that changed nothing and why, then what opened and ended."""
    if result.events or result.refused:
        yield summary(result)
    elif not result.transitions:
        yield Text("nothing changed")
    if len(result.events) <= SHOWN:
        for event in result.events:
            yield from _event(event)
    yield from transitions(result.transitions)


def summary(result: Ingested) -> Text:
    """Count events, claims and promises in one line."""
    new = sum(event.new for event in result.events)
    counts = {
        decision: sum(decisions(event)[decision] for event in result.events if event.new) for decision in Decision
    }
    known = len(result.events) - new
    parts = [_count(new, "new event") + (f", {_count(known, 'event')} known already" if known else "")]
    parts += [f"{count} {decision.value}" for decision, count in counts.items() if count]
    parts += [_count(promises, "promise")] if (promises := sum(e.promises for e in result.events if e.new)) else []
    return Text("; ".join([parts[0], ", ".join(parts[1:])] if parts[1:] else parts))


def statements(found: Sequence[Statement], *, explain: bool = False) -> RenderableType:
    """Show what a text says, a line each with its words, and to explain it the cues that were read in them."""
    if not found:
        return nothing("no claim is read from this text")
    shown = table("line", "kind", "ticket", "value", "who", "words", flexible="words")
    for each in found:
        words = quoted(each.quote)
        if each.reason:
            words.append("\n").append_text(text(each.reason, "dim"))
        for cue in each.cues if explain else ():
            words.append("\n").append_text(text(cue, "dim"))
        value = each.due if each.kind is Kind.COMMITMENT else each.value
        ticket = each.ticket or " ".join(each.tickets)
        shown.add_row(str(each.line), word(each.kind.value), text(ticket), word(value), text(each.person), words)
    return shown


def _event(event: RecordedEvent) -> Iterator[RenderableType]:
    if event.ignored:
        yield Text.assemble(text(event.key, "dim"), " ignored: ", text(event.ignored))
    for decided in event.claims:
        claim = decided.claim
        shown = Text.assemble("  ", word(decided.decision.value), " ", text(claim.subject, "bold"), " ")
        shown.append_text(text(claim.field)).append(" ").append_text(word(claim.value))
        yield shown.append(f" ({plain(decided.reason)})", style="dim") if decided.reason else shown


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
