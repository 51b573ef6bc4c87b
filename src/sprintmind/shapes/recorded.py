"""What came of recording something, as a document."""

from collections import Counter

from sprintmind.answers import Ingested, RecordedEvent
from sprintmind.domain.authority import Decision
from sprintmind.shapes.claims import said
from sprintmind.shapes.findings import transition
from sprintmind.shapes.reader import Document, Reader


def ingested(result: Ingested, reader: Reader) -> Document:
    """Write the events that were recorded, what changed by them, and what was refused."""
    document: Document = {
        "events": [event(each, reader) for each in result.events],
        "transitions": [transition(each, reader) for each in result.transitions if reader.sees(each.finding.audience)],
        "memory_backlog": result.memory_backlog,
        "digests": list(result.posted),
        "refused": [{"file": each.file, "reason": each.reason} for each in result.refused],
    }
    return document | ({"reader": str(result.read_by)} if result.read_by else {})


def event(recorded: RecordedEvent, reader: Reader) -> Document:
    """Write one event: how many claims it made, what became of them, and each of them."""
    counts = decisions(recorded)
    document: Document = {"key": recorded.key, "new": recorded.new, "claims": len(recorded.claims)}
    document |= {decision.value: counts[decision] for decision in Decision}
    document |= {
        "late": sum(decided.late for decided in recorded.claims),
        "promises": recorded.promises,
        "ignored": recorded.ignored,
        "claim_list": [said(each, reader) for each in recorded.claims],
    }
    return document


def decisions(recorded: RecordedEvent) -> Counter[Decision]:
    """Count what became of an event's claims."""
    return Counter(decided.decision for decided in recorded.claims)
