"""How far a long command is, for whoever watches it on a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from sprintmind.commands.output import stderr


@dataclass(frozen=True)
class Steps:
    """Counts what is done, where somebody watches."""

    progress: Progress
    total: int

    def __post_init__(self) -> None:
        """Show an empty bar."""
        self.progress.add_task("", total=self.total or None)

    def done(self, count: int = 1) -> None:
        """Count steps as done."""
        self.progress.advance(self.progress.task_ids[0], count)

    def at(self, done: int, total: int) -> None:
        """Say how many of how many steps are done."""
        self.progress.update(self.progress.task_ids[0], completed=done, total=total)

    def part(self, done: int, total: int) -> None:
        """Say how many of how many parts of the present step are done."""
        self.progress.update(self.progress.task_ids[0], description=f"part {done} of {total}")


@contextmanager
def progress(what: str, *, total: int = 0) -> Iterator[Steps]:
    """Show on a terminal how far a long command is; elsewhere nothing.

    Args:
        what: What is being done: `reading files`.
        total: How many steps there are; 0 where nobody knows.
    """
    console = stderr()
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield Steps(bar, total)
