"""Whom an inlet talks to: where, with which token, and what its refusals mean for whoever configured it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec

from sprintmind.errors import ConfigError, UnavailableError
from sprintmind.inlets.values import at, rows, text

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One server that is asked with a token."""

    name: str
    """As people call it: GitHub, Jira."""
    address: str
    """Without a slash at the end."""
    variable: str
    """The environment's variable that holds the token."""
    absent: str
    """What to do where the server finds nothing (404)."""
    forbidden: str
    """What to do where the token may not (403)."""
    headers: Mapping[str, str] = field(repr=False)
    """With the token in them; never shown."""

    def __post_init__(self) -> None:
        """Refuse an address over which the token could be read by others."""
        split = urlsplit(self.address)
        plain = split.scheme == "http" and split.hostname in _LOOPBACK
        if not split.hostname or not (split.scheme == "https" or plain):
            raise ConfigError(f"{self.address!r} is no address of {self.name}: expected https://…, to send a token to")

    @property
    def origin(self) -> tuple[str, str | None, int | None]:
        """Where the token may be sent."""
        return origin(self.address)

    def refusal(self, status: int, url: str, body: bytes) -> UnavailableError:
        """Give the error for an answer that is none, with what to do."""
        do = {
            400: "check what is asked for in sprintmind.toml: the project keys, the repositories",
            401: f"the token in {self.variable} is not accepted; make a new read-only one and set the variable",
            403: self.forbidden,
            404: self.absent,
        }.get(status, "try again later; what was read so far is kept")
        said = told(body)
        return UnavailableError(f"{self.name} answered {status} for {url}{f' ({said})' if said else ''}: {do}")

    def silence(self, reason: str) -> UnavailableError:
        """Give the error for no answer at all."""
        return UnavailableError(
            f"{self.name} at {self.address} did not answer ({reason}): check the network and the address; "
            "what was read so far is kept, and the same command goes on from there"
        )


def origin(url: str) -> tuple[str, str | None, int | None]:
    """Take scheme, host and port of an address.

    >>> origin("https://api.github.com/repos") == origin("https://api.github.com:443/user")
    True
    """
    split = urlsplit(url)
    return split.scheme, split.hostname, split.port or {"https": 443, "http": 80}.get(split.scheme)


def told(body: bytes) -> str:
    """Take the words of a refusal, as GitHub (`message`) and Jira (`errorMessages`) write them; one short line."""
    try:
        found: object = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    messages = at(found, "errorMessages")
    words = [text(found, "message"), *(map(str, messages) if isinstance(messages, list) else ())]
    words += [text(each, "message") for each in rows(found, "errors")]
    return " ".join(" ".join(word for word in words if word).split())[:200]
