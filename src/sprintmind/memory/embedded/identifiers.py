"""Names that mean one thing exactly: ticket keys, numbers of pull requests, commits."""

import re
from collections.abc import Iterable

_NAMES = re.compile(
    r"""(?P<key>(?<![\w-])[A-Za-z][A-Za-z0-9_]*-\d+(?![\w-]))
      | (?P<number>(?<![\w&])[#!]\d+(?!\w))
      | (?P<commit>(?<!\w)(?=[a-f]*\d)[0-9a-f]{7,40}(?!\w))""",
    re.VERBOSE,
)
_SHORT = 7
"""Digits by which a commit is commonly named."""
_MOST = 64
"""Words of a question that are looked up."""
_NAMING = ("ticket", "pull", "issue", "commit")
"""Kinds of tag whose identity is such a name, whether the text says it or not."""


def identifiers(text: str) -> frozenset[str]:
    """Find the names in a text, each in one spelling.

    >>> sorted(identifiers("nw-231 waits for #88 since 0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c"))
    ['#88', '0d1a26e', 'NW-231']
    """
    return frozenset(_spelled(found) for found in _NAMES.finditer(text))


def possible_documents(text: str) -> tuple[str, ...]:
    """List what may be a document's id: the whole of a text, and each of its words that is no plain word.

    >>> possible_documents("what of github:pull:88")
    ('what of github:pull:88', 'github:pull:88')
    """
    words = [word for word in text.split() if not word.isalpha()]
    return tuple(dict.fromkeys([text.strip(), *words[:_MOST]]))


def tagged_identifiers(tags: Iterable[str]) -> frozenset[str]:
    """Find the names in tags.

    >>> sorted(tagged_identifiers(["ticket:NW-231", "person:priya", "pull:northwind/shop#88"]))
    ['#88', 'NW-231']
    """
    pairs = (tag.partition(":") for tag in tags)
    return frozenset().union(*(_tagged(identity) for kind, _, identity in pairs if kind in _NAMING))


def _tagged(identity: str) -> frozenset[str]:
    _, mark, number = identity.rpartition("#")
    return identifiers(f"{mark}{number}")


def _spelled(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "key":
            return found[0].upper()
        case "number":
            return f"#{found[0][1:]}"
        case _:
            return found[0][:_SHORT]
