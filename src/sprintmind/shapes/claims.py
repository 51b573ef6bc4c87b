"""Claims as documents: what was said, what was made of it and why."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from sprintmind.domain.authority import Decided
from sprintmind.domain.events import Claim, EventKey
from sprintmind.domain.work import Ticket
from sprintmind.shapes.reader import Document, Reader, restricted

_FIRST = ("status", "blocked", "assignee", "due_date", "sprint", "title")
"""In which order the fields of a ticket are told; the others follow by name."""


def why(
    found: Ticket, heard: Mapping[EventKey, datetime], reader: Reader, *, field: str | None = None
) -> list[Document]:
    """Write every claim about a ticket, or about one field of it, in the order of the fold.

    Args:
        found: The ticket.
        heard: When each event reached us.
        reader: For whom; a claim that they may not see is left out, unless it holds a value: then without its words.
        field: Only claims about this one.
    """
    names = [name for name in fields(found) if field in (None, name)]
    return [decision for name in names for decision in _decisions(found, name, heard, reader)]


def fields(found: Ticket) -> list[str]:
    """List a ticket's fields, those that people ask for first."""
    return [name for name in _FIRST if name in found.fields] + sorted(set(found.fields) - set(_FIRST))


def _decisions(found: Ticket, name: str, heard: Mapping[EventKey, datetime], reader: Reader) -> Iterator[Document]:
    for decided in found.fields[name].decided:
        seen = reader.sees(decided.claim.audience)
        if seen or decided.current:
            document = decision(decided, heard, reader)
            yield document | (_details(decided.claim) if seen else _hidden(decided.claim))


def decision(decided: Decided, heard: Mapping[EventKey, datetime], reader: Reader) -> Document:
    """Write a claim with what was made of it."""
    claim = decided.claim
    return {
        "subject": claim.subject,
        "field": claim.field,
        "value": claim.value,
        "source": claim.source.value,
        "authority": int(claim.source.authority),
        "said_at": reader.time(claim.said_at),
        "heard_at": reader.time(heard[claim.event]) if claim.event in heard else None,
        "decision": decided.decision.value,
        "late": decided.late,
        "applied": decided.applied,
        "current": decided.current,
        "reason": decided.reason,
        "quote": claim.span.quote,
        "event": claim.event,
        "claim": claim.id,
    }


def said(decided: Decided, reader: Reader) -> Document:
    """Write a claim of an event that was just recorded: as `extract` would, with its id and what was made of it."""
    claim = decided.claim
    kind, _, rest = claim.field.partition(":")
    document: Document = {
        "kind": kind,
        "ticket": claim.subject,
        "value": claim.value,
        "person": claim.person,
        "quote": claim.span.quote,
        "line": claim.span.line,
        "said_at": reader.time(claim.said_at),
        "needs_review": False,
    }
    document |= {"by": rest} if kind == "approval" else {}
    return (
        document | _details(claim) | {"claim": claim.id, "decision": decided.decision.value, "reason": decided.reason}
    )


def _details(claim: Claim) -> Document:
    """Tell what only some claims have."""
    details = {
        "person": claim.person,
        "waiting_on": claim.waiting_on,
        "unblocker": claim.unblocker,
        "line": claim.span.line,
        "path": claim.span.path,
        "proposed_by": claim.proposed_by,
    }
    return {name: value for name, value in details.items() if value is not None}


def _hidden(claim: Claim) -> Document:
    return {"reason": restricted(claim.audience), "quote": None, "event": None, "claim": None}
