"""What a command writes: one document or a table to stdout, everything else to stderr."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from sprintmind.tables.words import plain

_OBEYED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What JSON lets stand and a terminal would obey, or an encoding would refuse."""


class Paper(Console):
    """Standard output; whoever stops reading it stops the command, which is no failure."""

    def on_broken_pipe(self) -> None:
        """Leave it to `cli.run`, where rich would exit with 1."""
        raise BrokenPipeError


def table(*shown: RenderableType) -> None:
    """Print tables and lines for people; a file or a pipe gets no spaces at the end of a line."""
    console = Paper(file=sys.stdout, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        for each in shown:
            console.print(each)
    text = captured.get()
    sys.stdout.write(text if console.is_terminal else "".join(f"{line.rstrip()}\n" for line in text.splitlines()))
    sys.stdout.flush()


def line(text: str) -> None:
    """Print one line that is never broken, so that it can be copied."""
    sys.stdout.write(f"{plain(text)}\n")


def document(content: object) -> None:
    """Print one JSON document, indented."""
    sys.stdout.write(encoded(content, indent=2) + "\n")


def lines(contents: Iterable[object]) -> None:
    """Print JSON documents, one a line."""
    sys.stdout.writelines(encoded(content, indent=None) + "\n" for content in contents)


def encoded(content: object, *, indent: int | None) -> str:
    r"""Write JSON in which nothing can steer a terminal; what was escaped reads back as the same text.

    >>> encoded(["\x9b", "ü"], indent=None)
    '["\\u009b", "ü"]'
    """
    utf8 = (sys.stdout.encoding or "utf-8").lower().replace("-", "") == "utf8"
    text = json.dumps(content, ensure_ascii=not utf8, indent=indent)
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def note(message: str) -> None:
    """Tell something on stderr."""
    _stderr().print(Text(message))


def warn(message: str) -> None:
    """Tell on stderr what is not as it should be and does not stop the command."""
    _stderr().print(Text.assemble(("warning: ", "yellow"), _kept_lines(message)), soft_wrap=True)


def complain(message: str) -> None:
    """Tell on stderr why the command stops."""
    _stderr().print(Text.assemble(("error: ", "bold red"), _kept_lines(message)), soft_wrap=True)


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


@contextmanager
def progress(what: str, *, total: int = 0) -> Iterator[Steps]:
    """Show on a terminal how far a long command is; elsewhere nothing.

    Args:
        what: What is being done: `reading files`.
        total: How many steps there are; 0 where nobody knows.
    """
    console = _stderr()
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield Steps(bar, total)


def _stderr() -> Console:
    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False)


def _kept_lines(message: str) -> str:
    return "\n".join(plain(line) for line in message.splitlines())
