"""Memories for tests: where each adapter keeps its own, and builders that fill in what does not matter."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from builders import at
from sprintmind.domain.events import Audience, PersonId, Visibility, digest
from sprintmind.domain.memories import Memory, Question, TagFilter, TagMatch
from sprintmind.domain.visibility import Caller
from sprintmind.memory.embedded import open_memory
from sprintmind.memory.hindsight import HindsightMemories
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
    needs: str = ""
    """What the machine must have for it."""


def on_server(folder: Path) -> Memories:
    return HindsightMemories(os.environ["SPRINTMIND_TEST_HINDSIGHT"], bank=f"test-{digest(str(folder))}")


KINDS = (
    Kind("in mind", lambda _: MemoryInMind(), shared=False),
    Kind("words", opened),
    Kind("hybrid", lambda folder: opened(folder, BUNDLED)),
    Kind("hindsight", on_server, needs="hindsight"),
)
"""Each is opened by its name, because a function of a name cannot be sent to another process."""


def params(kinds: Iterable[Kind]) -> list[object]:
    """Run a test on each kind, where the machine has what it needs."""
    return [
        pytest.param(each, id=each.name, marks=[pytest.mark.needs(each.needs)] * bool(each.needs)) for each in kinds
    ]


def kind(name: str) -> Kind:
    return next(each for each in KINDS if each.name == name)
