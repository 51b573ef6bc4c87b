"""A sentence-transformers model in ONNX: word pieces in, the mean of what it says of them out, at length 1."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock

import numpy as np
from onnxruntime import InferenceSession, SessionOptions
from onnxruntime.capi.onnxruntime_pybind11_state import EPFail, Fail, InvalidGraph, InvalidProtobuf, NoSuchFile
from tokenizers import Tokenizer

from sprintmind.embeddings.port import Vectors
from sprintmind.errors import UnavailableError

_FAULTS = (EPFail, Fail, InvalidGraph, InvalidProtobuf, NoSuchFile)


class SentenceModel:
    """Embeds one text at a time, in one thread: two do not fit into a laptop that has other things to do.

    Padding short texts to the longest of a batch costs more than it saves, and an arena keeps the memory of the
    longest text for good.

    Args:
        file: The model.
        tokenizer: Its own; it truncates.
        name: What vectors of it are called.

    Raises:
        UnavailableError: The file is no model, or not one of this kind.
    """

    def __init__(self, file: Path, *, tokenizer: Tokenizer, name: str) -> None:
        self._tokenizer = tokenizer
        self._name = name
        self._asked = Lock()
        self._session = opened(str(file), named=str(file))
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._size = self._one("a").shape[0]

    @property
    def name(self) -> str:
        """See `Embeddings.name`."""
        return self._name

    @property
    def size(self) -> int:
        """See `Embeddings.size`."""
        return self._size

    def embed(self, texts: Sequence[str]) -> Vectors:
        """See `Embeddings.embed`."""
        if not texts:
            return np.zeros((0, self._size), np.float32)
        return np.stack([self._one(text) for text in texts])

    def _one(self, text: str) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        given = pieces_of(self._tokenizer, text)
        with self._asked:
            [said, *_] = self._session.run(None, {name: given[name] for name in self._inputs})
        mean = np.asarray(said, np.float32)[0].mean(axis=0)  # nothing is padded, so that every piece counts
        vector: np.ndarray[tuple[int], np.dtype[np.float32]] = mean / max(float(np.linalg.norm(mean)), 1e-12)
        return vector


def pieces_of(tokenizer: Tokenizer, text: str) -> Mapping[str, np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
    """Tell one text's word pieces as models of this kind are given them."""
    numbers = np.array([tokenizer.encode(text).ids], np.int64)
    return {"input_ids": numbers, "attention_mask": np.ones_like(numbers), "token_type_ids": np.zeros_like(numbers)}


def opened(model: str | bytes, *, named: str) -> InferenceSession:
    """Open a model that lies in a file or in memory.

    Raises:
        UnavailableError: It is no model.
    """
    options = SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3  # errors; warnings are about how it could be faster
    try:
        return InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except _FAULTS as error:
        raise UnavailableError(f"{named} cannot be loaded as an ONNX model: {error}") from error
