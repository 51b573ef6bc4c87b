"""A server on this machine that answers as another system does, and fails as it is told to."""

import hashlib
import json
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qsl, urlsplit

import stamina

from sprintmind.inlets.http import Api
from sprintmind.inlets.patience import Patience
from sprintmind.inlets.service import Service

SECRET = "token-that-nobody-may-see"
DATE = "Wed, 01 Oct 2025 09:00:00 GMT"


@dataclass
class Asked:
    """A request that came."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes = b""

    @property
    def target(self):
        return self.path + ("?" + "&".join(f"{k}={v}" for k, v in self.query.items()) if self.query else "")


@dataclass
class Reply:
    """What is answered."""

    content: object = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """The connection ends in the middle of the body."""


@dataclass
class Server:
    """Where it listens, what came, and what goes wrong next."""

    answer: Callable[[Asked], Reply]
    address: str = ""
    asked: list[Asked] = field(default_factory=list)
    faults: list[tuple[str, Reply]] = field(default_factory=list)
    """Replies to give, once each, to the next request whose target holds a word."""
    before: Callable[[Asked], None] = lambda _: None
    """Happens before an answer is made; changes the world midway."""
    date: str = DATE
    opened: list[Api] = field(default_factory=list)
    """Closed at the end."""

    def reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        for n, (word, reply) in enumerate(self.faults):
            if word in asked.target:
                del self.faults[n]
                return reply
        self.before(asked)
        return _conditional(asked, self.answer(asked))

    def paths(self, word=""):
        return [each.target for each in self.asked if word in each.target]


def _conditional(asked, reply):
    """Answer 304 to whoever knows this content already."""
    if asked.method != "GET" or reply.status != 200 or "ETag" in reply.headers:
        return reply
    body = json.dumps([reply.content, reply.headers.get("Link")], sort_keys=True).encode()
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    if asked.headers.get("if-none-match") == etag:
        return Reply(status=304, headers={"ETag": etag})
    return Reply(reply.content, 200, {**reply.headers, "ETag": etag})


@contextmanager
def serving(answer):
    """Answer on a port of this machine."""
    server = Server(answer)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1

        def do_GET(self):
            split = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked = Asked(self.command, split.path, dict(parse_qsl(split.query)), headers, body)
            self._send(server.reply(asked))

        do_POST = do_GET  # noqa: N815 # named by the base class

        def _send(self, reply):
            body = b"" if reply.content is None else reply.content
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response_only(reply.status)
            for name, value in {"Date": server.date, "Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            if reply.status != 304:
                self.send_header("Content-Length", str(len(body) + (10 if reply.cut else 0)))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
            if reply.cut:
                self.close_connection = True

        def log_message(self, *_):
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.address = f"http://127.0.0.1:{listening.server_port}"
    thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        with stamina.set_testing(True, attempts=3):
            yield server
    finally:
        for each in server.opened:
            each.close()
        listening.shutdown()
        listening.server_close()
        thread.join()


@dataclass
class Waiting:
    """A clock that sleeping moves."""

    now: object
    slept: list[float] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    @property
    def patience(self):
        return Patience(now=lambda: self.now, sleep=self.sleep, tell=self.told.append)

    def sleep(self, seconds):
        self.slept.append(seconds)


def service(server, **more):
    defaults = {
        "name": "GitHub",
        "address": server.address,
        "variable": "SPRINTMIND_GITHUB_TOKEN",
        "absent": "check the name",
        "forbidden": "check the scope",
        "headers": {"Authorization": f"Bearer {SECRET}"},
    }
    return Service(**{**defaults, **more})


def api(server, patience=None, **more):
    made = Api(service(server, **more), patience or Patience(sleep=lambda _: None))
    server.opened.append(made)
    return made
