"""The embeddings of a memory: loaded when first needed, and done without, aloud, where there are none."""

from collections.abc import Callable, Sequence

from sprintmind.embeddings.port import Embeddings, Vectors
from sprintmind.errors import UnavailableError
from sprintmind.memory.embedded.vectors import Floats

OFF = "the settings want no embeddings ([memory] embeddings = none)"


class Meanings:
    """Asks the embeddings that the settings name.

    Args:
        opener: Opens them; gives None where the settings want none.
    """

    def __init__(self, opener: Callable[[], Embeddings | None]) -> None:
        self._opener = opener
        self._opened: Embeddings | None = None
        self._lacking = ""
        self.silence = ""
        """Why they did not answer when they were last asked; empty: they did."""

    @property
    def lacking(self) -> str:
        """Why there are none; empty: there are."""
        self._open()
        return self._lacking

    @property
    def model(self) -> str | None:
        """Whose vectors can be compared; None: there are none."""
        opened = self._open()
        return opened.name if opened else None

    def of_texts(self, texts: Sequence[str]) -> Vectors | None:
        """Embed what is to be kept; None where there are no embeddings.

        Raises:
            UnavailableError: They do not answer; what is to be kept is told again later.
        """
        opened = self._open()
        return opened.embed(texts) if opened else None

    def of_question(self, text: str) -> Floats | None:
        """Embed a question; None where there are no embeddings, or they do not answer, which `silence` then says."""
        opened = self._open()
        if opened is None:
            return None
        try:
            vector: Floats = opened.embed([text])[0]
        except UnavailableError as error:
            self.silence = str(error)
            return None
        self.silence = ""
        return vector

    def _open(self) -> Embeddings | None:
        if self._opened is None and not self._lacking:
            try:
                self._opened = self._opener()
                self._lacking = "" if self._opened else OFF
            except UnavailableError as error:
                self._lacking = str(error)
        return self._opened
