"""Where a command looks: the home, the workspace, the clock; and what stands there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from os import environ
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter, Token

from sprintmind.by_path import loaded
from sprintmind.commands.moments import moment_in
from sprintmind.commands.output import warn
from sprintmind.errors import ConfigError
from sprintmind.settings.place import FILE, home
from sprintmind.settings.remembered import recalled
from sprintmind.standing import Standing

_WHOLE = "sprintmind.commands.workplace:opened_whole"
"""What opens all of a workspace, by path, so that a command that looks at what stands need not load it."""
_STANDING = "sprintmind.opening:open_standing"
"""What opens what stands, by path, so that help loads no database."""


def _named(_: object, tokens: Sequence[Token]) -> Path | None:
    """Take a directory; an empty option is a mistake, and an empty variable the same as none."""
    (token,) = tokens
    if token.value or token.source == "env":
        return Path(token.value) if token.value else None
    raise ValueError("names no directory")


@Parameter(name="*", group="Where")
@dataclass(frozen=True, kw_only=True)
class Place:
    """The place that every command takes."""

    home: Annotated[Path | None, Parameter(env_var="SPRINTMIND_HOME", converter=_named, help="The data directory.")] = (
        None
    )
    workspace: Annotated[str, Parameter(help="One ledger per team.")] = "default"

    @property
    def path(self) -> Path:
        """The home that is meant."""
        return home(self.home, environ)

    def look(self) -> Standing:
        """Open what stands in the workspace, with the settings as last read; where they changed, open all of it."""
        chosen = recalled(self.path, environ)
        if chosen:
            standing: Callable[..., Standing | None] = loaded(_STANDING)
            if found := standing(self.path, workspace=self.workspace, chosen=chosen, now=clock()):
                self.warn_of_keys(chosen.keys)
                return found
        whole: Callable[[Place], Standing] = loaded(_WHOLE)
        return whole(self)

    def warn_of_keys(self, keys: Sequence[str]) -> None:
        """Tell whoever has set no keys what that means."""
        if not keys:
            file = self.path / FILE
            remedy = f"add keys to [team] in {file}" if file.exists() else f"`sprintmind init` makes {file}"
            warn(f"no project keys are set, so nothing is a ticket; {remedy}")


LOOKING = Place()


def clock() -> Callable[[], datetime]:
    """Give the clock, or the moment that `SPRINTMIND_NOW` says it is.

    Raises:
        ConfigError: The variable holds no moment with an offset.
    """
    told = environ.get("SPRINTMIND_NOW")
    if not told:
        return lambda: datetime.now(UTC)
    try:
        moment = moment_in(told, zone=None)
    except ValueError as error:
        raise ConfigError(f"SPRINTMIND_NOW: {error}; expected 2025-10-01T09:00:00+00:00") from error
    return lambda: moment
