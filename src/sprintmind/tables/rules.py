"""Rules for people."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.shapes.rules import RuleRow
from sprintmind.tables.words import table, text


def rules(found: Sequence[RuleRow]) -> RenderableType:
    """Show rules, each with what it finds and the numbers at which it changes its mind."""
    shown = table("rule", "", "what it finds", flexible="what it finds")
    for each in found:
        finds = text(each.summary)
        if each.thresholds:
            numbers = ", ".join(f"{name} = {number}" for name, number in each.thresholds.items())
            finds.append("\n").append_text(text(numbers, "dim"))
        shown.add_row(text(each.name, "bold"), Text("on", style="green") if each.on else Text("off"), finds)
    return shown
