"""What came of recording something, for people."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Ingested, RecordedEvent
from sprintmind.domain.authority import Decided, Decision
from sprintmind.domain.proposed import ReadBy
from sprintmind.domain.telling import reason_told
from sprintmind.reading.statements import Kind, Statement
from sprintmind.shapes.recorded import decisions
from sprintmind.tables.findings import transitions
from sprintmind.tables.words import counted, lines, plain, quoted, table, table_or, text, word

SHOWN = 40
"""Events shown one by one; of more only the sum is told."""


def ingested(result: Ingested) -> Iterator[RenderableType]:
    """Show the sum, then the claims that changed nothing and why, then what opened and ended."""
    if result.events or result.refused:
        yield summary(result)
    elif not result.transitions and not result.posted:
        yield Text("nothing changed")
    if len(result.events) <= SHOWN:
        yield from (_ignored(event) for event in result.events if event.ignored)
        yield lines(_decided(each) for event in result.events for each in event.claims)
    yield from reader(result.read_by)
    yield transitions(result.transitions)
    yield from (Text.assemble("digest written to ", text(each, "bold")) for each in result.posted)


def summary(result: Ingested) -> Text:
    """Count events, claims and promises in one line."""
    new = sum(event.new for event in result.events)
    counts = {
        decision: sum(decisions(event)[decision] for event in result.events if event.new) for decision in Decision
    }
    known = len(result.events) - new
    events = counted(new, "new event") + (f", {counted(known, 'event')} known already" if known else "")
    parts = [f"{count} {decision.value}" for decision, count in counts.items() if count]
    parts += [counted(promises, "promise")] if (promises := sum(e.promises for e in result.events if e.new)) else []
    return Text("; ".join([events, ", ".join(parts)] if parts else [events]))


def reader(read_by: ReadBy | None) -> Iterator[RenderableType]:
    """Say who read, where a model was to read beside the rules."""
    if read_by and (read_by.model or read_by.notes):
        yield Text.assemble(("reader: ", "dim"), plain(str(read_by)))


def statements(found: Sequence[Statement], *, explain: bool = False) -> RenderableType:
    """Show what a text says, a line each with its words, and to explain it the cues that were read in them."""
    shown = table("line", "kind", "about", "value", "who", "words", flexible="words")
    for each in found:
        words = quoted(each.quote)
        if each.reason:
            words.append("\n").append_text(text(each.reason, "dim"))
        for cue in each.cues if explain else ():
            words.append("\n").append_text(text(cue, "dim"))
        about = each.ticket or " ".join([*([each.customer] if each.customer else []), *each.tickets])
        kind = f"no {each.meant.value}" if each.kind is Kind.NONE and each.meant else each.kind.value
        shown.add_row(str(each.line), word(kind), text(about), word(_value(each)), text(each.person), words)
    return table_or("nothing is claimed; --all shows what was said, and why it claims nothing", shown)


def _value(found: Statement) -> object:
    """Tell a statement's value with what belongs to it: whose approval, what is waited for, how a promise ended."""
    if Kind.COMMITMENT in {found.kind, found.meant}:
        return found.outcome or found.due
    if found.waiting_on and found.value:
        return f"{'by' if Kind.BLOCKED in {found.kind, found.meant} else 'on'} {found.waiting_on}"
    return f"{found.value} ({found.by})" if found.by else found.value


def _ignored(event: RecordedEvent) -> Text:
    return Text.assemble(text(event.key, "dim"), " ignored: ", text(event.ignored))


def _decided(decided: Decided) -> tuple[Text, Text]:
    claim = decided.claim
    shown = Text.assemble(text(claim.subject, "bold"), " ", text(claim.field), " ", word(claim.value))
    if decided.reason:
        shown.append(f" ({plain(reason_told(decided.reason))})", style="dim")
    return Text.assemble("  ", word(decided.decision.value)), shown
