"""What `ledger reread` found, as a document."""

from sprintmind.answers import Reread, RereadDocument
from sprintmind.domain.events import Claim, Promise
from sprintmind.shapes.reader import Document, Reader, day


def reread(found: Reread, reader: Reader) -> Document:
    """Write which documents are read otherwise, and how; of those that the reader may not see only the number."""
    seen = [each for each in found.documents if reader.sees(each.audience)]
    return {
        "applied": found.applied,
        "reader": found.reader,
        "documents": [_document(each, reader) for each in seen],
        "restricted": len(found.documents) - len(seen),
    }


def _document(each: RereadDocument, reader: Reader) -> Document:
    return {
        "event": each.event,
        "title": each.title,
        "said_at": reader.time(each.said_at),
        "gone": [*map(_claim, each.gone), *map(_promise, each.promises_gone)],
        "new": [*map(_claim, each.new), *map(_promise, each.promises_new)],
    }


def _claim(claim: Claim) -> Document:
    return {
        "subject": claim.subject,
        "field": claim.field,
        "value": claim.value,
        "waiting_on": claim.waiting_on,
        "quote": claim.span.quote,
        "line": claim.span.line,
    }


def _promise(promise: Promise) -> Document:
    return {
        "customer": promise.customer,
        "what": promise.what,
        "due": day(promise.due),
        "owner": promise.owner,
        "tickets": list(promise.tickets),
        "quote": promise.span.quote,
        "line": promise.span.line,
    }
