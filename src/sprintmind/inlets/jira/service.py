"""Jira as a service: its address, the token, and what its refusals mean."""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from sprintmind.errors import ConfigError
from sprintmind.inlets.http import Api
from sprintmind.inlets.jira.projects import JiraInlet
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.service import Service

TOKEN = "SPRINTMIND_JIRA_TOKEN"  # noqa: S105 # the variable's name
EMAIL = "SPRINTMIND_JIRA_EMAIL"


def open_inlets(
    *, address: str, parts: Sequence[str], environ: Mapping[str, str], now: Callable[[], datetime], patience: Patience
) -> tuple[JiraInlet, ...]:
    """Open the inlet for a team's projects.

    Args:
        address: Of the site, `https://northwind.atlassian.net`.
        parts: The project keys.
        environ: Holds the token, and for the cloud the address of whose token it is.
        now: Tells when a delivery is received.
        patience: How waiting is done.

    Raises:
        ConfigError: The token or the address is missing; says where to set them.
    """
    token, email = (environ.get(name, "").strip() for name in (TOKEN, EMAIL))
    if not token:
        raise ConfigError(
            f"{TOKEN} is not set: make an API token (cloud; also set {EMAIL}) or a personal access token (server)"
        )
    if not address:
        raise ConfigError('Jira\'s address is not set: add url = "https://…" to [sources.jira]')
    basic = b64encode(f"{email}:{token}".encode()).decode()
    service = Service(
        name="Jira",
        address=address.rstrip("/"),
        variable=f"{TOKEN} (with {EMAIL} for the cloud)",
        absent="check the address, and that whose token it is may browse the project",
        forbidden="whose token it is may not see this, or must sign in anew (a captcha after failed attempts)",
        headers={
            "Authorization": f"Basic {basic}" if email else f"Bearer {token}",
            "Accept": "application/json",
            "User-Agent": "sprintmind",
        },
    )
    return (JiraInlet(api=Api(service, patience), projects=tuple(dict.fromkeys(parts)), now=now),)
