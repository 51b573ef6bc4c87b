"""A provider at which people sign in, asked as OpenID Connect says: the code flow with PKCE, its token checked here."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from sprintmind.errors import InputError, UnavailableError

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
"""With a key that the provider publishes; never `none`, and never with the shared secret."""
SCOPES = "openid email profile"
TIMEOUT = 10.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What is kept while somebody is at the provider."""

    state: str
    nonce: str
    verifier: str

    def kept(self) -> dict[str, str]:
        """Write it for a session."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """Who the provider says it is."""

    subject: str
    email: str
    """Empty where the provider has not verified one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One provider, and what it knows this server as."""

    issuer: str
    client_id: str
    secret: str
    redirect: str
    """Where it sends people back to."""

    def begin(self) -> tuple[str, Begun]:
        """Give the address to send somebody to, and what to keep meanwhile; raises UnavailableError."""
        begun = Begun(
            state=secrets.token_urlsafe(24), nonce=secrets.token_urlsafe(24), verifier=secrets.token_urlsafe(48)
        )
        with self._client() as client:
            address, _ = client.create_authorization_url(
                self._published(client)["authorization_endpoint"],
                state=begun.state,
                nonce=begun.nonce,
                code_verifier=begun.verifier,
            )
        return str(address), begun

    def finish(self, address: str, begun: Begun) -> Identified:
        """Take somebody back from the provider.

        Args:
            address: With which they came back, whole.
            begun: What was kept.

        Raises:
            InputError: They come from elsewhere, or the provider says no.
            UnavailableError: The provider does not answer, or what it answers cannot be believed.
        """
        refusal = parse_qs(urlsplit(address).query)
        if "error" in refusal:
            said = " ".join(refusal.get("error_description", refusal["error"]))[:200]
            raise InputError(f"{self.issuer} did not let you in: {said}")
        with self._client() as client:
            published = self._published(client)
            try:
                token = client.fetch_token(
                    published["token_endpoint"],
                    authorization_response=address,
                    state=begun.state,
                    code_verifier=begun.verifier,
                )
            except httpx2.HTTPError as error:
                raise self._silent(error) from error
            except AuthlibBaseError as error:
                raise InputError(f"{self.issuer} did not let you in: {error.description or error.error}") from error
            keys = self._answer(client, str(published["jwks_uri"]))
        return self._identified(str(token.get("id_token", "")), keys, begun)

    def _identified(self, text: str, keys: Mapping[str, Any], begun: Begun) -> Identified:
        """Check the token: whose it is, for whom, of which beginning, and until when."""
        try:
            token = jwt.decode(text, KeySet.import_key_set({"keys": list(keys["keys"])}), algorithms=ALGORITHMS)
            jwt.JWTClaimsRegistry(
                leeway=60,
                iss={"essential": True, "value": self.issuer},
                aud={"essential": True, "value": self.client_id},
                exp={"essential": True},
                sub={"essential": True},
                nonce={"essential": True, "value": begun.nonce},
            ).validate(token.claims)
        except (JoseError, KeyError, ValueError) as error:
            raise UnavailableError(f"what {self.issuer} says cannot be believed: {error}") from error
        verified = token.claims.get("email_verified") is True
        email = str(token.claims.get("email", "")) if verified else ""
        return Identified(subject=str(token.claims["sub"]), email=email)

    def _client(self) -> OAuth2Client:
        return OAuth2Client(
            self.client_id,
            self.secret,
            scope=SCOPES,
            redirect_uri=self.redirect,
            code_challenge_method="S256",
            timeout=TIMEOUT,
        )

    def _published(self, client: OAuth2Client) -> Mapping[str, Any]:
        found = self._answer(client, f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        if found.get("issuer") != self.issuer:
            raise UnavailableError(
                f"{self.issuer} calls itself {found.get('issuer')!r}; set [web.openid] issuer to that"
            )
        return found

    def _answer(self, client: OAuth2Client, address: str) -> Mapping[str, Any]:
        try:
            answer = client.request("GET", address, withhold_token=True)
            answer.raise_for_status()
            found: Mapping[str, Any] = answer.json()
        except (httpx2.HTTPError, ValueError) as error:
            raise self._silent(error) from error
        return found

    def _silent(self, error: Exception) -> UnavailableError:
        return UnavailableError(f"{self.issuer} does not answer as a provider does ({error}); nobody can sign in there")
