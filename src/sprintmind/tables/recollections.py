"""What happened before, for people."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from sprintmind.patterns import Patterns
from sprintmind.plans.recollecting import Recollection
from sprintmind.tables.preflight import memory
from sprintmind.tables.words import counted, plain, table, table_or, text


def answer(found: Recollection) -> Iterator[RenderableType]:
    """Show the answer to a question about the past, and the path that found it."""
    yield from (text(line) for line in found.answer.splitlines())
    yield Text(f"by {plain(found.author)}; {plain(found.path)}", style="dim")
    yield memory(found.panel)


def patterns(found: Patterns) -> Iterator[RenderableType]:
    """Show what fails again and again."""
    shown = table(
        "failures", "what they share, and what would prevent it", flexible="what they share, and what would prevent it"
    )
    for each in found.found:
        fine = f"; went fine: {plain(', '.join(each.counter_examples))}" if each.counter_examples else ""
        told = Text.assemble(
            text(each.title, "bold"), "\n", text(each.rule), "\n", (f"{plain(', '.join(each.lessons))}{fine}", "dim")
        )
        shown.add_row(str(each.failures), told)
    yield table_or(f"nothing happened twice among {counted(found.compared, 'active lesson')}", shown)
    yield Text(f"{plain(found.path)}; {counted(found.compared, 'active lesson')}", style="dim")
