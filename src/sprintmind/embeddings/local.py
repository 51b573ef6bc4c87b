"""Another model in a folder: `model.onnx` and `tokenizer.json`, as sentence-transformers models are exported."""

from hashlib import sha256
from pathlib import Path

from tokenizers import Tokenizer

from sprintmind.embeddings.sentences import SentenceModel
from sprintmind.errors import UnavailableError

LONGEST = 512
"""Word pieces, where the tokenizer itself names no limit."""


def open_local(folder: Path) -> SentenceModel:
    """Load the model of a folder; its name is made of the file's content, so that other weights have another name.

    Raises:
        UnavailableError: A file is missing or is not what it should be; says which.
    """
    model, pieces = folder / "model.onnx", folder / "tokenizer.json"
    try:
        digest = sha256(model.read_bytes()).hexdigest()
        text = pieces.read_text("utf-8")
    except OSError as error:
        raise UnavailableError(
            f"{error.filename}: {error.strerror}; [memory] embeddings names a folder with model.onnx and tokenizer.json"
        ) from error
    except UnicodeDecodeError as error:
        raise UnavailableError(f"{pieces} is not UTF-8: byte {error.start} cannot be read") from error
    return SentenceModel(model, tokenizer=_tokenizer(pieces, text), name=f"{folder.name}@{digest[:12]}")


def _tokenizer(file: Path, text: str) -> Tokenizer:
    try:
        made = Tokenizer.from_str(text)
    except Exception as error:  # the library raises nothing narrower
        raise UnavailableError(f"{file} is no tokenizer: {error}") from error
    made.no_padding()
    if made.truncation is None:
        made.enable_truncation(LONGEST)
    return made
