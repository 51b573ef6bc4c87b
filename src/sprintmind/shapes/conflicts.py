"""Conflicts as documents: what stands, and what a less trusted source says instead."""

from collections.abc import Iterable

from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import Claim
from sprintmind.domain.work import Ticket
from sprintmind.shapes.reader import Document, Reader, restricted


def conflict(found: Conflict, reader: Reader) -> Document:
    """Write a conflict; `closed_by` is null while it is open."""
    challenger = found.challenger
    return {
        "id": found.id,
        "subject": found.subject,
        "field": found.field,
        "value": found.value,
        "source": found.holder.source.value,
        "said_at": reader.time(found.holder.said_at),
        "challenger": {
            "value": challenger.value,
            "source": challenger.source.value,
            "said_at": reader.time(challenger.said_at),
            "quote": challenger.span.quote,
            "event": challenger.event,
        },
        "since": reader.time(found.since),
        "status": "open" if found.open else "closed",
        "closed_by": _closing(found.closed_by, found.closed_because, reader) if found.closed_by else None,
    }


def seen(conflicts: Iterable[Conflict], reader: Reader) -> list[Conflict]:
    """Leave out the conflicts whose challenger the reader may not see."""
    return [each for each in conflicts if reader.sees(each.challenger.audience)]


def seen_conflicts(found: Ticket, reader: Reader) -> list[Conflict]:
    """List a ticket's open conflicts that the reader may see."""
    return [each for history in found.fields.values() for each in seen(history.open_conflicts, reader)]


def _closing(claim: Claim, because: str | None, reader: Reader) -> Document:
    if not reader.sees(claim.audience):
        return {"claim": None, "source": claim.source.value, "reason": restricted(claim.audience)}
    return {"claim": claim.id, "source": claim.source.value, "reason": because}
