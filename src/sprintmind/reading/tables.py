"""Rows of tables and lines of fields, where a column or an exact name says what a cell means."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId, TicketKey, Value
from sprintmind.reading.context import Context
from sprintmind.reading.dates import dates
from sprintmind.reading.lexicon import facts, listed
from sprintmind.reading.registers import registered_row
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.utterances import Utterance

_FIELDS = re.compile(r"\s*\|\s*|\s+·\s+|:\s{1,3}|\s+[-–—]\s+|\s*\t\s*|\s{3,20}")
_WAS = re.compile(r"\((?:was|previously|from|before)\b[^()]{0,60}\)", re.IGNORECASE)
_DATED = re.compile(r"[\s(,-]{1,9}(?:on |by )?[\d(].{0,30}$")
FIELD = "table.field"
"""The cue of a field that stands below its ticket."""
_ROLES = listed("roles", "roles")
_DECORATION = re.compile(r"^[\s*_`\[(]+|[\s*_`\])]+$")
_DUE = re.compile(r"^(?:due|deadline|by)\b[\s:]{0,3}", re.IGNORECASE)


def row(utterance: Utterance, context: Context) -> tuple[Statement, ...] | None:
    """Read a table's row by its columns; None if no column is known or the row names no ticket and no customer."""
    cells = {meaning: text.strip() for heading, text in utterance.cells.items() if (meaning := _column(heading))}
    roles = _role_columns(utterance)
    if "promise" in cells and (promised := tuple(registered_row(cells, utterance, context))):
        return promised
    if len(cells) + len(roles) < 2 or not (
        {"key", "customer"} & cells.keys() or context.team.ticket_keys(utterance.text)
    ):
        return None
    return (*_of_row(cells, utterance, context), *_by_role(cells, roles, utterance, context))


def fields(utterance: Utterance, context: Context) -> tuple[Statement, ...] | None:
    """Read a line such as `PAY-1 | Report | Done | Jo | due 10.10.`; None if none of its fields is exactly a state."""
    text = _WAS.sub("", utterance.text.strip().lstrip("-*• "))
    parts = [_DECORATION.sub("", part) for part in _FIELDS.split(text)]
    parts = [part for part in parts if part]
    listed_so = [part.strip() for part in parts[0].split(",")] if len(parts) == 1 else []
    if len(listed_so) > 2 and context.team.key_pattern.fullmatch(listed_so[0]):  # a key, a title, a state
        parts = listed_so
    keys = context.team.ticket_keys(parts[0]) if len(parts) > 1 else ()
    states = [part for part in parts[1:] if state_named(part, context)]
    if len(keys) != 1 or not states or ("|" not in utterance.text and _says_why(states[-1], parts, context)):
        return None
    found = [*_status(keys[0], states[-1], utterance, context)]
    reason = next((part for part in parts[1:] if part.casefold().startswith(("waiting", "needs", "depends"))), None)
    if reason and found and found[0].kind is Kind.BLOCKED:
        found[0] = replace(found[0], waiting_on=_party(reason, keys[0], context))
    for part in parts[1:]:
        found += [*_assignee(keys[0], part, utterance, context), *_due(keys[0], part, utterance, context)]
    return tuple(found)


def _says_why(state: str, parts: Sequence[str], context: Context) -> bool:
    """Mind that "NW-1 - Blocked: waiting for Acme" is better read as a sentence, which knows the cause."""
    return state_named(state, context) == "blocked" and parts[-1] != state


def labelled_field(utterance: Utterance, context: Context) -> tuple[Statement, ...] | None:
    """Read `Status: Code Review` below the ticket whose field it is; None if it is no field of one ticket."""
    label, colon, text = utterance.text.strip().lstrip("-*• ").partition(":")
    column = _column(label) if colon else None
    if column is None or len(context.focus) != 1 or context.team.ticket_keys(utterance.text):
        return None
    cells = {column: text.strip().strip('"')}
    found = tuple(_of_ticket(context.focus[0], cells, utterance, context))
    return tuple(replace(statement, cues=(FIELD,)) for statement in found) or None


