"""What a command writes: one document or a table to stdout, everything else to stderr."""

import json
import re
import sys
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.table import Table
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
            if not (isinstance(each, Table) and not each.columns):  # a grid without a row takes no line
                console.print(each)
    text = captured.get()
    sys.stdout.write(text if console.is_terminal else "".join(f"{line.rstrip()}\n" for line in text.splitlines()))
    sys.stdout.flush()


def line(text: str) -> None:
    """Print one line that is never broken, so that it can be copied."""
    sys.stdout.write(f"{plain(text)}\n")


def text(content: str) -> None:
    """Print a text of several lines as it is, without anything that a terminal would obey."""
    sys.stdout.write("".join(f"{plain_line}\n" for plain_line in map(_without_steering, content.splitlines())))


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
    stderr().print(Text(message))


def warn(message: str) -> None:
    """Tell on stderr what is not as it should be and does not stop the command."""
    stderr().print(Text.assemble(("warning: ", "yellow"), _kept_lines(message)), soft_wrap=True)


def complain(message: str) -> None:
    """Tell on stderr why the command stops."""
    stderr().print(Text.assemble(("error: ", "bold red"), _kept_lines(message)), soft_wrap=True)


def stderr() -> Console:
    """Open standard error for words that are no result."""
    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False)


def _without_steering(line: str) -> str:
    return "".join(letter for letter in line if letter.isprintable())


def _kept_lines(message: str) -> str:
    return "\n".join(plain(line) for line in message.splitlines())
