"""Memories to rows and back."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sprintmind.domain.events import Audience, PersonId, Visibility
from sprintmind.domain.memories import DocumentId, Memory, Tag
from sprintmind.memory.embedded.identifiers import identifiers, tagged_identifiers
from sprintmind.memory.embedded.passages import before, passages
from sprintmind.memory.embedded.scope import words_of

COLUMNS = "document, said_at, tags, metadata, context, whole, visibility, people, ask"

MemoryRow = tuple[str, str, str, str, str, int, str, str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A piece of a memory's text, as it is indexed."""

    text: str
    context: str
    scope: str


def row_of(memory: Memory) -> MemoryRow:
    """Write a memory as a row, without its text."""
    audience = memory.audience
    return (
        memory.document,
        memory.said_at.astimezone(UTC).isoformat(),
        json.dumps(memory.tags),
        json.dumps(dict(memory.metadata)),
        memory.context,
        int(memory.whole),
        audience.visibility.value,
        json.dumps(sorted(audience.people)),
        audience.ask,
    )


def memory_of(row: MemoryRow, text: str) -> Memory:
    """Read a memory from its row."""
    document, said_at, tags, metadata, context, whole, visibility, people, ask = row
    return Memory(
        document=DocumentId(document),
        text=text,
        said_at=datetime.fromisoformat(said_at),
        tags=tuple(Tag(tag) for tag in json.loads(tags)),
        metadata=json.loads(metadata),
        context=context,
        whole=bool(whole),
        audience=Audience(
            visibility=Visibility(visibility),
            people=frozenset(PersonId(person) for person in json.loads(people)),
            ask=PersonId(ask) if ask is not None else None,
        ),
    )


def passages_of(memory: Memory) -> Iterator[Passage]:
    """Cut a memory into what is indexed; each piece is found by the title above it and the end of the piece before."""
    above, tagged = memory.context, tagged_identifiers(memory.tags)
    preceding = ""
    for text in passages(memory.text):
        context = f"{above}\n{preceding}".strip()
        yield Passage(text=text, context=context, scope=words_of(memory, tagged | identifiers(text)))
        preceding = before(text)
