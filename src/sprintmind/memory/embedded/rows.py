"""Memories to rows and back."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sprintmind.domain.events import Audience, PersonId, Visibility
from sprintmind.domain.memories import DocumentId, Memory, Tag
from sprintmind.errors import InputError
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


def checked(memories: Iterable[Memory]) -> tuple[Memory, ...]:
    """Take memories as they can be kept; of two with one document the last.

    Raises:
        InputError: One has no document, a time without an offset, or letters that are none.
    """
    kept: dict[DocumentId, Memory] = {}
    for memory in memories:
        _check(memory)
        kept[memory.document] = memory
    return tuple(kept.values())


def _check(memory: Memory) -> None:
    if not memory.document:
        raise InputError("a memory without a document cannot be kept: nothing could replace or erase it")
    if memory.said_at.tzinfo is None:
        raise InputError(f"memory {memory.document}: said_at has no offset; expected a moment in UTC")
    try:
        "".join((memory.document, memory.text, memory.context, *memory.tags)).encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"memory {memory.document!r}: it holds half a letter (a surrogate), which is no text"
        ) from error
