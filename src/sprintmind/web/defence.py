"""What stands before every route: who may be meant, how large a body may be, what a browser may do with an answer."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WEBHOOKS = "/webhooks/"
MEBIBYTE = 1024 * 1024
LARGEST = (
    (WEBHOOKS, 25 * MEBIBYTE),
    ("/bring/preview", 2048 * MEBIBYTE),  # an hour of video
    ("/bring", 25 * MEBIBYTE),
    ("/preflight", 25 * MEBIBYTE),
    ("/api/preflight", 25 * MEBIBYTE),
    ("/api/lessons", 25 * MEBIBYTE),
    ("/api/ingest", 25 * MEBIBYTE),
    ("/api/extract", 25 * MEBIBYTE),
)
"""How large a request's body may be, by how its path begins."""
LARGEST_ELSE = MEBIBYTE

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guarded:
    """Puts the security headers on every answer, and refuses what another site lets a browser send.

    Args:
        app: What answers.
        secure: The pages are reached by HTTPS.
    """

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._headers = {**HEADERS, **({"Strict-Transport-Security": "max-age=31536000"} if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        if _from_elsewhere(scope):
            refusal = PlainTextResponse("This was sent by another site.", status_code=403)
            await refusal(scope, receive, guarded)
        else:
            await self._app(scope, receive, guarded)


class Measured:
    """Refuses bodies that are too large, whether they say so or not, before anything reads them whole.

    Args:
        app: What answers.
        largest: In bytes, by how a path begins.
        otherwise: In bytes, for all other paths.
    """

    def __init__(
        self, app: ASGIApp, *, largest: Iterable[tuple[str, int]] = LARGEST, otherwise: int = LARGEST_ELSE
    ) -> None:
        self._app = app
        self._largest = tuple(largest)
        self._otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = next((size for path, size in self._largest if scope["path"].startswith(path)), self._otherwise)
        said = Headers(scope=scope).get("content-length", "0")
        if not said.isascii() or not said.isdigit() or int(said) > most:
            await _too_large(most)(scope, receive, send)
            return
        await _Counting(self._app, most=most)(scope, receive, send)


class _Counting:
    """Counts a body of which nobody said how large it is."""

    def __init__(self, app: ASGIApp, *, most: int) -> None:
        self._app = app
        self._most = most
        self._taken = 0
        self._answered = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted() -> Message:
            message = await receive()
            self._taken += len(message.get("body", b""))
            if self._taken > self._most:
                raise _TooLargeError
            return message

        async def noted(message: Message) -> None:
            self._answered = True
            await send(message)

        try:
            await self._app(scope, counted, noted)
        except _TooLargeError:
            if not self._answered:
                await _too_large(self._most)(scope, receive, send)


class _TooLargeError(Exception):
    """More came than may."""


def _too_large(most: int) -> PlainTextResponse:
    return PlainTextResponse(f"larger than {most // MEBIBYTE} MiB", status_code=413, headers={"Connection": "close"})


def _from_elsewhere(scope: Scope) -> bool:
    """Tell whether a page of another site makes a browser send this; a program tells neither header.

    Webhooks are signed and need no such check.
    """
    if scope["method"] in _SAFE or scope["path"].startswith(WEBHOOKS):
        return False
    headers = Headers(scope=scope)
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host", "")
