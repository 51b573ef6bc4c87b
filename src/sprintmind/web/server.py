"""The server started: at which address, behind which door."""

import logging
import secrets
import sys
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from os import environ
from pathlib import Path
from socket import gethostname, socket
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from sprintmind.app import App
from sprintmind.domain.visibility import Caller
from sprintmind.errors import ConfigError
from sprintmind.journal import SILENT, Journal, Relay
from sprintmind.settings.models import Settings
from sprintmind.web.application import application
from sprintmind.web.broadcast import Broadcast
from sprintmind.web.site import Site
from sprintmind.web.works import Works

KEY_FILE = "web.key"
HERE = ("127.0.0.1", "localhost", "::1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # compared, not bound
_EVERYTHING = Caller(operator=True)


def serve(
    app: App,
    *,
    settings: Settings,
    home: Path,
    host: str,
    port: int,
    say: Callable[[str], None],
    sample: bool = False,
) -> None:
    """Serve a workspace until it is stopped.

    Args:
        app: The workspace.
        settings: What the team set.
        home: Where the key that signs sessions is kept.
        host: The address to listen at.
        port: The port to listen at.
        say: Tells the person who started it what they should know.
        sample: It is the sample team's.

    Raises:
        ConfigError: Others could reach it, and nobody could sign in; says what to do.
    """
    alone = only_here(host) and not settings.web.address
    if not alone:
        _check_door(app, settings)
    journal = Journal(sys.stderr, level=settings.log.level)
    site = site_for(app, settings=settings, key=key_in(home), alone=alone, sample=sample, journal=journal)
    made = application(site, hosts=hosts(host, settings), secure=settings.web.address.startswith("https:"))
    address = settings.web.address or f"http://{f'[{host}]' if ':' in host else host}:{port}"
    say(f"SprintMind is at {address} – stop it with Ctrl-C")
    say("Only this machine reaches it, so nobody needs an account." if alone else "Whoever comes must sign in.")
    logging.getLogger("uvicorn").handlers = [Relay(journal, say=say)]
    Server(
        uvicorn.Config(
            made,
            host=host,
            port=port,
            log_config=None,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=2,
            ws="none",
        )
    ).run()


class Server(uvicorn.Server):
    """A server that lets go of whoever listens for live updates before it stops."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Stop."""
        if isinstance(self.config.app, FastAPI):
            self.config.app.state.site.broadcast.end()
        await super().shutdown(sockets)


def site_for(
    app: App,
    *,
    settings: Settings,
    key: str,
    alone: bool,
    sample: bool = False,
    environ: Mapping[str, str] = environ,
    journal: Journal = SILENT,
) -> Site:
    """Put together what every route works with."""
    broadcast = Broadcast(position=app.position, since=lambda number: app.transitions(_EVERYTHING, after=number))
    return Site(
        app=app,
        settings=settings,
        environ=environ,
        key=key,
        alone=alone,
        sample=sample,
        broadcast=broadcast,
        journal=journal,
        recordings=Works(journal=journal),
        readings=Works(journal=journal),
    )


def only_here(host: str) -> bool:
    """Tell whether only this machine reaches an address.

    >>> only_here("127.0.0.1"), only_here("localhost"), only_here("0.0.0.0"), only_here("sprintmind.example")
    (True, True, False, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def hosts(host: str, settings: Settings) -> list[str]:
    """List the names under which the pages may be asked for; any other is another site's that leads here."""
    named = urlsplit(settings.web.address).hostname
    listening = gethostname() if host in EVERYWHERE else host
    return [*HERE, listening, *([named] if named else [])]


def key_in(home: Path) -> str:
    """Take the key that signs sessions from the home; the first time it is made, for the owner's eyes only."""
    file = home / KEY_FILE
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(48), encoding="ascii")
    return file.read_text("ascii").strip()


def _check_door(app: App, settings: Settings) -> None:
    openid = settings.web.openid
    if openid.issuer and not (openid.client_id and environ.get(openid.secret_env)):
        raise ConfigError(f"[web.openid] needs client_id, and the provider's secret in {openid.secret_env}")
    if not openid.issuer and not app.admission.accounts():
        raise ConfigError(
            "others would reach these pages, and nobody could sign in: make an account with `sprintmind accounts add`, "
            "set a provider in [web.openid], or serve at 127.0.0.1"
        )
