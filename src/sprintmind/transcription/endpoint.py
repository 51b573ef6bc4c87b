"""A server that transcribes as OpenAI's does, `POST …/audio/transcriptions`; asked again where a failure passes."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from os import environ
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit
from weakref import finalize

import httpx2
import msgspec
import stamina

from sprintmind.errors import ConfigError, InputError, UnavailableError
from sprintmind.transcription.port import Heard, Segment

KEY = "SPRINTMIND_TRANSCRIPTION_KEY"
ATTEMPTS = 4
TIMEOUT = httpx2.Timeout(60.0, connect=5.0, read=1800.0)  # seconds; an answer comes when all is transcribed
LONGEST = 24 * 3600.0  # seconds of one recording
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_PASSING = frozenset({408, 425, 429})
_NUMBERED = re.compile(r"(?:[A-Za-z]|\d+|(?:speaker|spk|unknown)[ _-]?[A-Za-z\d]*)", re.IGNORECASE)
"""What a server calls a voice whose name it does not know; another meeting's Speaker 1 is somebody else."""

stamina.instrumentation.set_on_retry_hooks(())  # what it would log stands on stdout, where a document may stand


class _Again(Exception):  # noqa: N818 # a reason to ask again, not yet an error
    """The server failed in a way that passes."""


class _Stretch(msgspec.Struct):
    start: float
    end: float
    text: str
    speaker: str | None = None


class _Answer(msgspec.Struct):
    segments: list[_Stretch]


class Chosen(Protocol):
    """What is needed of the settings."""

    @property
    def transcription_url(self) -> str:
        """Up to and without `/audio/transcriptions`."""

    @property
    def transcription_name(self) -> str:
        """Which model of the server."""

    @property
    def transcription_language(self) -> str:
        """Empty: as the model hears it."""


def open_endpoint(settings: Chosen) -> "Endpoint":
    """Open the server that the settings name; raises ConfigError as `Endpoint` does."""
    return Endpoint(
        settings.transcription_url,
        model=settings.transcription_name,
        language=settings.transcription_language,
        key=environ.get(KEY, ""),
    )


class Endpoint:
    """Sends recordings to a server.

    Args:
        address: Up to and without `/audio/transcriptions`: `https://api.openai.com/v1`.
        model: As the server calls it; one that tells times.
        language: Which is spoken; empty: as the model hears it.
        key: Sent to the server and shown to nobody; empty: none is sent.
        client: Keeps the connections.

    Raises:
        ConfigError: The address is none to which recordings and a key may be sent, or no model is named.
    """

    def __init__(
        self, address: str, *, model: str, language: str = "", key: str = "", client: httpx2.Client | None = None
    ) -> None:
        split = urlsplit(address)
        plain = split.scheme == "http" and split.hostname in _LOOPBACK
        if not split.hostname or not (split.scheme == "https" or plain):
            raise ConfigError("[transcription] url is no address to send recordings to: expected https://…/v1")
        if not model:
            raise ConfigError("[transcription] url names a server; name must be one of its models")
        self._address = address.rstrip("/")
        self._model = model
        self._form = {"model": model, "response_format": "verbose_json", "timestamp_granularities[]": "segment"}
        self._form |= {"language": language} if language else {}
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = client or httpx2.Client(timeout=TIMEOUT)
        finalize(self, self._client.close)

    @property
    def name(self) -> str:
        """See `Transcription.name`."""
        return f"{self._model}@{urlsplit(self._address).netloc.rpartition('@')[2]}"

    def transcribe(self, recording: Path, *, heard: Heard) -> Iterator[Segment]:
        """See `Transcription.transcribe`; how far the server is, it does not tell."""
        heard(timedelta(), timedelta())
        caller = stamina.RetryingCaller(attempts=ATTEMPTS, timeout=timedelta(minutes=5))
        try:
            response = caller((httpx2.ConnectError, httpx2.RemoteProtocolError, _Again), self._once, recording)
        except httpx2.ReadTimeout as error:
            raise self._silence("it did not answer in time") from error
        except (httpx2.HTTPError, _Again) as error:
            raise self._silence(str(error) or type(error).__name__) from error
        segments = self._segments(response)
        length = max((segment.end for segment in segments), default=timedelta())
        heard(length, length)
        yield from segments

    def _once(self, recording: Path) -> httpx2.Response:
        """Send it once; its name may tell what nobody outside need know, and only the ending is sent."""
        with recording.open("rb") as file:
            response = self._client.post(
                f"{self._address}/audio/transcriptions",
                data=self._form,
                files={"file": (f"recording{recording.suffix.lower()}", file, "application/octet-stream")},
                headers=self._headers,
            )
        if response.status_code >= 500 or response.status_code in _PASSING:
            raise _Again(f"status {response.status_code}")
        return response

    def _segments(self, response: httpx2.Response) -> list[Segment]:
        if response.status_code in _UNHEARD:
            raise InputError(f"{_UNHEARD[response.status_code]} (status {response.status_code})")
        if not response.is_success:
            raise self._silence(_REFUSALS.get(response.status_code, f"status {response.status_code}"))
        try:
            stretches = msgspec.json.decode(response.content, type=_Answer).segments
        except (ValueError, msgspec.DecodeError) as error:
            raise self._silence(
                "it answers something else than words with their times; [transcription] name must be a model that "
                "gives verbose_json"
            ) from error
        if not all(0 <= stretch.start <= stretch.end <= LONGEST for stretch in stretches):
            raise self._silence("it answers times that cannot be")
        return [_segment(stretch) for stretch in sorted(stretches, key=lambda stretch: stretch.start)]

    def _silence(self, reason: str) -> UnavailableError:
        return UnavailableError(f"the transcription server {self._shown()} cannot be asked: {reason}")

    def _shown(self) -> str:
        """Show where it is, without what an address may hold for signing in."""
        split = urlsplit(self._address)
        return split._replace(netloc=split.netloc.rpartition("@")[2]).geturl()


def _segment(stretch: _Stretch) -> Segment:
    named = stretch.speaker and not _NUMBERED.fullmatch(stretch.speaker.strip())
    return Segment(
        start=timedelta(seconds=stretch.start),
        end=timedelta(seconds=stretch.end),
        words=stretch.text,
        speaker=stretch.speaker if named else None,
    )


_UNHEARD: Mapping[int, str] = {
    413: "is larger than the transcription server takes",
    415: "is of a kind that the transcription server does not take",
}
_REFUSALS: Mapping[int, str] = {
    400: "it refuses the request (status 400); check [transcription] name, and that the file holds sound",
    401: f"it does not accept the key in {KEY} (status 401)",
    403: f"the key in {KEY} may not (status 403)",
    404: "it has no such address or no such model (status 404); check [transcription] url and name",
}
