"""What was forgotten, for people."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from sprintmind.forget import Receipt
from sprintmind.tables.words import plain, text


def receipt(found: Receipt) -> Iterator[RenderableType]:
    """Show what was, or would be, erased where, what stays, and what is left to do."""
    taken = found.taken
    verb = "erased" if found.stored else "would be erased"
    yield Text.assemble(text(found.what, "bold"), f" {verb}")
    yield Text(f"  ledger   words or name in {taken.events} events, words in {taken.texts}; {taken.bodies} raw bodies")
    for name, count in sorted(taken.rows.items()):
        yield Text(f"           {count} rows of {plain(name).replace('_', ' ')}")
    if found.stored:
        told = "does not answer" if found.memories is None else f"{found.memories} documents forgotten or told anew"
        yield Text(f"  memory   {told}")
    for each in taken.promises:
        yield Text.assemble("  stays    an open promise to ", text(each.customer, "bold"), f" by {plain(each.owner)}")
    if found.stored:
        yield _proof(found)
    for rest in found.left:
        yield Text.assemble("  left     ", text(rest, "yellow"))


def _proof(found: Receipt) -> Text:
    if not found.found:
        return Text("  proof    none of the words is found any more", style="green")
    places = ", ".join(f"{plain(name)} ({count})" for name, count in sorted(found.found.items()))
    return Text(f"  proof    still found in {places}", style="red")
