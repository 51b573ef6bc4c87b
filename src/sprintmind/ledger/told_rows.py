"""Rows of deliveries, decisions and changes as what they stand for."""

from typing import Any

from sqlalchemy import Row

from sprintmind.domain.findings import Change, Finding, Transition
from sprintmind.intake import Delivery
from sprintmind.ledger.packed_deliveries import unpacked_body, unpacked_delivery
from sprintmind.ledger.packing import packed, unpacked
from sprintmind.ledger.port import DecidedRow
from sprintmind.ledger.rows import moment_of, text_of


def delivery_of(row: Row[tuple[Any, ...]]) -> Delivery:
    """Unpack a raw delivery."""
    return unpacked_delivery(row.delivery, unpacked_body(row.packed))


def transition_row(transition: Transition) -> dict[str, object]:
    """Write how a finding changed as it is stored."""
    return {
        "finding": transition.finding.id,
        "change": transition.change,
        "severity": int(transition.finding.severity),
        "at": text_of(transition.at),
        "state": packed(transition.finding),
    }


def transition_of(row: Row[tuple[Any, ...]]) -> Transition:
    """Unpack how a finding changed."""
    return Transition(finding=unpacked(row.state, Finding), change=Change(row.change), at=moment_of(row.at))


def decided_of(row: Row[tuple[Any, ...]]) -> DecidedRow:
    """Take what was made of a claim."""
    return DecidedRow(
        event=row.event,
        field=row.field,
        decision=row.decision,
        late=row.late,
        current=row.current,
        reason=row.reason,
    )
