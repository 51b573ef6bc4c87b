"""What `ledger reread` found, for people."""

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Reread, RereadDocument
from sprintmind.domain.events import Claim, Promise
from sprintmind.shapes.reader import Reader
from sprintmind.tables.words import table, text


def reread(found: Reread, reader: Reader) -> Iterator[RenderableType]:
    """Show what each document or comment claims otherwise; those that the reader may not see are only counted."""
    seen = [each for each in found.documents if reader.sees(each.audience)]
    for each in seen:
        yield Text.assemble(text(each.title or each.event, "bold"), f"  {reader.time(each.said_at)[:10]}")
        yield _changes(each)
    hidden = len(found.documents) - len(seen)
    if hidden:
        yield Text(f"and {hidden} of restricted documents or comments", style="dim")
    yield Text(_summary(found))


def _changes(each: RereadDocument) -> RenderableType:
    shown = table("", "about", "claim", "words", flexible="words")
    for sign, style, rows in (("-", "red", _rows(each.gone, each.promises_gone)),
                              ("+", "green", _rows(each.new, each.promises_new))):  # fmt: skip
        for about, claim, words in rows:
            shown.add_row(Text(sign, style=style), text(about), text(claim), text(words))
    return shown


def _rows(claims: Iterable[Claim], promises: Iterable[Promise]) -> Iterator[tuple[str, str, str]]:
    for claim in claims:
        waits = f" on {claim.waiting_on}" if claim.waiting_on else ""
        yield claim.subject, f"{claim.field} {claim.value}{waits}", claim.span.quote
    for promise in promises:
        yield promise.customer, f"promise due {promise.due or promise.due_phrase or 'some day'}", promise.span.quote


def _summary(found: Reread) -> str:
    count = len(found.documents)
    if not count:
        return "every document and comment is read as it was before"
    what = "1 document or comment is" if count == 1 else f"{count} documents or comments are"
    return f"{what} read otherwise; " + (
        "the new readings are recorded" if found.applied else "nothing is stored: --apply records it"
    )
