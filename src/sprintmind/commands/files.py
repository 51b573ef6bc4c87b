"""Files as deliveries: what is read, from where, and what is known about it."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands.moments import said
from sprintmind.domain.events import Visibility
from sprintmind.errors import InputError
from sprintmind.intake import Delivery

LARGEST = 100 * 1024 * 1024  # bytes
STDIN = "-"


def _no_option(_: object, paths: Sequence[str] | str | None) -> None:
    """Refuse what looks like an option and is none; a lone `-` is stdin."""
    for path in [paths] if isinstance(paths, str) else paths or ():
        if path.startswith("-") and path != STDIN:
            raise ValueError(f"unknown option {path}; a file of that name is ./{path}")


AS_PATH = Parameter(allow_leading_hyphen=True, validator=_no_option)
Paths = Annotated[str, AS_PATH, Parameter(help="Files, directories, or - for stdin.")]
OnePath = Annotated[str, AS_PATH, Parameter(help="A file, or - for stdin.")]


@Parameter(name="*", group="About the files")
@dataclass(frozen=True, kw_only=True)
class Label:
    """What is known about files beside what they hold."""

    date: Annotated[str | None, Parameter(help="The day, or the moment, that they speak of.")] = None
    title: Annotated[str, Parameter(help="What a document is called.")] = ""
    author: Annotated[str, Parameter(help="Who wrote it: an id, a name or an alias.")] = ""
    participants: Annotated[
        tuple[str, ...], Parameter(consume_multiple=True, negative=(), help="Who else was there.")
    ] = ()
    visibility: Annotated[Visibility, Parameter(help="Who may read it.")] = Visibility.TEAM
    event: Annotated[str | None, Parameter(help="A webhook's event: pull_request, jira:issue_updated.")] = None

    def delivery(self, source: str, path: str, app: App, *, body: Callable[[], bytes]) -> Delivery:
        """Label what a file holds, which is read when the label itself is known to be good."""
        names = (name.strip() for group in self.participants for name in group.split(","))
        when = said(self.date, zone=app.team.calendar.zone, option="--date") if self.date else None
        return Delivery(
            source=source,
            body=body(),
            received_at=app.now(),
            name=_readable(self.event) if self.event else None,
            filename="" if path == STDIN else _readable(path),
            said=when,
            title=_readable(self.title),
            author=_readable(self.author),
            participants=tuple(_readable(name) for name in names if name),
            visibility=self.visibility,
        )


UNLABELLED = Label()


def listed(paths: Sequence[str]) -> Iterator[str]:
    """List the files that are meant; a directory means every file below it, by name, hidden ones left out."""
    for path in paths:
        root = Path(path)
        if path in ("", STDIN) or not root.is_dir():
            yield path
        else:
            yield from [str(file) for file in sorted(root.rglob("*")) if _counts(file, root)] or [path]


def read(path: str) -> bytes:
    """Read a file, or stdin for `-`.

    Raises:
        InputError: It is missing, unreadable, empty or too large.
    """
    body = _bytes(path)
    if not body:
        raise InputError("is empty")
    if len(body) > LARGEST:
        raise InputError(f"is larger than {LARGEST // 1024 // 1024} MiB")
    return body


def _bytes(path: str) -> bytes:
    if path == STDIN:
        return sys.stdin.buffer.read(LARGEST + 1)
    if not path:
        raise InputError("a path that is empty names no file")
    try:
        with open(path, "rb", opener=_at_once) as file:  # a Path takes no opener
            return file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise InputError("there is no such file") from error
    except IsADirectoryError as error:
        raise InputError("holds no files") from error
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _at_once(path: str, flags: int) -> int:
    """Open without waiting: a pipe into which nobody writes would keep us for ever, and reads as empty instead."""
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def _readable(text: str) -> str:
    """Write U+FFFD for what is no UTF-8; a file's name may be anything, and what is stored may not."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _counts(file: Path, root: Path) -> bool:
    return file.is_file() and not any(part.startswith(".") for part in file.relative_to(root).parts)
