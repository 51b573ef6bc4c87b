"""How far a long command is, for whoever watches it on a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from sprintmind.commands.output import stderr
from sprintmind.tables.words import plain


@dataclass(frozen=True)
class Steps:
    """Counts what is done, where somebody watches."""

    progress: Progress
    task: TaskID

    def done(self, count: int = 1) -> None:
        """Count steps as done."""
        self.progress.advance(self.task, count)

    def at(self, done: int, total: int) -> None:
        """Say how many of how many steps are done; of 0: nobody knows."""
        self.progress.update(self.task, completed=done, total=total or None)

    def part(self, done: int, total: int) -> None:
        """Say how many of how many parts of the present step are done."""
        self.progress.update(self.task, description=f"part {done} of {total}")

    @contextmanager
    def beside(self, what: str) -> Iterator["Steps"]:
        """Show under it how far one step is that takes long itself."""
        task = self.progress.add_task("", total=None, what=plain(what))
        try:
            yield Steps(self.progress, task)
        finally:
            self.progress.remove_task(task)


@contextmanager
def progress(what: str, *, total: int = 0) -> Iterator[Steps]:
    """Show on a terminal how far a long command is; elsewhere nothing.

    Args:
        what: What is being done: `reading files`.
        total: How many steps there are; 0 where nobody knows.
    """
    console = stderr()
    columns = (
        TextColumn("{task.fields[what]}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield Steps(bar, bar.add_task("", total=total or None, what=what))
