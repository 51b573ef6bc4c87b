"""The model that compares plans and lessons: the lower half of the bundled one, and three layers of our own above it.

The layers in `conditions.onnx` were learned by `python training/learn.py` from sentences that say one condition in many
words; what only shares a topic lies far apart. ADR 26 says why.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from threading import Lock

import numpy as np
from onnxruntime import RunOptions

from sprintmind.embeddings.minilm import minilm_bytes
from sprintmind.embeddings.port import Vectors
from sprintmind.embeddings.sentences import opened, pieces_of
from sprintmind.embeddings.wordpieces import word_pieces

NAME = "sprintmind-conditions-2"
SIZE = 384
LONGEST = 64
"""Word pieces that are read of a sentence."""
States = np.ndarray[tuple[int, int, int], np.dtype[np.float32]]
STATES = "layer_norm_6"
"""What the bundled model calls the states of its word pieces after the third of its six layers."""
_SHOWN = b":2b0\n\x0clayer_norm_6\x12 \n\x1e\x08\x01\x12\x1a\n\x07\x12\x05batch\n\n\x12\x08sequence\n\x03\x08\x80\x03"
"""A model of nothing but this output. Two messages of protocol buffers one after the other are one with the parts of
both, so that behind the bundled model's bytes it makes those states an output, too.
"""


class LowerHalf:
    """The layers that are the bundled model's own."""

    def __init__(self) -> None:
        self._tokenizer = word_pieces(longest=LONGEST)
        self._session = opened(minilm_bytes() + _SHOWN, named="the bundled model")
        self._only = RunOptions()
        self._only.only_execute_path_to_fetches = True  # what lies above those states is not needed
        self._asked = Lock()

    def states(self, text: str) -> States:
        """Tell the states of a text's word pieces: one text x pieces x numbers."""
        given = pieces_of(self._tokenizer, text)
        with self._asked:
            [found] = self._session.run([STATES], given, self._only)
        return np.asarray(found, np.float32)


class ConditionModel:
    """Embeds sentences so that those that say the same condition are alike; see `Embeddings`."""

    def __init__(self) -> None:
        self._lower = LowerHalf()
        file = files("sprintmind.embeddings").joinpath("conditions.onnx")
        self._upper = opened(file.read_bytes(), named="conditions.onnx")

    @property
    def name(self) -> str:
        """See `Embeddings.name`."""
        return NAME

    @property
    def size(self) -> int:
        """See `Embeddings.size`."""
        return SIZE

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embeddings.embed`."""
        found = [self._upper.run(None, {"states": self._lower.states(text)})[0] for text in texts]
        return np.concatenate([np.zeros((0, SIZE), np.float32), *found])


@cache
def open_conditions() -> ConditionModel:
    """Load the model once.

    Raises:
        UnavailableError: The bundled model is not there, or another than the one that is pinned.
    """
    return ConditionModel()