def state_named(text: str, context: Context) -> str | None:
    """Tell which state a tool's name for one means, the team's own map first; None for none."""
    plain = _plain(text)
    mapped = context.team.status_map.get(plain)
    found = mapped or _named("states", plain)
    return None if found == "none" else found


def _role_columns(utterance: Utterance) -> Mapping[str, str]:
    """Tell the cells whose column is named after somebody who approves, "Legal"."""
    names = listed("roles", "approvers")
    known = {head: cell for head, cell in utterance.cells.items() if _plain(head) in names}
    others = {head: cell for head, cell in utterance.cells.items() if set(_plain(head).split()) & _ROLES}
    judged = {head: cell for head, cell in others.items() if _verdict(cell)}
    return known | (judged if known or len(others) > 1 else {})


def _by_role(
    cells: Mapping[str, str], roles: Mapping[str, str], utterance: Utterance, context: Context
) -> Iterator[Statement]:
    for key in context.team.ticket_keys(cells.get("key", ""))[:1]:
        for role, state in roles.items():
            if value := _verdict(state):
                yield replace(_said(Kind.APPROVAL, key, value, utterance, context), by=role)


def _verdict(cell: str) -> str | None:
    """Tell what a cell says of an approval; a day may stand behind it, "approved 2025-10-01"."""
    return _named("approvals", cell) or _named("approvals", _DATED.sub("", cell))


def _of_row(cells: Mapping[str, str], utterance: Utterance, context: Context) -> Iterator[Statement]:
    keys = context.team.ticket_keys(cells.get("key") or utterance.text)
    for key in keys[: None if "key" in cells else 1]:
        yield from _of_ticket(key, cells, utterance, context)


def _of_ticket(key: TicketKey, cells: Mapping[str, str], utterance: Utterance, context: Context) -> Iterator[Statement]:
    yield from _approval(key, cells, utterance, context)
    yield from _states(key, cells, utterance, context)
    yield from _assignee(key, cells.get("assignee", ""), utterance, context, named=True)
    yield from _due(key, cells.get("due_date", ""), utterance, context, named=True)
    yield from _waits(key, cells, utterance, context)
    if cells.get("sprint"):
        yield _said(Kind.SPRINT, key, cells["sprint"], utterance, context)


def _states(key: TicketKey, cells: Mapping[str, str], utterance: Utterance, context: Context) -> Iterator[Statement]:
    if "approver" in cells and "approval" not in cells:
        return
    resolution = _named("resolutions", cells.get("resolution", ""))
    state = cells.get("status", "")
    if resolution and state_named(state, context) in {None, "done", "cancelled"}:
        yield _said(Kind.STATUS, key, resolution, utterance, context)
    elif state_named(state, context) == "blocked":
        yield _blocked(key, cells, utterance, context)
    else:
        yield from _status(key, state, utterance, context)


def _status(key: TicketKey, state: str, utterance: Utterance, context: Context) -> Iterator[Statement]:
    meaning = state_named(state, context)
    if meaning == "blocked":
        yield _said(Kind.BLOCKED, key, True, utterance, context)  # noqa: FBT003  # a field's value
    elif meaning:
        yield _said(Kind.STATUS, key, meaning, utterance, context)


def _approval(key: TicketKey, cells: Mapping[str, str], utterance: Utterance, context: Context) -> Iterator[Statement]:
    if "approver" not in cells and "approval" not in cells:
        return
    state = cells.get("approval") or (cells.get("status", "") if "approver" in cells else "")
    value = _named("approvals", state)
    if value and cells.get("approver"):
        who = context.team.person_named(cells["approver"])
        yield replace(_said(Kind.APPROVAL, key, value, utterance, context), by=_known(who) or cells["approver"])


