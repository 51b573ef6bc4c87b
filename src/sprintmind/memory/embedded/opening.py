"""Where a workspace's memory is, and what it is opened with."""

from collections.abc import Callable
from pathlib import Path

from sprintmind.embeddings.choice import Chosen, open_embeddings
from sprintmind.llm.port import Model
from sprintmind.memory.embedded.store import EmbeddedMemories


def open_memory(home: Path, *, workspace: str, settings: Chosen, model: Callable[[], Model | None]) -> EmbeddedMemories:
    """Open a workspace's memory, `<workspace>.memory.db` in its home; it is made where there is none.

    Args:
        home: The data directory.
        workspace: Which.
        settings: Say which embeddings.
        model: Opens the language model that reflects; None: extracts.

    Raises:
        UnavailableError: The file cannot be opened, is no memory, or was written by a newer version.
    """
    file = home / f"{workspace}.memory.db"
    return EmbeddedMemories(file, embeddings=lambda: open_embeddings(settings), model=model)
