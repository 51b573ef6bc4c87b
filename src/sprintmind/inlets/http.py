"""Requests that are sent until they are answered: retried, patient with limits, and silent to strangers.

This is the only place that opens a connection or retries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin

import httpx2
import msgspec
import stamina

from sprintmind.errors import UnavailableError
from sprintmind.inlets.limits import asked_to_wait
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.service import Service, origin

ATTEMPTS = 6
TIMEOUT = httpx2.Timeout(30.0, connect=10.0)  # seconds
LONGEST = timedelta(minutes=15)
"""Longer than this a limit is not waited for: the command says until when, and goes on when it is run again."""
_REFUSALS = 8
"""In a row, of one request."""
_REDIRECTS = 5
_MOVED = frozenset({301, 302, 303, 307, 308})

# What stamina would log on stdout by itself, a document for a script may stand on.
stamina.instrumentation.set_on_retry_hooks(())

Parameters = Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server answered."""

    status: int
    url: str
    body: bytes
    headers: Mapping[str, str]
    """By names in lower case."""
    content: object = None
    """The body's JSON; None where nothing changed (304), or there is none."""
    next: str | None = None
    """The address of the next page, from the header `Link`."""
    last: str | None = None
    """The address of the last page."""

    @property
    def etag(self) -> str | None:
        """What to ask with next time, to be told only of changes."""
        return self.headers.get("etag")

    @property
    def unchanged(self) -> bool:
        """It is as it was when this ETag was given."""
        return self.status == 304

    @property
    def at(self) -> datetime | None:
        """The server's own time."""
        try:
            return parsedate_to_datetime(self.headers["date"]).astimezone(UTC)
        except (KeyError, ValueError, TypeError):
            return None


class _Again(Exception):  # noqa: N818 # a reason to ask again, not yet an error
    """The server failed in a way that passes."""


@dataclass(frozen=True, slots=True)
class Api:
    """A server's interface, asked with the token of its service."""

    service: Service
    patience: Patience = field(default_factory=Patience)
    client: httpx2.Client = field(default_factory=lambda: httpx2.Client(timeout=TIMEOUT))

    def close(self) -> None:
        """Close the connections."""
        self.client.close()

    def get(
        self,
        path: str,
        *,
        parameters: Parameters | None = None,
        etag: str | None = None,
        missing: frozenset[int] = frozenset(),
    ) -> Answer:
        """Ask for something.

        Args:
            path: Below the service's address, or a full address on the same server.
            parameters: Of the query.
            etag: Asks only for what changed since; then the answer may be `unchanged`, which costs nothing.
            missing: Statuses that are answers here, not errors.

        Raises:
            UnavailableError: No answer, a refusal, or a limit that lasts too long; says what to do.
        """
        headers = {"If-None-Match": etag} if etag else {}
        return self._sent("GET", path, missing | {304}, params=parameters, headers=headers)

    def post(self, path: str, body: object, *, missing: frozenset[int] = frozenset()) -> Answer:
        """Ask with a body; only for questions that change nothing."""
        headers = {"Content-Type": "application/json"}
        return self._sent("POST", path, missing, headers=headers, content=msgspec.json.encode(body))

    def _sent(
        self,
        method: str,
        path: str,
        missing: frozenset[int],
        *,
        headers: Mapping[str, str],
        params: Parameters | None = None,
        content: bytes | None = None,
    ) -> Answer:
        url = self.service.address + path if path.startswith("/") else path
        for _ in range(_REDIRECTS):
            self._ours(url)
            request = self.client.build_request(
                method, url, params=params, content=content, headers={**self.service.headers, **headers}
            )
            response = self._patiently(request)
            if response.status_code not in _MOVED:
                return self._answer(response, missing)
            url, params = urljoin(str(request.url), response.headers.get("location", "")), None
        raise self.service.silence("it redirects in a circle")

    def _ours(self, url: str) -> None:
        """Keep the token from strangers."""
        if origin(url) != self.service.origin:
            raise UnavailableError(
                f"{self.service.name} at {self.service.address} points to another server, {origin(url)[1]}, which is "
                "not given the token; if that is where it lives now, set its address in sprintmind.toml"
            )

    def _patiently(self, request: httpx2.Request) -> httpx2.Response:
        for refusals in range(_REFUSALS):
            response = self._persistently(request)
            wait = asked_to_wait(
                response.status_code, response.headers, response.text[:500], now=self.patience.now(), refusals=refusals
            )
            if wait is None:
                return response
            self._wait(wait)
        raise UnavailableError(f"{self.service.name} keeps refusing for its rate limit; run the same command later")

    def _wait(self, wait: timedelta) -> None:
        until = f"{self.patience.now() + wait:%H:%M} UTC"
        if wait > LONGEST:
            raise UnavailableError(
                f"{self.service.name}'s rate limit is used up until {until}; "
                "what was read so far is kept, and the same command goes on from there"
            )
        self.patience.tell(f"{self.service.name}'s rate limit: waiting until {until}")
        self.patience.sleep(wait.total_seconds())

    def _persistently(self, request: httpx2.Request) -> httpx2.Response:
        caller = stamina.RetryingCaller(attempts=ATTEMPTS, timeout=timedelta(minutes=5))
        try:
            return caller((httpx2.TransportError, httpx2.DecodingError, _Again), self._once, request)
        except (httpx2.HTTPError, _Again) as error:
            raise self.service.silence(str(error) or type(error).__name__) from error

    def _once(self, request: httpx2.Request) -> httpx2.Response:
        response = self.client.send(request)
        if response.status_code >= 500:
            raise _Again(f"status {response.status_code}")
        return response

    def _answer(self, response: httpx2.Response, missing: frozenset[int]) -> Answer:
        status, url = response.status_code, str(response.request.url)
        if status not in missing and not response.is_success:
            raise self.service.refusal(status, url, response.content)
        return Answer(
            status=status,
            url=url,
            body=response.content,
            headers={name.lower(): value for name, value in response.headers.items()},
            content=self._content(response) if response.is_success else None,
            next=_linked(response, "next"),
            last=_linked(response, "last"),
        )

    def _content(self, response: httpx2.Response) -> object:
        if not response.content.strip():
            return None
        try:
            content: object = msgspec.json.decode(response.content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            found = response.headers.get("content-type", "no content type")
            raise UnavailableError(
                f"{self.service.name} answered with something else than JSON ({found}) for {response.request.url}: "
                "check the address; a sign-in page or a proxy may stand before it"
            ) from error
        return content


def _linked(response: httpx2.Response, relation: str) -> str | None:
    """Find an address in the header `Link`."""
    found = response.links.get(relation, {}).get("url")
    return urljoin(str(response.request.url), found) if found else None
