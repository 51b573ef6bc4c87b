"""Which other system is read: from the settings, or as it is typed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from sprintmind import bootstrap
from sprintmind.commands import output
from sprintmind.commands.place import clock
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import Workplace
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.port import Inlet
from sprintmind.settings.loading import load
from sprintmind.settings.values import repository_name

System = Literal["github", "jira"]


@Parameter(name="*", group="What is read")
@dataclass(frozen=True, kw_only=True)
class Reach:
    """Overrides what the settings say of the system."""

    repository: Annotated[tuple[str, ...], Parameter(negative=(), help="owner/name; may be given several times.")] = ()
    api: Annotated[str, Parameter(help="Address of GitHub's REST interface.")] = ""
    url: Annotated[str, Parameter(help="Address of the Jira.")] = ""

    @contextmanager
    def inlets(self, system: System, place: Workplace, environ: Mapping[str, str]) -> Iterator[tuple[Inlet, ...]]:
        """Open what reads the system, and close it; the token comes from the environment alone.

        Raises:
            ConfigError: The token, the address or what to read is not set; says where to set it.
        """
        found = load(place.path, environ)
        github, jira = found.sources.github, found.sources.jira
        typed = tuple(map(_repository, self.repository))
        address, parts = {
            "github": (self.api or github.api, typed or github.repositories),
            "jira": (self.url or jira.url, found.team_table.keys),
        }[system]
        opened = _opened(system, address, parts, environ)
        try:
            yield opened
        finally:
            for inlet in opened:
                inlet.close()


def _opened(system: System, address: str, parts: Sequence[str], environ: Mapping[str, str]) -> tuple[Inlet, ...]:
    patience = Patience(tell=output.note)
    return bootstrap.open_inlets(system, address=address, parts=parts, environ=environ, now=clock(), patience=patience)


def _repository(text: str) -> str:
    try:
        return repository_name(text)
    except ValueError as error:
        raise UsageError(f"--repository: {error}") from error
