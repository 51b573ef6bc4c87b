"""Which tickets a pull request works on, and which it merely mentions."""

import re
from dataclasses import dataclass

from sprintmind.domain.events import TicketKey
from sprintmind.domain.people import Team

_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""A template's comments say nothing."""
_ASIDE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`|^[ \t]*>[^\n]*", re.DOTALL | re.MULTILINE)
"""Code and quotations: a closing word there closes nothing."""
_NOT = r"(?<!not )(?<!n't )(?<!n’t )(?<!never )(?<!partially )(?<!partly )"
_CLOSING = re.compile(
    rf"(?<![\w-]){_NOT}(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing))(?:[ \t]*:\s*|[ \t]+)",
    re.IGNORECASE,
)
_BEFORE_KEY = re.compile(
    r"(?:[\s*_\[(<#+-]|(?:issue|issues|ticket|tickets|bug|story|task|jira)\b:?|https?://[^\s)]*?/(?=[A-Za-z]+-\d))*",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"[\])>*_]*(?:\(https?://[^\s)]*\))?(?:\s*(?:,|&|\+|/|;|\band\b)\s*|\s*\n[ \t]*[*+-][ \t]+)+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Links:
    """The tickets that a pull request names."""

    works_on: frozenset[TicketKey]
    mentions: frozenset[TicketKey]


def links(*, title: str, branch: str, body: str, team: Team) -> Links:
    """Read links: a key in the title, the branch, or after a closing word of the body works on its ticket.

    A list after one closing word is closed as a whole ("Fixes NW-1, NW-2 and NW-3").
    """
    visible = _HIDDEN.sub(" ", body)
    works_on = {*team.ticket_keys(title), *team.ticket_keys(branch)}
    named = frozenset(team.ticket_keys(visible))
    if named:
        works_on |= _closed(_ASIDE.sub(" \0 ", visible), team)
    return Links(frozenset(works_on), named - works_on)


def _closed(text: str, team: Team) -> set[TicketKey]:
    found: set[TicketKey] = set()
    for closing in _CLOSING.finditer(text):
        at = closing.end()
        while key := team.key_pattern.match(text, _BEFORE_KEY.match(text, at).end()):  # type: ignore[union-attr] # it matches the empty text
            found.update(team.ticket_keys(key.group()))
            between = _BETWEEN.match(text, key.end())
            if not between:
                break
            at = between.end()
    return found
