"""The table of the log."""

from typing import Annotated, Literal

from pydantic import Field

from sprintmind.settings.environment import FromEnvironment
from sprintmind.settings.table import Table


class LogTable(Table):
    """What `serve`, `sync`, `tick` and `memory deliver` note on standard error."""

    level: Annotated[Literal["off", "error", "info"], FromEnvironment("SPRINTMIND_LOG")] = Field(
        default="info",
        description="off: nothing; error: what failed; info: everything. It never holds what anybody said or sent",
    )
