"""A server that embeds as OpenAI's does, `POST <address>/embeddings`; asked again where a failure passes."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from urllib.parse import urlsplit
from weakref import finalize

import httpx2
import msgspec
import numpy as np
import stamina

from sprintmind.embeddings.port import Vectors
from sprintmind.errors import ConfigError, UnavailableError

ATTEMPTS = 4
TIMEOUT = httpx2.Timeout(30.0, connect=5.0)  # seconds
BATCH = 64
"""Texts of one request."""
LONGEST = 8_000
"""Letters of a text that are sent; servers refuse what is longer than their model reads."""
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_PASSING = frozenset({408, 425, 429})

stamina.instrumentation.set_on_retry_hooks(())  # what it would log stands on stdout, where a document may stand


class _Again(Exception):  # noqa: N818 # a reason to ask again, not yet an error
    """The server failed in a way that passes."""


class _Row(msgspec.Struct):
    index: int
    embedding: list[float]


class _Answer(msgspec.Struct):
    data: list[_Row]


class Endpoint:
    """Asks a server.

    Args:
        address: Up to and without `/embeddings`: `https://api.openai.com/v1`.
        model: As the server calls it.
        key: Sent to the server and shown to nobody; empty: none is sent.
        client: Keeps the connections.

    Raises:
        ConfigError: The address is none to which texts and a key may be sent, or no model is named.
    """

    def __init__(self, address: str, *, model: str, key: str = "", client: httpx2.Client | None = None) -> None:
        split = urlsplit(address)
        plain = split.scheme == "http" and split.hostname in _LOOPBACK
        if not split.hostname or not (split.scheme == "https" or plain):
            raise ConfigError("[memory] embeddings is no address to send texts to: expected https://…/v1")
        if not model:
            raise ConfigError("[memory] embeddings names a server; embeddings_model must name one of its models")
        self._address = address.rstrip("/")
        self._model = model
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = client or httpx2.Client(timeout=TIMEOUT)
        finalize(self, self._client.close)
        self._headers = {**headers, "Content-Type": "application/json"}
        self._size = 0

    @property
    def name(self) -> str:
        """See `Embeddings.name`; two servers may call different models the same."""
        return f"{self._model}@{urlsplit(self._address).netloc.rpartition('@')[2]}"

    @property
    def size(self) -> int:
        """See `Embeddings.size`; the server is asked once."""
        if not self._size:
            self._size = self._asked(["size"]).shape[1]
        return self._size

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embeddings.embed`."""
        parts = [self._asked(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, self.size), np.float32)

    def _asked(self, texts: Sequence[str]) -> Vectors:
        sent = [text[:LONGEST] or " " for text in texts]  # an empty text is refused
        body = msgspec.json.encode({"model": self._model, "input": sent, "encoding_format": "float"})
        caller = stamina.RetryingCaller(attempts=ATTEMPTS, timeout=timedelta(minutes=1))
        try:
            response = caller((httpx2.TransportError, _Again), self._once, body)
        except (httpx2.HTTPError, _Again) as error:
            raise self._silence(str(error) or type(error).__name__) from error
        return self._vectors(response, len(texts))

    def _once(self, body: bytes) -> httpx2.Response:
        response = self._client.post(f"{self._address}/embeddings", content=body, headers=self._headers)
        if response.status_code >= 500 or response.status_code in _PASSING:
            raise _Again(f"status {response.status_code}")
        return response

    def _vectors(self, response: httpx2.Response, count: int) -> Vectors:
        if not response.is_success:
            raise self._silence(_REFUSALS.get(response.status_code, f"status {response.status_code}"))
        try:
            answer = msgspec.json.decode(response.content, type=_Answer)
            rows = sorted(answer.data, key=lambda row: row.index)
            vectors = np.array([row.embedding for row in rows], np.float32)
        except (ValueError, msgspec.DecodeError) as error:
            raise self._silence("it answers something else than embeddings") from error
        if [row.index for row in rows] != list(range(count)) or vectors.ndim != 2 or not np.isfinite(vectors).all():
            raise self._silence("it answers other vectors than it was asked for")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = vectors / np.maximum(lengths, 1e-12)
        return unit

    def _silence(self, reason: str) -> UnavailableError:
        return UnavailableError(f"the embeddings server {self._address} cannot be asked: {reason}")


_REFUSALS: Mapping[int, str] = {
    401: "it does not accept the key in SPRINTMIND_EMBEDDINGS_KEY (status 401)",
    403: "the key in SPRINTMIND_EMBEDDINGS_KEY may not (status 403)",
    404: "it has no such address or no such model (status 404); check [memory] embeddings and embeddings_model",
}
