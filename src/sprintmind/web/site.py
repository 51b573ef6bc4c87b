"""What every route works with: one workspace, how it is set, and who may come in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import Request

from sprintmind.app import App
from sprintmind.journal import SILENT, Journal
from sprintmind.settings.models import Settings
from sprintmind.web.broadcast import Broadcast
from sprintmind.web.limits import Limits
from sprintmind.web.outcomes import Reading, Recording
from sprintmind.web.works import Works


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One workspace on the web."""

    app: App
    settings: Settings
    environ: Mapping[str, str] = field(repr=False)
    """Holds the secrets that the settings name; they are taken from nowhere else."""
    key: str = field(repr=False)
    """Signs sessions."""
    alone: bool
    """Only this machine reaches it: nobody needs to sign in."""
    sample: bool = False
    """It is the sample team's, and says what there is to see."""
    limits: Limits = field(default_factory=Limits)
    broadcast: Broadcast
    journal: Journal = SILENT
    recordings: Works[Recording] = field(default_factory=Works)
    readings: Works[Reading] = field(default_factory=Works)

    def secret(self, variable: str) -> str:
        """Give a secret by the variable that holds it; empty where it is not set."""
        return self.environ.get(variable, "").strip()


def site_of(request: Request) -> Site:
    """Give the site that a request is for."""
    found: Site = request.app.state.site
    return found
