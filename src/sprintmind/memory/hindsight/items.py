"""Memories as a Hindsight server takes and gives them."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from hindsight_client_api.models.recall_result import RecallResult
from hindsight_client_api.models.reflect_fact import ReflectFact

from sprintmind.domain.events import Audience
from sprintmind.domain.memories import (
    DocumentId,
    Memory,
    Question,
    Recalled,
    Tag,
    TagFilter,
    TagMatch,
    readable_tags,
    visibility_tags,
)
from sprintmind.memory.hindsight.bank import WHOLE, scopes

_UNTAGGED = Tag("untagged:yes")
"""Stands on what has no tag: who may read it is a tag too, so that for the server everything is tagged."""
_READERS = ("visibility:", "reader:", _UNTAGGED)
_KEPT = "sprintmind"
"""The entry of the metadata that is ours."""

NOTHING = 0.001
"""What a reranker gives to a text that has nothing to do with the question, or less."""

Group = dict[str, Any]
"""A condition on tags, as the server writes it."""


class _Kept(msgspec.Struct, frozen=True):
    """What comes back beside the text."""

    said_at: datetime
    audience: Audience
    whole: bool
    text: str | None = None
    """Where the server's database cannot hold it as it is."""


def item(memory: Memory) -> dict[str, Any]:
    """Write a memory as the server takes it."""
    sent = storable(memory.text)
    kept = _Kept(
        said_at=memory.said_at,
        audience=memory.audience,
        whole=memory.whole,
        text=None if sent == memory.text and sent.strip() else memory.text,
    )
    told = {
        "content": sent if sent.strip() else memory.document,
        "timestamp": memory.said_at.astimezone(UTC).isoformat(),
        "context": memory.context or None,
        "document_id": memory.document,
        "metadata": {**memory.metadata, _KEPT: msgspec.json.encode(kept).decode()},
        "tags": [*(memory.tags or (_UNTAGGED,)), *visibility_tags(memory.audience)],
        "observation_scopes": scopes(memory),
    }
    return told | ({"strategy": WHOLE} if memory.whole else {})


def storable(text: str) -> str:
    """Write a text as the server's database can hold it, which knows no NUL."""
    return text.replace("\0", " ")


def recalled(result: RecallResult | ReflectFact) -> Recalled | None:
    """Read one result; None for what is not one of ours, such as a summary of the server's."""
    metadata = dict(result.metadata or {})
    kept = metadata.pop(_KEPT, None)
    if kept is None or result.document_id is None:
        return None
    ours = msgspec.json.decode(kept, type=_Kept)
    memory = Memory(
        document=DocumentId(result.document_id),
        text=result.text if ours.text is None else ours.text,
        said_at=ours.said_at,
        tags=tuple(Tag(tag) for tag in result.tags or () if not tag.startswith(_READERS)),
        metadata=metadata,
        context=result.context or "",
        whole=ours.whole,
        audience=ours.audience,
    )
    return Recalled(memory=memory, score=_score(result))


def is_something(result: RecallResult) -> bool:
    """Tell whether a server that judges its results found anything in one; without a judge, every result counts.

    A server always answers with its nearest memories, however far they are.
    """
    judged = result.scores.reranker if result.scores else None
    return judged is None or judged > NOTHING


def _score(result: RecallResult | ReflectFact) -> float:
    scores = result.scores if isinstance(result, RecallResult) else None
    final = scores.final if scores else None
    return min(1.0, float(final)) if final is not None else 0.0


def conditions(question: Question) -> list[Group]:
    """Write which memories are meant: all of these conditions hold."""
    readers = readable_tags(question.caller)
    kinds = [f"kind:{kind}" for kind in question.kinds]
    groups = [
        _one_of(readers) if readers is not None else None,
        _one_of(kinds) if kinds else None,
        _tagged(question.tags) if question.tags else None,
    ]
    return [group for group in groups if group is not None]


def _one_of(tags: tuple[str, ...] | list[str]) -> Group:
    return {"tags": list(tags), "match": "any_strict"}


def _tagged(meant: TagFilter) -> Group:
    match meant.match:
        case TagMatch.ANY:
            return _one_of([*meant.tags, _UNTAGGED])
        case TagMatch.ALL:
            return {"or": [{"tags": list(meant.tags), "match": "all_strict"}, _one_of([_UNTAGGED])]}
        case TagMatch.ANY_STRICT | TagMatch.ALL_STRICT:
            return {"tags": list(meant.tags), "match": meant.match.value}


def described(settings: Mapping[str, Any], current: Mapping[str, Any]) -> dict[str, Any]:
    """Tell which settings differ from what a bank has."""
    return {name: value for name, value in settings.items() if current.get(name) != value}
