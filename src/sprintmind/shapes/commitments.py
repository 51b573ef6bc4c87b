"""Promises to customers as documents."""

from sprintmind.domain.events import Promise
from sprintmind.domain.work import Commitment, Renegotiation
from sprintmind.shapes.reader import Document, Reader, day, restricted


def commitment(found: Commitment, reader: Reader) -> Document:
    """Write a promise with the words that made it, as far as the reader may see them."""
    words = first_seen(found, reader)
    document: Document = {
        "id": found.id,
        "customer": found.customer,
        "what": found.what,
        "due": day(found.due),
        "due_phrase": found.due_phrase,
        "owner": found.owner,
        "tickets": list(found.tickets),
        "status": found.status.value,
        "renegotiations": [renegotiation(each, reader) for each in found.renegotiations],
        "needs_review": found.needs_review,
        "quote": words.span.quote if words else None,
        "event": words.event if words else None,
        "proposed_by": words.proposed_by if words else None,
    }
    return document if words else document | {"restricted": restricted(found.audience)}


def renegotiation(found: Renegotiation, reader: Reader) -> Document:
    """Write a date that moved."""
    return {"from": day(found.before), "to": day(found.after), "by": found.by, "at": reader.time(found.at)}


def first_seen(found: Commitment, reader: Reader) -> Promise | None:
    """Give the first thing said about a promise that the reader may see."""
    return next((promise for promise in found.said if reader.sees(promise.audience)), None)
