"""Tags, readers and names as words of the full-text index, in a column of their own that no text can reach."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from sprintmind.domain.events import Visibility
from sprintmind.domain.memories import Memory, Question, Tag, TagFilter, TagMatch
from sprintmind.domain.visibility import Caller

RESTRICTED = "restricted"
"""Is on whatever the whole team may not see."""
UNTAGGED = "untagged"


def word(kind: str, name: str) -> str:
    """Make a word of letters and digits that stemming leaves alone; two names never share one."""
    return f"{kind}{int.from_bytes(blake2b(name.encode('utf-8', 'surrogatepass'), digest_size=8).digest())}"


def words_of(memory: Memory, names: Iterable[str]) -> str:
    """Make the words under which a memory is found beside its text.

    Args:
        memory: Whose tags and audience are meant.
        names: What it names exactly.
    """
    audience = memory.audience
    found = [word("t", tag) for tag in memory.tags] or [UNTAGGED]
    if audience.visibility is not Visibility.TEAM:
        found += [RESTRICTED, word("v", audience.visibility), *(word("r", person) for person in audience.people)]
    return " ".join([*found, *(word("n", name) for name in names)])


def narrowed(terms: str, question: Question) -> str:
    """Narrow an expression of the full-text index to what a question means and its caller may read."""
    expression = f"({terms})"
    for wanted in (_tagged(question.tags), _kinds(question.kinds)):
        expression += f" AND ({wanted})" if wanted else ""
    if question.caller.operator:
        return expression
    return f"({expression}) NOT ({_hidden(question.caller)})"


def named(names: Iterable[str]) -> str:
    """Ask for whatever names one of these."""
    return _either(word("n", name) for name in sorted(names))


def tag(name: str) -> str:
    """Spell a tag as the table of tags holds it."""
    return f"t:{name}"


def reader(person: str) -> str:
    """Spell a reader as the table of tags holds it; no tag is spelled so."""
    return f"r:{person}"


def kind_tags(kinds: Sequence[str]) -> tuple[Tag, ...]:
    """Give the tags of kinds."""
    return tuple(Tag(f"kind:{kind}") for kind in kinds)


def _tagged(wanted: TagFilter | None) -> str:
    if wanted is None:
        return ""
    words = [word("t", tag) for tag in wanted.tags]
    every = wanted.match in (TagMatch.ALL, TagMatch.ALL_STRICT)
    found = " AND ".join(f"scope:{each}" for each in words) if every else _either(words)
    return f"({found}) OR scope:{UNTAGGED}" if wanted.match in (TagMatch.ANY, TagMatch.ALL) else found


def _kinds(kinds: Sequence[str]) -> str:
    return _either(word("t", tag) for tag in kind_tags(kinds))


def _hidden(caller: Caller) -> str:
    """Ask for what is restricted and not for this caller; the restricted is short, and all that is open is not."""
    managers = [word("v", Visibility.MANAGERS)] if caller.manager else []
    own = [word("r", caller.person)] if caller.person else []
    allowed = [*managers, *own]
    return f"scope:{RESTRICTED} NOT ({_either(allowed)})" if allowed else f"scope:{RESTRICTED}"


def _either(words: Iterable[str]) -> str:
    return " OR ".join(f"scope:{each}" for each in words)
