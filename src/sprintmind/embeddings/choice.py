"""Which embeddings the settings mean; nothing is loaded before it is asked for, and everything once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import inf
from os import environ
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np

from sprintmind.domain.progress import Progress, unwatched
from sprintmind.embeddings.meaning import Meaning
from sprintmind.embeddings.phrase_file import PhraseFile
from sprintmind.embeddings.port import Embeddings, Vectors
from sprintmind.embeddings.sayings import sayings
from sprintmind.errors import UnavailableError

KEY = "SPRINTMIND_EMBEDDINGS_KEY"
AT_ONCE = 64
"""Phrases that are embedded before their vectors are kept: whoever is interrupted goes on where they were."""

BLOCK = 1024
"""Vectors that are multiplied at a time."""
MOST_SEEN = 5_000
"""How many texts that were not learned are remembered nevertheless, in this process."""
UNIT = 1e-3
"""How far the square of a vector's length may be from 1; what is farther off was damaged."""

LIFT = 0.157
"""What is added to the cosines of the model that was made for conditions, so that a threshold means what it meant when
it was chosen: by the layers of that time unrelated names and sentences were more alike, by this at every quantile.
"""

_MINILM = "sprintmind.embeddings.minilm:open_minilm"
_CONDITIONS = "sprintmind.embeddings.condition_model:open_conditions"
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


def open_meaning(settings: Chosen, *, kept: PhraseFile | None = None) -> Meaning | None:
    """Open what compares phrases; None where the settings want no embeddings, or the bundled model is not installed.

    Where the settings name no other, it is the one that was made for conditions, and not the one that recalls.

    Args:
        settings: Say which embeddings.
        kept: Keeps the vectors of what is learned for later processes.
    """
    if settings.embeddings:
        chosen = open_embeddings(settings)
        return Cosines(chosen, kept=kept) if chosen else None
    try:
        return Cosines(_loaded(_CONDITIONS)(), kept=kept)
    except UnavailableError:
        return None


Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]


@dataclass(frozen=True, slots=True)
class _Learned:
    """Phrases with their vectors, of one moment."""

    places: Mapping[str, int]
    vectors: Vectors


class Cosines:
    """Compares phrases by the vectors of a model.

    Args:
        embeddings: The model.
        kept: Keeps the vectors of what is learned for later processes; None: nothing does.
    """

    def __init__(self, embeddings: Embeddings, *, kept: PhraseFile | None = None) -> None:
        self._embeddings = embeddings
        self._kept = kept
        self._learned: _Learned | None = None
        self._seen: dict[str, Vector] = {}

    def alike(self, phrases: Sequence[str], others: Sequence[str], *, least: float = -inf) -> Sequence[Sequence[float]]:
        """See `Meaning.alike`."""
        if not phrases or not others:
            return [[] for _ in phrases]
        learned = self._learned
        places = [learned.places.get(phrase, -1) for phrase in phrases] if learned else [-1]
        if learned is None or min(places, default=-1) < 0:
            rows = _products(self._vectors(phrases), self._vectors(others))
        else:
            rows = _products(learned.vectors, self._vectors(others))[places]
        if sayings().model == self._embeddings.name:
            rows += LIFT
        found: list[list[float]] = [[] for _ in phrases]
        for place in np.flatnonzero(rows.max(axis=1) >= least).tolist():
            found[place] = rows[place].tolist()
        return found

    def heard(self, texts: Sequence[str]) -> Sequence[Mapping[str, float]]:
        """See `Meaning.heard`."""
        if not texts or sayings().model != self._embeddings.name:
            return [{} for _ in texts]
        return sayings().heard(self._vectors(texts))

    def learn(self, phrases: Sequence[str], *, progress: Progress = unwatched) -> None:
        """See `Meaning.learn`."""
        learned, wanted = self._learned, list(dict.fromkeys(phrases))
        new = [phrase for phrase in wanted if learned is None or phrase not in learned.places]
        if not new:
            return
        vectors = self._remembered(new)
        missing = [phrase for phrase in new if phrase not in vectors]
        for start in range(0, len(missing), AT_ONCE):
            progress(start, len(missing))
            part = missing[start : start + AT_ONCE]
            fresh = dict(zip(part, self._embeddings.embed(part), strict=True))
            if self._kept:
                self._kept.keep(self._embeddings.name, {phrase: each.tobytes() for phrase, each in fresh.items()})
            vectors |= fresh
        known = list(learned.places) if learned else []
        stacked = np.stack([vectors[phrase] for phrase in new])
        self._learned = _Learned(
            {phrase: place for place, phrase in enumerate([*known, *new])},
            np.concatenate([learned.vectors, stacked]) if learned else stacked,
        )

    def keep_only(self, phrases: Collection[str]) -> None:
        """See `Meaning.keep_only`."""
        if self._kept:
            self._kept.keep_only(phrases)
        self._seen = {}
        learned = self._learned
        left = [phrase for phrase in learned.places if phrase in phrases] if learned else []
        if learned and len(left) < len(learned.places):
            vectors = learned.vectors[[learned.places[phrase] for phrase in left]]
            self._learned = _Learned({phrase: place for place, phrase in enumerate(left)}, vectors)

    def _remembered(self, phrases: Sequence[str]) -> dict[str, Vector]:
        """Take what earlier processes learned; what cannot be a vector of this model is not there."""
        if self._kept is None:
            return {}
        found = self._kept.vectors(self._embeddings.name, phrases)
        size = 4 * self._embeddings.size
        read = {phrase: np.frombuffer(each, np.float32) for phrase, each in found.items() if len(each) == size}
        return {phrase: each for phrase, each in read.items() if abs(float(each @ each) - 1) < UNIT}

    def _vectors(self, phrases: Sequence[str]) -> Vectors:
        learned, seen = self._learned, self._seen
        known = learned.places if learned else {}
        new = [phrase for phrase in dict.fromkeys(phrases) if phrase not in known and phrase not in seen]
        fresh = dict(zip(new, self._embeddings.embed(new), strict=True))
        both = seen | fresh
        self._seen = both if len(both) <= MOST_SEEN else fresh
        if learned is None:
            return np.stack([both[phrase] for phrase in phrases])
        return np.stack([both[each] if each in both else learned.vectors[known[each]] for each in phrases])


def _products(vectors: Vectors, others: Vectors) -> Vectors:
    """Multiply each vector by each of the others, a block at a time: few enough for threads not to fight over."""
    found = np.empty((len(vectors), len(others)), np.float32)
    for start in range(0, len(vectors), BLOCK):
        np.dot(vectors[start : start + BLOCK], others.T, out=found[start : start + BLOCK])
    return found


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
