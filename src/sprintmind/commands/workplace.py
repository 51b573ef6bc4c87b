"""Where a command works: the home, the workspace, the clock; and the application opened there."""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from os import environ
from pathlib import Path
from typing import Annotated, Protocol

from cyclopts import Parameter, Token

from sprintmind import bootstrap, settings
from sprintmind.app import App
from sprintmind.commands.moments import moment_in
from sprintmind.commands.output import warn
from sprintmind.errors import ConfigError
from sprintmind.settings import Settings


class Opening(Protocol):
    """Opens a workspace."""

    def __call__(
        self,
        home: Path,
        *,
        workspace: str,
        settings: Settings,
        now: Callable[[], datetime],
        notice: Callable[[str], None],
    ) -> App:
        """Open the ledger of a workspace in a home."""


opening: ContextVar[Opening] = ContextVar("opening", default=bootstrap.open_app)
"""How workspaces are opened; a test may open another one."""


def _named(_: object, tokens: Sequence[Token]) -> Path | None:
    """Take a directory; an empty option is a mistake, and an empty variable the same as none."""
    (token,) = tokens
    if token.value or token.source == "env":
        return Path(token.value) if token.value else None
    raise ValueError("names no directory")


@Parameter(name="*", group="Where")
@dataclass(frozen=True, kw_only=True)
class Workplace:
    """The place that every command takes."""

    home: Annotated[Path | None, Parameter(env_var="SPRINTMIND_HOME", converter=_named, help="The data directory.")] = (
        None
    )
    workspace: Annotated[str, Parameter(help="One ledger per team.")] = "default"

    @property
    def path(self) -> Path:
        """The home that is meant."""
        return settings.home(self.home, environ)

    def open(self) -> App:
        """Open the workspace with its settings; a home without a file is told what it lacks."""
        now = clock()
        found = self.settings()
        if not found.team_table.keys:
            warn(f"no project keys are set, so nothing is a ticket; {self._remedy()}")
        return opening.get()(self.path, workspace=self.workspace, settings=found, now=now, notice=warn)

    def settings(self) -> Settings:
        """Read what the team set."""
        return settings.load(self.path, environ)

    def _remedy(self) -> str:
        file = self.path / settings.FILE
        return f"add keys to [team] in {file}" if file.exists() else f"`sprintmind init` makes {file}"


HERE = Workplace()


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
