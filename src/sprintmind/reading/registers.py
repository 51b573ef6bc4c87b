"""Registers of promises: rows and lines that say to whom, what, by whom and by when, and no sentence."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.reading.context import Context
from sprintmind.reading.dates import When, dates
from sprintmind.reading.lexicon import listed
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.utterances import Utterance

_PARTS = re.compile(r"\s[-–—]\s|[|;•]|[,:]\s|\s(?=\()|\s(?=(?:by|due|until)\s)", re.IGNORECASE)
"""Cuts a line at one space beside a mark: taking all spaces there would take the square of their number."""
_OWNER = re.compile(r"^(?:owner|owned by|by|promised by|made by|who)\b[\s:]{0,3}", re.IGNORECASE)
_LABEL = re.compile(r"^(?:owner|due|by|new date|date|until|was|deadline|on)\b[\s:]{0,3}", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not promised|nothing promised|withdrawn|declined|cancelled|wish(?:ed)?|asked for|wanted|no promise)\b",
    re.IGNORECASE,
)
_KEPT = re.compile(r"^\W*(?:delivered|kept|done|handed over|fulfilled)\b", re.IGNORECASE)
_THEIRS = listed("around", "owned_by_customer")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One promise of a register."""

    customer: str
    what: str
    due: When | None
    owner: PersonId | None = None
    replaces: date | None = None


def registered_row(cells: Mapping[str, str], utterance: Utterance, context: Context) -> Iterator[Statement]:
    """Read a row with a column of what is promised; the customer may have a column or stand in another cell."""
    side = next((text for name, text in utterance.cells.items() if name.strip().casefold() == "side"), "")
    who = cells.get("assignee", "")
    if any(_DENIED.search(text) for text in utterance.cells.values()):
        return
    theirs = context.team.customer_named(who)
    if theirs or side.strip().casefold() in _THEIRS:
        yield from _theirs(theirs or context.team.customer_named(cells.get("customer", "")), utterance, context)
        return
    others = [text.strip() for text in utterance.cells.values() if text.strip()]
    named = (context.team.customer_named(text) for text in others)
    customer = next((name for name in named if name), None) or _mentioned(cells["promise"], context)
    if customer:
        whole = (when for text in others for when in _days(text, context, whole=True))
        due = next(_days(cells.get("due_date", ""), context), None) or next(whole, None)
        people = (context.team.person_named(text) for text in (who, *others) if text)
        owner = next((person for person in people if person), None)
        statement = _promise(_Entry(customer=customer, what=cells["promise"], due=due, owner=owner), utterance, context)
        yield replace(statement, outcome="kept") if any(map(_KEPT.match, others)) else statement


def registered_line(utterance: Utterance, context: Context) -> tuple[Statement, ...] | None:
    """Read a line such as `Acme - Export - Priya - due 2025-10-03 - NW-1`; None if it is no entry of a register."""
    text = utterance.text.strip().lstrip("-*• ")
    parts = [part.strip().strip(" ()") for part in _PARTS.split(text)]
    under = context.section.meaning == "promises"
    named = [part for part in parts if context.team.customer_named(part)]
    customer = context.team.customer_named(named[0]) if named else (context.customer if under else None)
    owners = [who for part in parts if (who := context.team.person_named(_OWNER.sub("", part)))]
    days = [(part, when) for part in parts for when in list(_days(_LABEL.sub("", part), context, whole=True))[:1]]
    if customer is None or not days or not (owners or (under and named)):
        return None
    told = {part for part, _ in days} | set(named)
    what = next((part for part in parts if part not in told and not _is_other(part, context)), "")
    current = [when for part, when in days if not part.lower().startswith("was")]
    was = next((when.day for part, when in days if part.lower().startswith("was")), None)
    if not what or not current:
        return None
    owner = owners[0] if owners else None
    return (
        _promise(_Entry(customer=customer, what=what, due=current[0], owner=owner, replaces=was), utterance, context),
    )


def _is_other(part: str, context: Context) -> bool:
    return bool(context.team.person_named(_OWNER.sub("", part)) or context.team.ticket_keys(part))


def _days(text: str, context: Context, *, whole: bool = False) -> Iterator[When]:
    """Give the dates of a cell; of a line's part only one that fills it."""
    for start, end, when in dates(text, context.day, context.team.calendar):
        if not whole or (start == 0 and end >= len(text.rstrip()) - 1):
            yield when


def _mentioned(text: str, context: Context) -> str | None:
    words = context.names.words(text, 0, len(text), context.day)
    return next((str(word.meaning) for word in words if word.text == "#c"), None)


def _theirs(customer: str | None, utterance: Utterance, context: Context) -> Iterator[Statement]:
    if customer is None:
        return
    for ticket in context.team.ticket_keys(utterance.text) or (None,):
        statement = replace(_said(Kind.DEPENDENCY, utterance, context), ticket=ticket, value=True)
        yield replace(statement, waiting_on=customer)


def _promise(entry: _Entry, utterance: Utterance, context: Context) -> Statement:
    owner = entry.owner or UNKNOWN_PERSON
    return replace(
        _said(Kind.COMMITMENT, utterance, context),
        customer=entry.customer,
        what=entry.what,
        due=entry.due.day if entry.due else None,
        due_phrase=entry.due.phrase if entry.due else None,
        replaces_due=entry.replaces,
        owner=owner,
        person=owner,
        tickets=context.team.ticket_keys(utterance.text),
    )


def _said(kind: Kind, utterance: Utterance, context: Context) -> Statement:
    return Statement(
        kind=kind,
        quote=utterance.text.strip(),
        line=utterance.number,
        said_at=context.said_at,
        speaker=context.speaker.person,
        cues=(f"table.{kind.value}",),
    )
