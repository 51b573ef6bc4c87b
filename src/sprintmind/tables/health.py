"""What `ledger verify` and `doctor` found, for people."""

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Check, Verification
from sprintmind.tables.words import table, text


def verification(found: Verification) -> Iterator[RenderableType]:
    """Show whether the state is the fold of the events, and what differs."""
    yield Text(f"{found.events} events, {found.claims} claims, {found.fields} fields folded again")
    if found.same:
        yield Text("the state is the same", style="green")
    for difference in found.differences:
        yield Text.assemble(("differs  ", "red"), text(difference))


def checks(found: Iterable[Check]) -> RenderableType:
    """Show what was looked at, and what to do about what is not well."""
    shown = table("", "what", "how it is", flexible="how it is")
    for each in found:
        mark = Text("ok", style="green") if each.ok else Text("problem", style="red")
        detail = text(each.detail)
        if each.do:
            detail.append("\n").append_text(text(each.do, "bold"))
        shown.add_row(mark, text(each.name), detail)
    return shown
