"""Answers for people: the text with its numbers, the evidence with its quotes, and what memory was asked."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.evidence import TEMPLATES, Answer, Evidence, EvidenceKind
from sprintmind.domain.telling import source_called
from sprintmind.tables.words import Clock, lines, plain, quoted, table, table_or, text

_KINDS = {EvidenceKind.CORRECTION: "correction", EvidenceKind.MEMORY: "was said"}


def answer(found: Answer, clock: Clock, *, corrections: Sequence[SourceEvent] = ()) -> Iterator[RenderableType]:
    """Show an answer, what people corrected of it since, what it rests on, and how it came about."""
    style = "yellow" if found.unknown else ""
    for line in found.text.splitlines():
        yield Padding(text(line, style), (0, 0, 0, 2)) if line.startswith("- ") else text(line, style)
    for said in corrections:
        yield Text.assemble(("corrected by ", "yellow"), text(said.author), ": ", quoted(said.words))
    if found.evidence:
        cited = [each for each in found.evidence if each.n in found.citations.cited]
        yield Text()
        yield lines(_evidence(each, clock, state="true then" if found.as_of else "true now") for each in cited)
        if more := len(found.evidence) - len(cited):
            yield Text(f"{more} more {'was' if more == 1 else 'were'} looked at; --json shows all", style="dim")
    for sentence in (*found.citations.unsupported, *found.citations.uncited):
        yield Text.assemble(("not held up  ", "yellow"), text(sentence))
    yield Text()
    yield from _how(found)


def history(found: Sequence[Answer], clock: Clock) -> RenderableType:
    """Show what was asked and answered, newest first."""
    shown = table("when", "question and answer", flexible="question and answer")
    for each in found:
        first = " ".join(each.text.splitlines()[: 2 if each.as_of else 1])
        story = Text.assemble(text(each.question, "bold"), "\n", text(first), "\n", text(each.id, "dim"))
        shown.add_row(clock.moment(each.asked_at), story)
    return table_or("nothing was asked yet", shown)


def _evidence(found: Evidence, clock: Clock, *, state: str) -> tuple[Text, Text, Text]:
    said = text(found.text)
    if found.quote:
        said.append("\n").append_text(quoted(found.quote))
    origin = " · ".join(filter(None, (source_called(plain(found.source)), clock.moment(found.at), plain(found.url))))
    said.append("\n").append_text(text(origin, "dim"))
    return Text(f"[{found.n}]", style="bold"), Text(_KINDS.get(found.kind, state)), said


def _how(found: Answer) -> Iterator[Text]:
    """Show who wrote it, what memory was asked and brought, what a model took, and what is missing."""
    author = "templates, no model" if found.author == TEMPLATES else found.author
    recalls = ", ".join(
        f"{each.label} {'failed' if each.failed else len(each.results)} ({each.took.total_seconds() * 1000:.0f} ms)"
        for each in found.trace.recalls
    )
    yield Text.assemble(
        ("memory  ", "dim"), (recalls or "not asked", "dim"), ("  ·  written by ", "dim"), text(author, "dim"),
        (f"  ·  {found.trace.took.total_seconds() * 1000:.0f} ms  ·  ", "dim"), text(found.id, "dim"),
    )  # fmt: skip
    for each in found.trace.calls:
        tokens = f"{each.input_tokens} tokens in, {each.output_tokens} out, {each.took.total_seconds():.1f} s"
        yield Text.assemble(("model  ", "dim"), text(f"{each.model}: {tokens}", "dim"))
    for note in found.trace.notes:
        yield text(note, "yellow")
