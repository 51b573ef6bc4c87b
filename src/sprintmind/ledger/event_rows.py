"""What is written of events and their bodies."""

from sprintmind.domain.events import SourceEvent
from sprintmind.intake import READER, Delivery
from sprintmind.ledger.packed_deliveries import packed_body, packed_delivery
from sprintmind.ledger.packing import packed_reading
from sprintmind.ledger.rows import text_of

Row = dict[str, object]


def event_row(event: SourceEvent, delivery: Delivery, *, heard_at: str) -> Row:
    """Write an event, without its place in the order of hearing and the digest of its body."""
    reading, quotes = packed_reading(event)
    return {
        "key": event.key,
        "source": event.source,
        "kind": event.kind,
        "said_at": text_of(event.said_at),
        "heard_at": heard_at,
        "ignored": event.ignored,
        "reader": READER,
        "reading": reading,
        "quotes": quotes,
        "delivery": packed_delivery(delivery),
    }


def body_row(digest: str, body: bytes) -> Row:
    """Write a raw body; of an empty one nothing is kept."""
    return {"digest": digest, "packed": packed_body(body) if body else None, "size": len(body)}
