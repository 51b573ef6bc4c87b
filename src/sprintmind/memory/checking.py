"""What no memory can keep, refused before anything of it is kept."""

from collections.abc import Iterable

from sprintmind.domain.memories import DocumentId, Memory
from sprintmind.errors import InputError


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
            f"memory {memory.document!r}: it holds half a letter (a lone surrogate), which is no text"
        ) from error