def _assignee(
    key: TicketKey, name: str, utterance: Utterance, context: Context, *, named: bool = False
) -> Iterator[Statement]:
    who = context.team.person_named(name) if name else None
    known = context.team.person(who) if who else None
    if (known and known.customer is None) or (named and who == UNKNOWN_PERSON):
        yield replace(_said(Kind.ASSIGNEE, key, who, utterance, context), person=who)


def _due(
    key: TicketKey, text: str, utterance: Utterance, context: Context, *, named: bool = False
) -> Iterator[Statement]:
    plain = _DUE.sub("", text)
    if not text or (plain == text and not named):
        return
    found = next((when for start, _, when in dates(plain, context.day, context.team.calendar) if start < 4), None)
    if found and found.day:
        yield _said(Kind.DUE_DATE, key, found.day.isoformat(), utterance, context)


def _waits(key: TicketKey, cells: Mapping[str, str], utterance: Utterance, context: Context) -> Iterator[Statement]:
    blocked, needed = cells.get("blocked_by", ""), cells.get("depends_on", "")
    if _says_something(blocked):
        yield replace(_said(Kind.BLOCKED, key, True, utterance, context), waiting_on=_party(blocked, key, context))  # noqa: FBT003
    elif cells.get("blocked", "").casefold() in _names("yes")["words"]:
        yield _blocked(key, cells, utterance, context)
    named = context.team.ticket_keys(needed) or (_party(needed, key, context),) if _says_something(needed) else ()
    for party in named:
        yield replace(_said(Kind.DEPENDENCY, key, True, utterance, context), waiting_on=party)  # noqa: FBT003


def _blocked(key: TicketKey, cells: Mapping[str, str], utterance: Utterance, context: Context) -> Statement:
    """Say that a row is flagged, with its column of reasons, if there is one, and who can help."""
    reason, helper = cells.get("reason", ""), cells.get("unblocker", "")
    cause = _party(reason, key, context) if _says_something(reason) else None
    return replace(
        _said(Kind.BLOCKED, key, True, utterance, context),  # noqa: FBT003  # a field's value
        waiting_on=cause,
        unblocker=_known(context.team.person_named(helper)) if helper else None,
    )


def _said(kind: Kind, key: TicketKey | None, value: Value, utterance: Utterance, context: Context) -> Statement:
    return Statement(
        kind=kind,
        quote=utterance.text.strip(),
        line=utterance.number,
        said_at=context.said_at,
        ticket=key,
        value=value,
        speaker=context.speaker.person,
        cues=(f"table.{kind.value}",),
    )


def _party(text: str, key: TicketKey, context: Context) -> str:
    """Take the ticket, person or customer that a cell names; else its words."""
    keys = [each for each in context.team.ticket_keys(text) if each != key]
    words = context.names.words(text, 0, len(text), context.day)
    named = next((str(word.meaning) for word in words if word.text in {"#p", "#c"}), None)
    return next(iter(keys), None) or named or text.strip()


def _known(who: PersonId | None) -> PersonId | None:
    return who


def _says_something(text: str) -> bool:
    return bool(text.strip(" -–—.")) and text.strip().casefold() not in listed("around", "blocked_by_nothing")


def _column(heading: str) -> str | None:
    return _named("columns", heading)


def _named(section: str, text: str) -> str | None:
    return _meanings(section).get(_plain(text))


@cache
def _meanings(section: str) -> dict[str, str]:
    """Tell what each entry of a section means; of two meanings the first stands."""
    return {entry: name for name, entries in reversed(_names(section).items()) for entry in entries if entry}


@cache
def _names(section: str) -> dict[str, frozenset[str]]:
    entries = facts("tables")[section]
    if not isinstance(entries, dict):
        raise TypeError(f"tables.{section} is no table")
    return {str(name): frozenset(map(str, words)) for name, words in entries.items()}


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").strip(" *_`").casefold().split())
