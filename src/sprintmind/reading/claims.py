"""From statements to the claims and promises of an event; what claims nothing about a ticket is kept as rejected."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sprintmind.domain.events import (
    TEAM_AUDIENCE,
    UNKNOWN_PERSON,
    Audience,
    Claim,
    ClaimId,
    EventKey,
    Promise,
    Source,
    Span,
    TicketKey,
    Voice,
    digest,
)
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.statuses import PART

_FIELDS = {
    Kind.STATUS: "status",
    Kind.BLOCKED: "blocked",
    Kind.ASSIGNEE: "assignee",
    Kind.DUE_DATE: "due_date",
    Kind.SPRINT: "sprint",
    Kind.PROGRESS: "status",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What all claims of one document have in common."""

    document: str
    """Its id, of which claim ids are made."""
    event: EventKey
    source: Source
    said_at: datetime
    date_only: bool = False
    repeats: bool = False
    """It is a snapshot of a tool."""
    audience: Audience = TEAM_AUDIENCE


def claims_of(statements: Iterable[Statement], telling: Telling) -> tuple[Claim, ...]:
    """Make the claims of a document; ids rest on the document and the words, not on lines, and survive a new export."""
    seen: Counter[str] = Counter()
    found = []
    for position, statement in enumerate(statements):
        field = _field(statement)
        if field is None or statement.ticket is None:
            continue
        content = digest(
            telling.document,
            statement.kind.value,
            statement.ticket,
            field,
            statement.value,
            statement.quote,
            statement.waiting_on,
        )
        seen[content] += 1
        claim_id = ClaimId(f"{telling.source.value}-{digest(content, seen[content])}")
        found.append(_claim(statement, telling, id=claim_id, ticket=statement.ticket, field=field, position=position))
    return tuple(found)


def promises_of(statements: Iterable[Statement], telling: Telling) -> tuple[Promise, ...]:
    """Make the promises of a document, with ids as for claims."""
    seen: Counter[str] = Counter()
    found = []
    for position, statement in enumerate(statements):
        if statement.kind is not Kind.COMMITMENT or statement.customer is None:
            continue
        content = digest(
            telling.document, "commitment", statement.customer, statement.what, str(statement.due), statement.quote
        )
        seen[content] += 1
        claim_id = ClaimId(f"{telling.source.value}-{digest(content, seen[content])}")
        found.append(_promise(statement, telling, id=claim_id, customer=statement.customer, position=position))
    return tuple(found)


def _claim(  # a claim has as many parts as it has
    statement: Statement, telling: Telling, *, id: ClaimId, ticket: TicketKey, field: str, position: int
) -> Claim:
    return Claim(
        id=id,
        event=telling.event,
        subject=ticket,
        field=field,
        value=statement.value,
        source=telling.source,
        said_at=_utc(telling.said_at),
        date_only=telling.date_only,
        position=position,
        voice=Voice(id),
        rejected=_rejected(statement),
        repeats=telling.repeats,
        person=statement.person,
        speaker=statement.speaker or UNKNOWN_PERSON,
        waiting_on=statement.waiting_on,
        unblocker=statement.unblocker,
        proposed_by=statement.proposed_by,
        span=Span(quote=statement.quote, line=statement.line),
        audience=telling.audience,
    )


def _promise(statement: Statement, telling: Telling, *, id: ClaimId, customer: str, position: int) -> Promise:
    return Promise(
        id=id,
        event=telling.event,
        customer=customer,
        what=statement.what or statement.quote,
        source=telling.source,
        said_at=_utc(telling.said_at),
        date_only=telling.date_only,
        position=position,
        due=statement.due,
        due_phrase=statement.due_phrase,
        replaces_due=statement.replaces_due,
        owner=statement.owner,
        speaker=statement.speaker or UNKNOWN_PERSON,
        tickets=statement.tickets,
        needs_review=statement.needs_review,
        outcome=statement.outcome,
        proposed_by=statement.proposed_by,
        voice=Voice(id),
        span=Span(quote=statement.quote, line=statement.line),
        audience=telling.audience,
    )


def _field(statement: Statement) -> str | None:
    """Tell the field that a statement moves or, claiming nothing, would have moved."""
    kind = statement.meant if statement.kind is Kind.NONE else statement.kind
    if kind is Kind.DEPENDENCY:
        return f"dependency:{statement.waiting_on}" if statement.waiting_on else None
    if kind is Kind.APPROVAL:
        return f"approval:{(statement.by or 'unknown').lower()}"
    return _FIELDS.get(kind) if kind else None


def _rejected(statement: Statement) -> str | None:
    if statement.kind is Kind.NONE:
        return statement.reason or "claims nothing"
    return statement.reason or PART if statement.kind is Kind.PROGRESS else None


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)
