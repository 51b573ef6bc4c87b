"""Which memories a question means, judged one by one: what an adapter asks of its index must come to the same."""

from sprintmind.domain.memories import Memory, Question, TagFilter, TagMatch
from sprintmind.domain.visibility import visible_to


def admitted(memory: Memory, question: Question) -> bool:
    """Tell whether a memory may be given in answer to a question, however well it answers it."""
    return (
        visible_to(memory.audience, question.caller)
        and (question.tags is None or tagged_as(memory, question.tags))
        and _of_kind(memory, question.kinds)
        and _said_within(memory, question)
    )


def tagged_as(memory: Memory, wanted: TagFilter) -> bool:
    """Tell whether a memory's tags are those that a filter names."""
    if not memory.tags:
        return wanted.match in (TagMatch.ANY, TagMatch.ALL)
    found = set(wanted.tags) & set(memory.tags)
    return bool(found) if wanted.match in (TagMatch.ANY, TagMatch.ANY_STRICT) else found == set(wanted.tags)


def _of_kind(memory: Memory, kinds: tuple[str, ...]) -> bool:
    return not kinds or any(f"kind:{kind}" in memory.tags for kind in kinds)


def _said_within(memory: Memory, question: Question) -> bool:
    within = question.within
    return within is None or (
        (within.start is None or within.start <= memory.said_at) and (within.end is None or memory.said_at < within.end)
    )
