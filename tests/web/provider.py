"""A provider of OpenID Connect on this machine: it lets in whom it is told to, and lies as it is told to."""

import base64
import hashlib
import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import time
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "sprintmind", "shared with the provider"
KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
OTHER = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})


@dataclass
class Provider:
    """Who signs in there, and what is wrong with it."""

    issuer: str = ""
    email: str = "priya@northwind.example"
    verified: bool = True
    signs_with: RSAKey = field(default_factory=lambda: KEY)
    lies: dict[str, object] = field(default_factory=dict)
    """Members of the token that are not what they should be."""
    algorithm: str = "RS256"
    refuses: bool = False
    calls_itself: str = ""
    given: dict[str, dict[str, str]] = field(default_factory=dict)
    """What was asked for with each code that was given out."""

    def configuration(self):
        return {
            "issuer": self.calls_itself or self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }

    def authorize(self, asked):
        """Let somebody in at once, or not, and give the address to send them back to."""
        if self.refuses:
            answer = {"error": "access_denied", "error_description": "you said no", "state": asked["state"]}
            return f"{asked['redirect_uri']}?{urlencode(answer)}"
        code = f"code-{len(self.given)}"
        self.given[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, sent, authorization):
        """Exchange a code, once, for whoever holds its verifier and the secret."""
        name, _, secret = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
        asked = self.given.pop(sent.get("code"), None)
        digest = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        proof = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if asked is None or (name, secret) != (CLIENT, SECRET) or asked["code_challenge"] != proof:
            return 400, {"error": "invalid_grant"}
        now = int(time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "sub": "42", "iat": now, "exp": now + 300, "nonce": asked["nonce"],
            "email": self.email, "email_verified": self.verified, **self.lies,
        }  # fmt: skip
        signed = jwt.encode({"alg": self.algorithm, "kid": "one"}, claims, self.signs_with)
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": signed}


class Handler(BaseHTTPRequestHandler):
    """Speaks HTTP for a provider."""

    provider: Provider

    def do_GET(self):
        place = urlsplit(self.path)
        if place.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(place.query).items()}
            self.send_response(302)
            self.send_header("Location", self.provider.authorize(asked))
            self.end_headers()
            return
        keys = {"keys": [KEY.as_dict(private=False)]}
        self.answer(200, keys if place.path == "/keys" else self.provider.configuration())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        sent = {name: values[0] for name, values in parse_qs(body).items()}
        self.answer(*self.provider.token(sent, self.headers.get("Authorization", "")))

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def running(**given):
    """Run a provider."""
    provider = Provider(**given)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Its", (Handler,), {"provider": provider}))
    provider.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
