"""Raw deliveries to bytes and back: the body compressed, and apart from it what came along with it."""

import zlib
from dataclasses import dataclass, fields
from datetime import date, datetime

from sprintmind.domain.events import Visibility
from sprintmind.domain.proposed import Proposed
from sprintmind.intake import Delivery
from sprintmind.ledger.packing import DamagedError, packed, unpacked


@dataclass(frozen=True, slots=True, kw_only=True)
class _CameAlong:
    """A delivery without its body and headers."""

    source: str
    received_at: datetime
    name: str | None
    filename: str
    said: str | None
    """A day or a moment, ISO 8601."""
    title: str
    author: str
    participants: tuple[str, ...]
    visibility: Visibility
    delivery_id: str | None
    proposed: Proposed | None = None


def packed_body(body: bytes) -> bytes:
    """Compress a raw body; level 6 would make it a tenth smaller, and take a quarter longer or more."""
    return zlib.compress(body, level=3)


def unpacked_body(data: bytes) -> bytes:
    """Restore a raw body; raises DamagedError."""
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise DamagedError(str(error)) from error


def packed_delivery(delivery: Delivery) -> bytes:
    """Pack what came along with a body."""
    along = {field.name: getattr(delivery, field.name) for field in fields(_CameAlong)}
    return packed(_CameAlong(**{**along, "said": delivery.said.isoformat() if delivery.said else None}))


def unpacked_delivery(data: bytes, body: bytes) -> Delivery:
    """Restore a delivery."""
    found = unpacked(data, _CameAlong)
    along = {field.name: getattr(found, field.name) for field in fields(_CameAlong)}
    return Delivery(**{**along, "said": _said(found.said), "body": body})


def _said(text: str | None) -> date | datetime | None:
    if text is None:
        return None
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
