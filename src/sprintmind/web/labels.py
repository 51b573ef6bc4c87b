"""What is wrong with what was sent, in plain words: for people by the label that they see, for programs by its name."""

import re
from collections.abc import Mapping
from typing import Any

LABELS = {
    "as_of": "As of", "at": "When", "author": "Author", "customer": "Customer", "date": "Of the day",
    "days": "Valid for, in days", "due": "Due", "event": "Event", "field": "Field", "finding": "Risk",
    "identity": "Identity", "kind": "Kind", "known_at": "As known at the end of", "lasting": "It ends after",
    "limit": "At most", "name": "Name", "note": "Note", "outcome": "How", "owner": "Owner",
    "participants": "Who else was there", "person": "Person", "plan": "What is to be done, in words", "q": "Search",
    "question": "Question", "reason": "Reason", "repository": "Only these repositories", "rule": "Rule",
    "severity": "Severity", "since": "Since", "sort": "Order", "source": "It is", "status": "Status",
    "successor": "Which", "text": "The text", "ticket": "Ticket", "type": "Type", "until": "Until",
    "value": "Right value", "verdict": "Verdict", "visibility": "Who may read it", "what": "What", "when": "When",
}  # fmt: skip
"""What pages call the fields of their forms and lists."""

_NAMED = re.compile(rf"({'|'.join(LABELS)}): ")
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is no field of this request",
    "string_too_short": "is empty",
    "too_short": "is empty",
    "string_type": "must be a text",
    "string_too_long": "is longer than {max_length} characters",
    "too_long": "has more than {max_length}",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "int_parsing": "must be a whole number",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "date_from_datetime_parsing": "must be a date, YYYY-MM-DD",
    "date_parsing": "must be a date, YYYY-MM-DD",
    "json_invalid": "is not JSON",
}
"""What validation finds, by what it calls it."""


def labelled(message: str) -> str:
    """Name the field that a message begins with as the page does.

    >>> labelled("due: 'soon' is not a date; expected YYYY-MM-DD")
    "Due: 'soon' is not a date; expected YYYY-MM-DD"
    """
    found = _NAMED.match(message)
    return f"{LABELS[found[1]]}: {message[found.end() :]}" if found else message


def wrong(error: Mapping[str, Any], *, page: bool) -> str:
    """Tell one thing that validation found.

    Args:
        error: As Pydantic tells it.
        page: It is for a person, who sees labels; a program sees where in its request the field stands.
    """
    where, *names = map(str, error["loc"])
    kind, told = error["type"], error.get("ctx", {})
    if kind == "json_invalid":
        return f"{where}: is not JSON, at character {names[0] if names else 0}: {told.get('error', '')}"
    words = _WORDS[kind].format_map(told) if kind in _WORDS else error["msg"].removeprefix("Value error, ")
    if page and names:
        return f"{LABELS.get(names[-1], names[-1].replace('_', ' '))}: {words}"
    return f"{'.'.join((where, *names))}: {words}"
