"""The radar for people: what needs a decision first, then where everything stands."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sprintmind.domain.accounts import Changes, Decision, Placed, Promised, Proof, Radar, proof_of
from sprintmind.domain.people import Team
from sprintmind.domain.prose import ago, name_of, sentence
from sprintmind.domain.telling import source_called
from sprintmind.shapes.reader import Reader
from sprintmind.tables.conflicts import conflicts
from sprintmind.tables.words import Clock, counted, plain, quoted, severity, table, text, word

CHANGES = 12
"""How many changes are listed; the rest is counted."""
LISTED = 25
"""How many tickets or promises are listed; the rest is counted."""


def radar(page: Radar, reader: Reader, clock: Clock, team: Team) -> Iterator[RenderableType]:
    """Show the manager's page."""
    yield text(page.headline, "bold")
    yield from _narrative(page)
    if page.decisions:
        yield heading("Decisions needed")
        yield decisions(page.decisions, team)
    if page.blocked:
        yield heading("Blocked")
        yield placed(page.blocked, page.proof, reader, clock)
    if page.at_risk:
        yield heading("At risk")
        yield placed(page.at_risk, page.proof, reader, clock)
    if page.commitments:
        yield heading("Promises")
        yield promised(page.commitments, clock)
    if page.conflicts:
        yield heading("Conflicts to settle")
        yield conflicts(page.conflicts, reader, clock)
    yield from _calm(page)
    yield from changed(page.changes, clock)
    yield from _sources(page)


def heading(title: str) -> Text:
    """Show what stands below."""
    return Text(f"\n{title}", style="bold underline")


def decisions(found: Sequence[Decision], team: Team) -> RenderableType:
    """Show what must be decided, whom to ask, and the message to copy."""
    shown = table("severity", "whom", "what, and what to write", flexible="what, and what to write")
    for each in found:
        words = text(each.what).append("\n").append_text(quoted(each.message))
        shown.add_row(severity(each.severity), text(name_of(each.whom, team) or "nobody known", "bold"), words)
    return shown


def placed(found: Sequence[Placed], proof: Proof, reader: Reader, clock: Clock) -> RenderableType:
    """Show tickets with why they stand there, and the words that say so."""
    shown = table("ticket", "who", "due", "why", flexible="why")
    for each in found[:LISTED]:
        mark = Text(f"\n{each.severity.word}", style=severity(each.severity).style) if each.severity else Text()
        ticket = each.ticket
        shown.add_row(
            text(ticket.key, "bold").append_text(mark),
            text(ticket.value("assignee")),
            clock.due(ticket.value("due_date")),
            _why(each, proof, reader),
        )
    return _counted(shown, len(found))


def promised(found: Sequence[Promised], clock: Clock) -> RenderableType:
    """Show promises with the first link that is broken."""
    shown = table("customer", "due", "owner", "what, and where it breaks", flexible="what, and where it breaks")
    for each in found[:LISTED]:
        promise = each.commitment
        due = clock.day(promise.due) or plain(promise.due_phrase)
        words = Text.assemble(text(promise.what), "  ", text(" ".join(promise.tickets), "bold"))
        shown.add_row(text(promise.customer, "bold"), due, text(promise.owner), words.append_text(_broken(each)))
    return _counted(shown, len(found))


def changed(found: Changes, clock: Clock) -> Iterator[RenderableType]:
    """Show what changed, the newest last."""
    yield heading(f"Changed since {clock.moment(found.since)}")
    if not found.found:
        yield Text("nothing", style="dim")
    earlier = len(found.found) - CHANGES
    if earlier > 0:
        yield Text(f"{earlier} earlier changes; --json lists them", style="dim")
    shown = table("when", "what", flexible="what")
    shown.show_header = False
    for each in found.found[-CHANGES:]:
        shown.add_row(Text(clock.moment(each.at), style="dim"), text(each.text))
    if shown.row_count:
        yield shown
    if found.more:
        yield Text(f"{found.more} more tickets were touched; they are too many to compare", style="yellow")


def _narrative(page: Radar) -> Iterator[RenderableType]:
    written = page.narrative
    if written.author != "templates":
        yield text(written.text)
        yield Text(f"written by {plain(written.author)} from what stands below", style="dim")
    if written.note:
        yield Text(plain(written.note), style="yellow")
    for each in written.flagged:
        yield Text.assemble(("the model wrote, and the ledger does not bear out: ", "yellow"), quoted(each))


def _counted(shown: Table, count: int) -> RenderableType:
    """Say below a table how many it does not list."""
    more = count - LISTED
    return Group(shown, Text(f"{more} more; --json lists them", style="dim")) if more > 0 else shown


def _why(found: Placed, proof: Proof, reader: Reader) -> Text:
    shown = text(sentence(found.because))
    telling = next((each.evidence for each in found.findings if each.because == found.because), found.grounds)
    said = (each for each in proof_of(telling, proof, about=found.ticket.keys) if reader.sees(each.audience))
    quote = next((each for each in said if each.quote), None)
    return shown.append("\n").append_text(quoted(quote.quote)) if quote else shown


def _broken(found: Promised) -> Text:
    shown = Text("\nnobody has confirmed it", style="yellow") if found.commitment.needs_review else Text()
    broken = found.chain.broken
    if broken:
        return shown.append(f"\nbreaks at its {broken.name}: ", style="red").append_text(text(broken.shows))
    if found.findings:
        return shown.append("\n").append_text(text(found.findings[0].because, "yellow"))
    return shown.append("\nno broken link", style="green")


def _calm(page: Radar) -> Iterator[RenderableType]:
    if page.on_track:
        keys = ", ".join(each.ticket.key for each in page.on_track)
        yield heading("On track: nothing is found against")
        yield text(keys, "green")
    if page.put_aside:
        yield Text.assemble(("put aside: ", "yellow"), text(", ".join(page.put_aside)))


def _sources(page: Radar) -> Iterator[RenderableType]:
    yield heading("Sources")
    heard = (f"{source_called(each.source)} last heard {ago(each.last_heard, page.now)}" for each in page.freshness)
    yield word("; ".join(heard) or "nothing was heard yet")
    if page.memory_backlog:
        yield Text(f"{counted(page.memory_backlog, 'item waits', 'items wait')} for memory", style="dim")
