"""GitHub as a service: its address, the token, and what its refusals mean."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from sprintmind.errors import ConfigError
from sprintmind.inlets.github.repository import GithubInlet
from sprintmind.inlets.http import Api
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.service import Service

TOKEN = "SPRINTMIND_GITHUB_TOKEN"  # noqa: S105 # the variable's name
SCOPES = "read access to contents, pull requests, checks, commit statuses and metadata"


def open_inlets(
    *, address: str, parts: Sequence[str], environ: Mapping[str, str], now: Callable[[], datetime], patience: Patience
) -> tuple[GithubInlet, ...]:
    """Open an inlet for each repository.

    Args:
        address: Of the REST interface.
        parts: Repositories, `owner/name`.
        environ: Holds the token.
        now: Tells when a delivery is received.
        patience: How waiting is done.

    Raises:
        ConfigError: The token or the repositories are missing; says where to set them.
    """
    token = environ.get(TOKEN, "").strip()
    if not token:
        raise ConfigError(f"{TOKEN} is not set: make a read-only token ({SCOPES}) and put it into that variable")
    if not parts:
        raise ConfigError('no repository is named: add repositories = ["owner/name"] to [sources.github]')
    service = Service(
        name="GitHub",
        address=address.rstrip("/"),
        variable=TOKEN,
        absent=f"check the repository's name and that the token may see it: it needs {SCOPES}",
        forbidden=f"the token may not read this: it needs {SCOPES}",
        headers={
            "Authorization": f"Bearer {token}",
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": "2022-11-28",
            "User-Agent": "sprintmind",
        },
    )
    api = Api(service, patience)
    return tuple(GithubInlet(api=api, repository=name, now=now) for name in dict.fromkeys(parts))
