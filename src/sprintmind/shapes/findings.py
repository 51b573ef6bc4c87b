"""Findings and their transitions as documents."""

from sprintmind.answers import Acknowledged
from sprintmind.domain.findings import Finding, Transition
from sprintmind.shapes.reader import Document, Reader


def finding(found: Finding, acknowledged: Acknowledged | None, reader: Reader) -> Document:
    """Write a risk; `id` is what `acknowledge` and `snooze` take."""
    return {
        "id": found.id,
        "rule": found.rule,
        "subject": found.subject,
        "severity": found.severity.word,
        "because": found.because,
        "since": reader.time(found.since),
        "evidence": list(found.evidence),
        "ask": found.ask,
        "resolves_when": found.resolves_when,
        "tickets": list(found.tickets),
        "commitment": found.commitment,
        "acknowledged": acknowledgement(acknowledged, reader) if acknowledged else None,
    }


def acknowledgement(found: Acknowledged, reader: Reader) -> Document:
    """Write who has seen a finding, and until when it is snoozed."""
    until = reader.time(found.until) if found.until else None
    return {"by": found.by, "at": reader.time(found.at), "until": until, "reason": found.reason}


def transition(found: Transition, reader: Reader) -> Document:
    """Write how a finding changed."""
    return {
        "rule": found.finding.rule,
        "subject": found.finding.subject,
        "change": found.change.value,
        "severity": found.finding.severity.word,
        "because": found.finding.because,
        "at": reader.time(found.at),
    }
