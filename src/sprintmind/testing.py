"""Stand-ins for what a workspace calls, for tests of ours and of whoever builds on this; each passes its contract."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from sprintmind.adapters import Adapters
from sprintmind.domain.memories import Budget, DocumentId, Memory, MemoryStatus, Question, Recalled, Reflection
from sprintmind.domain.recalls import admitted
from sprintmind.errors import InputError, UnavailableError
from sprintmind.llm.port import Model
from sprintmind.memory.port import Memories, Schema
from sprintmind.memory.reflecting import reflected
from sprintmind.transcription.port import Heard, Segment


def alone() -> Adapters:
    """Give a workspace nothing beside its ledger: no memory answers, and there is no model."""
    return Adapters(memory=_unavailable, meaning=lambda: None, model=lambda: None)


def remembering(memory: Memories) -> Adapters:
    """Give a workspace a memory beside its ledger, and no model."""
    return Adapters(memory=lambda: memory, meaning=lambda: None, model=lambda: None)


@dataclass(kw_only=True)
class ListenerInMind:
    """Hears in every recording what it was told, and can be told to fail; see `Transcription`."""

    segments: Sequence[Segment] = ()
    fails: Exception | None = None
    """Is raised in place of the last segment."""
    listened: list[Path] = field(default_factory=list)
    """The recordings that it was given."""

    @property
    def name(self) -> str:
        """See `Transcription.name`."""
        return "a listener in mind"

    def transcribe(self, recording: Path, *, heard: Heard) -> Iterator[Segment]:
        """See `Transcription.transcribe`."""
        self.listened.append(recording)
        length = max((segment.end for segment in self.segments), default=timedelta())
        heard(timedelta(), length)
        for segment in self.segments[:-1] if self.fails else self.segments:
            heard(segment.end, length)
            yield segment
        if self.fails:
            raise self.fails
        heard(length, length)


def _unavailable() -> Memories:
    raise UnavailableError("memory is not available: this workspace stands alone")


@dataclass(kw_only=True)
class MemoryInMind:
    """A memory in this process that finds by common words, and can be told to fail; see `Memories`."""

    kept: dict[DocumentId, Memory] = field(default_factory=dict)
    down: bool = False
    """It does not answer."""
    poison: str = ""
    """What stands in a text that it never takes; empty: nothing does."""
    calls: int = 0
    before: Callable[[Sequence[Memory]], None] = lambda _: None
    """Is called with what is about to be retained; it may raise."""
    model: Model | None = None
    """Reflects; None: extracts."""

    def retain(self, memories: Sequence[Memory]) -> None:
        """See `Memories.retain`."""
        self._answer()
        self.before(memories)
        for memory in memories:
            if not memory.document or memory.said_at.tzinfo is None:
                raise InputError(f"memory {memory.document!r} has no document, or a time without an offset")
            if self.poison and self.poison in memory.text:
                raise InputError("memory refuses this text")
        self.kept |= {memory.document: memory for memory in memories}

    def recall(self, question: Question) -> tuple[Recalled, ...]:
        """See `Memories.recall`; what shares no word with the question is not found."""
        self._answer()
        meant = [memory for memory in self.kept.values() if admitted(memory, question)]
        found = [Recalled(memory=memory, score=_shared(question.text, memory)) for memory in meant]
        best = sorted(found, key=lambda each: (-each.score, each.memory.document))
        return tuple(each for each in best if each.score > 0)[: max(question.limit, 0)]

    def reflect(self, question: Question, *, budget: Budget = Budget.LOW, schema: Schema | None = None) -> Reflection:
        """See `Memories.reflect`."""
        return reflected(self, question, budget=budget, schema=schema, model=self.model)

    def forget(self, documents: Sequence[DocumentId]) -> int:
        """See `Memories.forget`."""
        self._answer()
        return sum(self.kept.pop(document, None) is not None for document in documents)

    def clear(self) -> None:
        """See `Memories.clear`."""
        self._answer()
        self.kept.clear()

    def status(self) -> MemoryStatus:
        """See `Memories.status`."""
        return MemoryStatus(
            backend="in mind",
            ready=not self.down,
            mode="lexical",
            memories=len(self.kept),
            detail="it is down" if self.down else "",
        )

    def close(self) -> None:
        """See `Memories.close`."""

    def _answer(self) -> None:
        self.calls += 1
        if self.down:
            raise UnavailableError("memory does not answer")


def _shared(asked: str, memory: Memory) -> float:
    """Tell which part of a question's words a memory has; one that is asked for by its document has all."""
    words = set(re.findall(r"\w+", asked.casefold()))
    if memory.document in (asked.strip(), *(word for word in asked.split() if not word.isalpha())):
        return 1.0
    return len(words & set(re.findall(r"\w+", f"{memory.text} {memory.context}".casefold()))) / (len(words) or 1)
