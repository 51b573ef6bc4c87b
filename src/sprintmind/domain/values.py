"""What a person types for a field, as the value that the field holds."""

from datetime import date

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId, Value
from sprintmind.domain.people import Team
from sprintmind.domain.work import Status

NOTHING = frozenset({"", "none", "nobody", "null", "-"})
_YES = {"true": True, "yes": True, "false": False, "no": False}
_APPROVALS = ("pending", "approved", "rejected")


def field_value(field: str, text: str, team: Team) -> Value:
    """Turn what a person typed into a field's value.

    Args:
        field: status, assignee, due_date, blocked, title, sprint, parent, `approval:<who>`, `dependency:<on what>`.
        text: As typed; "none" empties a field that may be empty.
        team: Whose people may be named.

    Raises:
        ValueError: There is no such field, or the text is no value of it; the message says what is expected.
    """
    kind = field.partition(":")[0]
    if kind not in _READERS:
        raise ValueError(f"there is no field {field!r}; there are {', '.join(_READERS)}")
    return _READERS[kind](text.strip(), team)


def _status(text: str, _: Team) -> Value:
    word = text.casefold().replace(" ", "_").replace("-", "_")
    if word not in set(Status):
        raise ValueError(f"{text!r} is no status; there are {', '.join(Status)}")
    return word


def _assignee(text: str, team: Team) -> Value:
    if text.casefold() in NOTHING:
        return None
    person = PersonId(text) if team.person(PersonId(text)) else team.person_named(text)
    if person is None or person == UNKNOWN_PERSON:
        who = "nobody of the team" if person is None else "the name of two people"
        raise ValueError(f"{text!r} is {who}; use an id: {', '.join(each.id for each in team.people)}")
    return person


def _due_date(text: str, _: Team) -> Value:
    if text.casefold() in NOTHING:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is no date; write it as 2025-10-03") from None


def _yes_or_no(text: str, _: Team) -> Value:
    if text.casefold() not in _YES:
        raise ValueError(f"{text!r} is neither true nor false")
    return _YES[text.casefold()]


def _approval(text: str, _: Team) -> Value:
    if text.casefold() not in _APPROVALS:
        raise ValueError(f"{text!r} is no state of an approval; there are {', '.join(_APPROVALS)}")
    return text.casefold()


def _words(text: str, _: Team) -> Value:
    return None if text.casefold() in NOTHING else text


_READERS = {
    "status": _status,
    "assignee": _assignee,
    "due_date": _due_date,
    "blocked": _yes_or_no,
    "dependency": _yes_or_no,
    "approval": _approval,
    "title": _words,
    "sprint": _words,
    "parent": _words,
}
