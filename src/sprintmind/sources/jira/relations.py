"""Which of Jira's links between issues are dependencies, and of which on which."""

import re

_DEPENDS = re.compile(
    r"is blocked by|is impeded by|depends (?:up)?on|is dependent on|requires|needs|waits for|is waiting for|"
    r"(?:has to|must) be done after"
)
_CARRIES = re.compile(
    r"blocks|impedes|is depended (?:up)?on by|is a (?:dependency|prerequisite) of|is (?:required|needed) by|"
    r"(?:has to|must) be done before"
)
_SENTENCE = re.compile(r"^\s*This issue (?P<relation>.+?) (?P<key>[A-Za-z][A-Za-z0-9_]*-\d+)\s*$", re.IGNORECASE)


def dependency(relation: str, this: str, other: str) -> tuple[str, str] | None:
    """Tell which of two issues depends on which, dependent first; None of a link that is no dependency.

    >>> dependency("blocks", "NW-1", "NW-2")
    ('NW-2', 'NW-1')
    """
    words = " ".join(relation.casefold().split())
    if _DEPENDS.fullmatch(words):
        return (this, other)
    return (other, this) if _CARRIES.fullmatch(words) else None


def sentence(words: str) -> tuple[str, str] | None:
    """Take a changelog's sentence apart: the relation and the other issue's key.

    >>> sentence("This issue is blocked by NW-2")
    ('is blocked by', 'NW-2')
    """
    found = _SENTENCE.match(words)
    return (found["relation"], found["key"].upper()) if found else None
