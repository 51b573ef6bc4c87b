"""A home and its commented settings."""

import sys
from collections.abc import Callable
from typing import Annotated, TypeVar

from cyclopts import Parameter

from sprintmind.commands import output
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.settings.place import FILE
from sprintmind.settings.template import template
from sprintmind.settings.values import project_key, time_zone


def init(
    *,
    yes: Annotated[bool, Parameter(negative=())] = False,
    name: str | None = None,
    timezone: str | None = None,
    keys: str | None = None,
    place: Workplace = HERE,
) -> None:
    """Make a home with a commented sprintmind.toml; one that is there is never overwritten.

    ```console
    $ sprintmind init
    $ sprintmind init --yes --name Northwind --keys NW,PAY
    ```

    Args:
        yes: Ask nothing; what is not given has its default.
        name: The team's name.
        timezone: The time zone of its days, as the IANA database names it: Europe/Berlin.
        keys: Its project keys, separated by commas: the only things that are tickets.
    """
    path = place.path / FILE
    if path.exists():
        output.note(f"{path} is there already and stays as it is")
        return
    asks = sys.stdin.isatty() and not yes
    called = _answer("The team's name", name, asks=asks, reads=str.strip)
    zone = _answer("Time zone of its days, like Europe/Berlin", timezone, asks=asks, reads=_zone)
    read = _answer("Project keys, like NW, PAY", keys, asks=asks, reads=_keys)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        file.write(template(name=called, timezone=zone, keys=read))
    missing = "your people and customers" if read else "your project keys, people and customers"
    output.line(f"{path} is made; add {missing} to it, then `sprintmind ingest` what you have")


T = TypeVar("T")


def _answer(question: str, given: str | None, *, asks: bool, reads: Callable[[str], T]) -> T:
    """Take what was given, or ask until the answer can be read; where nobody is asked, what is empty."""
    if given is not None or not asks:
        try:
            return reads(given or "")
        except ValueError as error:
            raise UsageError(str(error)) from error
    while True:
        output.note(f"{question} (empty for none):")
        try:
            return reads(sys.stdin.readline())
        except ValueError as error:
            output.complain(str(error))


def _zone(text: str) -> str:
    return time_zone(text.strip() or "UTC")


def _keys(text: str) -> list[str]:
    return [project_key(key) for key in text.replace(",", " ").split()]
