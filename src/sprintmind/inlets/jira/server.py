"""Which Jira it is, and in which time zone it understands whoever asks."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from sprintmind.inlets.http import Api
from sprintmind.inlets.jira.bounds import bound, zone_named
from sprintmind.inlets.values import text


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A Jira."""

    cloud: bool
    zone: tzinfo | None
    """Of whose token it is; None where it is not told."""
    at: datetime | None
    """What time it is there."""

    def bound(self, moment: datetime) -> str:
        """Write a moment for JQL."""
        return bound(moment, self.zone)


def introduced(api: Api) -> Server:
    """Ask which Jira it is, and who asks; a wrong token is found out here."""
    about = api.get("/rest/api/2/serverInfo")
    myself = api.get("/rest/api/2/myself")
    return Server(
        cloud=text(about.content, "deploymentType").casefold() == "cloud",
        zone=zone_named(text(myself.content, "timeZone")),
        at=about.at,
    )


def named_projects(projects: tuple[str, ...]) -> str:
    """Write the beginning of a JQL query."""
    quoted = ", ".join(f'"{key}"' for key in projects)
    return f"project in ({quoted})"
