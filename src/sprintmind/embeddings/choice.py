"""Which embeddings the settings mean; nothing is loaded before it is asked for, and everything once."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from os import environ
from pathlib import Path
from typing import Protocol

import numpy as np

from sprintmind.embeddings.meaning import Meaning
from sprintmind.embeddings.port import Embeddings, Vectors
from sprintmind.errors import UnavailableError

KEY = "SPRINTMIND_EMBEDDINGS_KEY"
MOST_KNOWN = 5_000
"""How many phrases' vectors are remembered."""

_MINILM = "sprintmind.embeddings.minilm:open_minilm"
_LOCAL = "sprintmind.embeddings.local:open_local"
_ENDPOINT = "sprintmind.embeddings.endpoint:Endpoint"
"""Adapters by path, so that where their packages are missing everything else still works."""


class Chosen(Protocol):
    """What is needed of the settings."""

    @property
    def embeddings(self) -> str:
        """Empty: the bundled model; `none`; a folder; or the address of a server."""

    @property
    def embeddings_model(self) -> str:
        """Which model of the server."""


def open_embeddings(settings: Chosen) -> Embeddings | None:
    """Open what the settings name; None where they want none.

    Raises:
        UnavailableError: It is not installed, cannot be loaded, or cannot be asked.
    """
    return _opened(settings.embeddings, settings.embeddings_model, environ.get(KEY, ""))


def open_meaning(settings: Chosen) -> Meaning | None:
    """Open what compares phrases; None where the settings want no embeddings, or the bundled model is not installed."""
    try:
        embeddings = open_embeddings(settings)
    except UnavailableError:
        if settings.embeddings:
            raise
        return None
    return Cosines(embeddings) if embeddings else None


class Cosines:
    """Compares phrases by the vectors of a model; those that were compared before are remembered.

    Args:
        embeddings: The model.
    """

    def __init__(self, embeddings: Embeddings) -> None:
        self._embeddings = embeddings
        self._known: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}

    def alike(self, phrases: Sequence[str], others: Sequence[str]) -> Sequence[Sequence[float]]:
        """See `Meaning.alike`."""
        found: list[list[float]] = (self._vectors(phrases) @ self._vectors(others).T).tolist()
        return found

    def _vectors(self, phrases: Sequence[str]) -> Vectors:
        new = [phrase for phrase in dict.fromkeys(phrases) if phrase not in self._known]
        fresh = dict(zip(new, self._embeddings.embed(new), strict=True))
        known = self._known | fresh
        self._known = known if len(known) <= MOST_KNOWN else fresh
        return np.stack([known[phrase] for phrase in phrases]) if phrases else self._embeddings.embed(())


@cache
def _opened(chosen: str, model: str, key: str) -> Embeddings | None:
    match chosen:
        case "none":
            return None
        case "":
            opened: Embeddings = _loaded(_MINILM)()
        case _ if "://" in chosen:
            opened = _loaded(_ENDPOINT)(chosen, model=model, key=key)
        case _:
            opened = _loaded(_LOCAL)(Path(chosen).expanduser())
    return opened


def _loaded(path: str) -> Callable[..., Embeddings]:
    module, _, name = path.partition(":")
    try:
        opener: Callable[..., Embeddings] = getattr(import_module(module), name)
    except ImportError as error:
        raise UnavailableError(f"the embedding model cannot be loaded: {error}; install sprintmind again") from error
    return opener
