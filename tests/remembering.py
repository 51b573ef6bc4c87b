"""Memories for tests: where each adapter keeps its own, and builders that fill in what does not matter."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from builders import at
from sprintmind.domain.events import Audience, PersonId, Visibility
from sprintmind.domain.memories import Memory, Question, TagFilter, TagMatch
from sprintmind.domain.visibility import Caller
from sprintmind.memory.embedded import open_memory
from sprintmind.memory.port import Memories
from sprintmind.testing import MemoryInMind

WITHOUT_EMBEDDINGS = SimpleNamespace(embeddings="none", embeddings_model="")
BUNDLED = SimpleNamespace(embeddings="", embeddings_model="")

NOBODY, PRIYA, TOM = Caller(), Caller(person=PersonId("priya")), Caller(person=PersonId("tom"))
DANA = Caller(person=PersonId("dana"), manager=True)
OPERATOR = Caller(operator=True)


def audience(visibility: str, *people: str) -> Audience:
    return Audience(visibility=Visibility(visibility), people=frozenset(map(PersonId, people)))


def memory(document: str, text: str, *tags: str, day: float = 0, **more: object) -> Memory:
    return Memory(document=document, text=text, said_at=at(day), tags=tags, **more)


def asked(text: str, *tags: str, match: str = "any_strict", caller: Caller = NOBODY, **more: object) -> Question:
    wanted = TagFilter(tags=tags, match=TagMatch(match)) if tags else None
    return Question(text=text, caller=caller, tags=wanted, **more)


def documents(memories: Memories, question: Question) -> list[str]:
    return [each.memory.document for each in memories.recall(question)]


def found(memories: Memories, question: Question) -> set[str]:
    return set(documents(memories, question))


def opened(folder: Path, settings: object = WITHOUT_EMBEDDINGS, **more: object) -> Memories:
    return open_memory(folder, workspace="default", settings=settings, **{"model": lambda: None, **more})


@dataclass(frozen=True)
class Kind:
    """A kind of memory that passes the contract."""

    name: str
    open: Callable[[Path], Memories]
    """Opens the one of a folder; again gives the same, in another process too where it is `shared`."""
    shared: bool = True


KINDS = (
    Kind("in mind", lambda _: MemoryInMind(), shared=False),
    Kind("words", opened),
    Kind("hybrid", lambda folder: opened(folder, BUNDLED)),
)
"""Each is opened by its name, because a function of a name cannot be sent to another process."""


def kind(name: str) -> Kind:
    return next(each for each in KINDS if each.name == name)
