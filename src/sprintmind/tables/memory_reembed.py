"""What `memory reembed` did, for people."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Reembedded
from sprintmind.tables.words import text


def reembedded(found: Reembedded) -> Iterator[RenderableType]:
    """Show how many texts were embedded, and how memory searches now."""
    yield Text(f"{found.count} texts embedded" if found.count else "nothing to do: every text has its vector")
    yield Text(f"memory searches in mode {found.status.mode}")
    if found.status.detail:
        yield text(found.status.detail)
