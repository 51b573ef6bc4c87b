"""What Jira's statuses mean: the team's own map, then names, then the category, with the resolution."""

import re
from collections.abc import Mapping

BLOCKED = "blocked"
"""Not a status of ours: the field `blocked`, with no status."""

_NAMES = {
    "in_review": "in review|review|code review|in code review|peer review|in peer review|under review|reviewing|"
    "pr review|awaiting review|waiting for review|ready for review|ready for code review|to review",
    "in_qa": "qa|in qa|testing|in testing|test|in test|qa testing|ready for qa|ready for test|ready for testing|"
    "ready to test|qa review|uat|in uat|user acceptance testing|verification|in verification",
    BLOCKED: "blocked",
    "cancelled": "won't do|wont do|won't fix|wont fix|wontfix|duplicate|duplicated|cancelled|canceled",
}
"""Names that say more than their category does."""

_CATEGORIES = {
    "new": "todo",
    "indeterminate": "in_progress",
    "done": "done",
    "to do": "todo",
    "in progress": "in_progress",
}

_USUAL = {
    "todo": "to do|todo|open|new|backlog|reopened|selected for development|ready|ready for development|ready for dev|"
    "planned|triage|not started",
    "in_progress": "in progress|in development|in dev|development|developing|doing|started|work in progress|wip|"
    "implementing|in implementation",
    "done": "done|closed|resolved|complete|completed|released|shipped|deployed|finished|live|in production",
    "cancelled": "rejected|declined|abandoned|obsolete|invalid|dropped|not doing",
}
"""Names that stand in for a category that was not given."""

_NOT_DONE = (
    "cannot reproduce|can't reproduce|incomplete|not a bug|not needed|no longer needed|out of scope|withdrawn|"
    "works as designed|won't be fixed|known error"
)
_CANCELLING = frozenset("|".join((_NOT_DONE, _NAMES["cancelled"], _USUAL["cancelled"])).split("|"))
"""Resolutions, and names of statuses in the category done, that end work without doing it."""


def _turned(table: Mapping[str, str]) -> Mapping[str, str]:
    return {name: meaning for meaning, names in table.items() for name in names.split("|")}


_BY_NAME = _turned(_NAMES)
_BY_USUAL_NAME = _turned(_USUAL)


def meaning(
    name: str, *, category: str = "", resolution: str = "", status_map: Mapping[str, str] | None = None
) -> str | None:
    """Tell what a status means to us: one of our statuses, `BLOCKED`, or None where nothing is known.

    Args:
        name: The status as Jira shows it.
        category: Key or name of its category, where it is given.
        resolution: Name of the issue's resolution; empty if it has none.
        status_map: The team's own meanings, by name in lower case.

    >>> meaning("Closed", category="done", resolution="Won't Do")
    'cancelled'
    """
    plain = _plain(name)
    found = (
        (status_map or {}).get(name.strip().lower())
        or _BY_NAME.get(plain)
        or _CATEGORIES.get(_plain(category))
        or _BY_USUAL_NAME.get(plain)
    )
    if found == "done" and (_plain(resolution) in _CANCELLING or plain in _CANCELLING):
        return "cancelled"
    return found


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.casefold().replace("’", "'")).strip()
