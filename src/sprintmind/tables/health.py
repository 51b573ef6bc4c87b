"""What `ledger verify` and `doctor` found, for people."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Check, TakenIn, Verification
from sprintmind.domain.telling import source_called
from sprintmind.ledger.port import Backup
from sprintmind.tables.words import table, text


def verification(found: Verification) -> Iterator[RenderableType]:
    """Show whether the state is the fold of the events, and what differs."""
    yield Text(f"{found.events} events, {found.claims} claims, {found.fields} fields folded again")
    if found.same:
        yield Text("the state is the same", style="green")
    for difference in found.differences:
        yield Text.assemble(("differs  ", "red"), text(difference))


def backup(made: Backup) -> Iterator[RenderableType]:
    """Show where a backup is, and how it is restored."""
    yield Text.assemble(text(str(made.file)), f", {made.size} bytes")
    yield Text.assemble("restore it with  ", text(made.restore, "bold"))


def export(file: Path, size: int) -> Iterator[RenderableType]:
    """Show where an export is, and what takes it in."""
    yield Text.assemble(text(str(file)), f", {size} bytes")
    yield Text.assemble("take it in with  ", text(f"sprintmind ledger import {file} --workspace NEW", "bold"))


def taken_in(found: TakenIn) -> Iterator[RenderableType]:
    """Show how many events are new, and whether the state is their fold."""
    yield Text(f"{found.new} events taken in" if found.new else "nothing new: every event was known")
    yield from verification(found.verification)


def checks(found: Iterable[Check]) -> RenderableType:
    """Show what was looked at, and what to do about what is not well."""
    shown = table("", "what", "how it is", flexible="how it is")
    for each in found:
        mark = Text("ok", style="green") if each.ok else Text("problem", style="red")
        detail = text(each.detail)
        if each.do:
            detail.append("\n").append_text(text(each.do, "bold"))
        shown.add_row(mark, text(_called(each.name)), detail)
    return shown


def _called(check: str) -> str:
    kind, _, source = check.partition(" ")
    return f"{kind} {source_called(source)}" if kind == "source" else check
