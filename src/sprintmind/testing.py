"""Stand-ins for what a workspace calls, for tests of ours and of whoever builds on this; each passes its contract."""

import re
from collections.abc import Callable, Sequence

from sprintmind.adapters import Adapters
from sprintmind.domain.memories import Budget, DocumentId, Memory, MemoryStatus, Question, Recalled, Reflection
from sprintmind.domain.recalls import admitted
from sprintmind.errors import InputError, UnavailableError
from sprintmind.llm.port import Model
from sprintmind.memory.port import Memories, Schema
from sprintmind.memory.reflecting import reflected


def alone() -> Adapters:
    """Give a workspace nothing beside its ledger: no memory answers, and there is no model."""
    return Adapters(memory=_unavailable, meaning=lambda: None, model=lambda: None)


def _unavailable() -> Memories:
    raise UnavailableError("memory is not available: this workspace stands alone")


class PlainMemories:
    """A memory in a dictionary that counts common words; see `Memories`.

    Args:
        model: Reflects; None: extracts.
    """

    def __init__(self, model: Callable[[], Model | None] = lambda: None) -> None:
        self.kept: dict[DocumentId, Memory] = {}
        self._model = model

    def retain(self, memories: Sequence[Memory]) -> None:
        """See `Memories.retain`."""
        for memory in memories:
            if not memory.document or memory.said_at.tzinfo is None:
                raise InputError(f"memory {memory.document!r} has no document, or a time without an offset")
        self.kept |= {memory.document: memory for memory in memories}

    def recall(self, question: Question) -> tuple[Recalled, ...]:
        """See `Memories.recall`; what shares no word with the question is not found."""
        meant = [memory for memory in self.kept.values() if admitted(memory, question)]
        found = [Recalled(memory=memory, score=_shared(question.text, memory)) for memory in meant]
        best = sorted(found, key=lambda each: (-each.score, each.memory.document))
        return tuple(each for each in best if each.score > 0)[: max(question.limit, 0)]

    def reflect(self, question: Question, *, budget: Budget = Budget.LOW, schema: Schema | None = None) -> Reflection:
        """See `Memories.reflect`."""
        return reflected(self, question, budget=budget, schema=schema, model=self._model())

    def forget(self, documents: Sequence[DocumentId]) -> int:
        """See `Memories.forget`."""
        return sum(self.kept.pop(document, None) is not None for document in documents)

    def clear(self) -> None:
        """See `Memories.clear`."""
        self.kept.clear()

    def status(self) -> MemoryStatus:
        """See `Memories.status`."""
        return MemoryStatus(backend="plain", ready=True, mode="lexical", memories=len(self.kept))

    def close(self) -> None:
        """See `Memories.close`."""


def _shared(asked: str, memory: Memory) -> float:
    """Tell which part of a question's words a memory has; one that is asked for by its document has all."""
    words = set(re.findall(r"\w+", asked.casefold()))
    if memory.document in (asked.strip(), *(word for word in asked.split() if not word.isalpha())):
        return 1.0
    return len(words & set(re.findall(r"\w+", f"{memory.text} {memory.context}".casefold()))) / (len(words) or 1)
