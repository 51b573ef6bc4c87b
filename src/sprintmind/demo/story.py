"""The story of the sample sprint, told from what the ledger answers."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from sprintmind.app import App
from sprintmind.demo.preflight import before_a_change
from sprintmind.domain.authority import Decision
from sprintmind.domain.chains import Standing, chain, first_broken
from sprintmind.domain.events import PersonId, TicketKey
from sprintmind.domain.findings import Finding
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import NOBODY
from sprintmind.domain.work import Commitment, Ticket
from sprintmind.shapes.reader import Reader
from sprintmind.tables.tickets import why
from sprintmind.tables.words import Clock, lines, plain, quoted, severity, table, text, word

PROMISED = TicketKey("NW-231")
MISHEARD = TicketKey("PAY-12")
CORRECTION = "PAY-12 is still in progress; I said PAY-20"

_MARKS = {Standing.WELL: ("✓", "green"), Standing.BROKEN: ("✗", "bold red"), Standing.WAITS: ("·", "dim")}


def story(app: App) -> Iterator[RenderableType]:
    """Tell the five chapters; the fourth records a correction, the fifth a check."""
    clock = Clock(now=app.now(), zone=app.team.calendar.zone)
    now = Moment(now=app.now())
    ticket = app.ticket(PROMISED, now, NOBODY)
    promises = app.commitments(now, NOBODY)
    yield _chapter(1, "What was promised", [_promise(each, clock) for each in promises])
    yield _chapter(2, f"What three sources say about {ticket.key}", [_disagreement(ticket, clock)])
    yield _chapter(3, "From the promise to the customer, link by link", [_links(each, ticket) for each in promises])
    yield _indented(Text("\nWhat is at risk, and whom to ask:"), lines(_risk(each) for each in app.risks(now, NOBODY)))
    yield _chapter(4, "A wrong reading, and its correction", _correction(app, clock))
    yield _chapter(5, "Before a change: what was learned the hard way", [*before_a_change(app)])


def _promise(found: Commitment, clock: Clock) -> RenderableType:
    line = Text.assemble(
        text(found.customer, "bold"), " was promised: ", text(found.what), ", due ", (clock.day(found.due), "bold"),
        ", by ", text(found.owner), ", with ticket ", text(" ".join(found.tickets), "bold"),
    )  # fmt: skip
    first = found.said[0]
    said = f"{first.source.value}, {clock.moment(first.said_at)}"
    return Group(line, quoted(first.span.quote), Text(said, style="dim"))


def _disagreement(found: Ticket, clock: Clock) -> RenderableType:
    shown = table("source", "says", "when", "what becomes of it", flexible="what becomes of it")
    for decided in found.fields["status"].decided:
        if decided.current or decided.decision is Decision.CONFLICTING:
            claim = decided.claim
            outcome = Text("stands", style="green") if decided.current else text(decided.reason)
            shown.add_row(word(claim.source.value), word(claim.value), clock.moment(claim.said_at), outcome)
    return shown


def _links(promise: Commitment, ticket: Ticket) -> RenderableType:
    links = chain(promise, ticket if ticket.key in promise.tickets else None, deploys=False)
    broken = first_broken(links)
    lines = [Text.assemble(_MARKS[link.standing], f" {link.name:<13}", text(link.shows)) for link in links]
    named = Text.assemble("The first broken link: ", (broken.name if broken else "none", "bold"))
    return Group(*lines, named)


def _risk(found: Finding) -> tuple[Text, Text]:
    because = text(found.because)
    return severity(found.severity), because.append(f"; ask {plain(found.ask)}") if found.ask else because


def _correction(app: App, clock: Clock) -> Sequence[RenderableType]:
    """Let Tom correct what a transcript misheard, and show why the ticket is then what it is."""
    before = app.ticket(MISHEARD, Moment(now=app.now()), NOBODY)
    app.correct(CORRECTION, by=PersonId("tom"), ticket=MISHEARD, field="status", value="in_progress")
    after = app.ticket(MISHEARD, Moment(now=app.now()), NOBODY)
    lines = (
        Text.assemble("The transcript heard PAY-12 for PAY-20, so ", text(before.key), " was ", _status(before), "."),
        Text.assemble("Tom corrects it: “", text(CORRECTION), "”. Now it is ", _status(after), ":"),
    )
    return [*lines, *why(after, Reader(zone=clock.zone), clock, field="status", ids=False)]


def _status(ticket: Ticket) -> Text:
    return word(ticket.value("status"))


def _chapter(number: int, title: str, told: Sequence[RenderableType]) -> RenderableType:
    return Group(Text(f"\n{number}. {title}", style="bold"), _indented(*told))


def _indented(*told: RenderableType) -> RenderableType:
    return Padding(Group(*told), (0, 0, 0, 3))
