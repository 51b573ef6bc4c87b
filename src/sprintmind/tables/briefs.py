"""Briefs for people."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.domain.accounts import Proof, proof_of
from sprintmind.domain.briefs import CustomerBrief, Line, PersonalBrief, SprintBrief, SprintTicket
from sprintmind.domain.telling import source_called
from sprintmind.shapes.reader import Reader
from sprintmind.tables.radar import changed, heading, placed, promised
from sprintmind.tables.words import Clock, lines, table, table_or, text, word


def personal(found: PersonalBrief, reader: Reader, clock: Clock) -> Iterator[RenderableType]:
    """Show a person's day."""
    yield Text.assemble(text(found.person.name, "bold"), f", {clock.moment(found.now)}")
    yield from _section("Waits on you", found.waits_on_me, found.proof, reader, clock)
    yield from _section("You wait on", found.i_wait_on, found.proof, reader, clock)
    if found.tickets:
        yield heading("Your tickets")
        yield placed(found.tickets, found.proof, reader, clock)
    if found.promises:
        yield heading("Your promises")
        yield promised(found.promises, clock)
    yield from changed(found.changes, clock)
    yield heading("A draft of your standup, from evidence alone")
    standup = found.standup
    for title, part in (("Yesterday", standup.yesterday), ("Today", standup.today), ("Blockers", standup.blockers)):
        yield Text(title, style="bold")
        yield _cited(part, found.proof, reader, clock) if part else Text("  nothing is known", style="dim")


def customer(found: CustomerBrief, reader: Reader, clock: Clock) -> Iterator[RenderableType]:
    """Show the page before a call."""
    yield Text.assemble(text(found.customer, "bold"), f", {clock.moment(found.now)}")
    yield heading("What was promised, and where it stands")
    yield promised(found.promises, clock) if found.promises else Text("nothing", style="dim")
    yield from _section("You may say", found.may_say, found.proof, reader, clock, style="green")
    yield from _section("Not to be said", found.may_not, found.proof, reader, clock, style="red")
    yield from _section("Waits on them", found.waits_on_them, found.proof, reader, clock)
    yield from changed(found.changes, clock)


def sprint(found: SprintBrief, clock: Clock) -> Iterator[RenderableType]:
    """Show how a sprint closes."""
    ends = f" to {clock.moment(found.end)}" if found.end else ""
    when = f", {clock.moment(found.start)}{ends}" if found.start else ""
    yield Text.assemble(text(found.name, "bold"), f", {found.state}{when}")
    yield text(found.prose)
    over = "Carried over" if found.closed else "Still open"
    parts = (("Committed", found.committed), ("Done", found.done), ("Added", found.added), ("Taken out", found.removed))
    for title, part in (*parts, (over, found.carried_over)):
        yield heading(f"{title}: {len(part)}")
        yield _tickets(part)


def _section(
    title: str, found: Sequence[Line], proof: Proof, reader: Reader, clock: Clock, *, style: str = ""
) -> Iterator[RenderableType]:
    yield heading(title)
    yield _cited(found, proof, reader, clock, style=style) if found else Text("nothing", style="dim")


def _cited(found: Iterable[Line], proof: Proof, reader: Reader, clock: Clock, *, style: str = "") -> RenderableType:
    """Show sentences, each with who said so and when."""
    shown = []
    for each in found:
        line = text(each.text, style)
        said = [e for e in proof_of(each.grounds, proof, about=(each.subject,)) if reader.sees(e.audience)]
        if said:
            line.append(f"  ({source_called(said[0].source)}, {clock.moment(said[0].at)})", style="dim")
        shown.append((Text("-"), line))
    return lines(shown)


def _tickets(found: Iterable[SprintTicket]) -> RenderableType:
    shown = table("ticket", "status", "what", flexible="what")
    shown.show_header = False
    for each in found:
        words = text(each.title)
        if each.why:
            words.append("\n").append_text(text(each.why, "yellow"))
        shown.add_row(text(each.key, "bold"), word(each.status), words)
    return table_or("none", shown)
