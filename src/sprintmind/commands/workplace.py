"""Where a command works: a place, and the application opened there."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from os import environ
from pathlib import Path
from typing import Protocol

from cyclopts import Parameter

from sprintmind import bootstrap
from sprintmind.app import App
from sprintmind.commands.output import warn
from sprintmind.commands.place import Place, clock
from sprintmind.settings.environment import variables
from sprintmind.settings.loading import load
from sprintmind.settings.models import Settings
from sprintmind.settings.remembered import forgotten, recalled, remember


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


def _opened(
    home: Path,
    *,
    workspace: str,
    settings: Settings,
    now: Callable[[], datetime],
    notice: Callable[[str], None],
) -> App:
    """Open a workspace, and remember settings of which there is nothing to say."""
    said: list[str] = []

    def told(message: str) -> None:
        said.append(message)
        notice(message)

    app = bootstrap.open_app(home, workspace=workspace, settings=settings, now=now, notice=told)
    if said or settings.database:
        forgotten(home)
    elif recalled(home, environ) is None:
        remember(home, environ, settings.chosen(), variables=variables(Settings))
    return app


opening: ContextVar[Opening] = ContextVar("opening", default=_opened)
"""How workspaces are opened; a test may open another one."""


@Parameter(name="*", group="Where")
@dataclass(frozen=True, kw_only=True)
class Workplace(Place):
    """The place of a command that may do anything there."""

    def open(self) -> App:
        """Open the workspace with its settings; a home without a file is told what it lacks."""
        now = clock()
        found = self.settings()
        self.warn_of_keys(found.team_table.keys)
        return opening.get()(self.path, workspace=self.workspace, settings=found, now=now, notice=warn)

    def settings(self) -> Settings:
        """Read what the team set."""
        return load(self.path, environ)


HERE = Workplace()


def opened_whole(place: Place) -> App:
    """Open all of a workspace for a command that would only look."""
    return Workplace(home=place.home, workspace=place.workspace).open()
