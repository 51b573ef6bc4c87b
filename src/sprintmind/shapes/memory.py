"""Memory as documents: how it is, what it recalls, what it was told."""

from collections.abc import Iterable

from sprintmind.answers import MemoryReport
from sprintmind.domain.memories import Recalled
from sprintmind.domain.mental_models import MentalModel
from sprintmind.remember import Told
from sprintmind.shapes.reader import Document, Reader


def status(found: MemoryReport, reader: Reader) -> Document:
    """Write how memory is; `backlog` counts what it has not been told, `parked` those of it that were given up."""
    waiting, told = found.waiting, found.status
    return {
        "backend": told.backend if told else None,
        "ready": found.ready,
        "backlog": waiting.pending + waiting.parked,
        "oldest_pending": reader.time(waiting.oldest) if waiting.oldest else None,
        "last_error": found.error,
        "mode": told.mode if told else None,
        "parked": waiting.parked,
        "memories": told.memories if told else None,
    }


def recalled(found: Iterable[Recalled], reader: Reader) -> list[Document]:
    """Write what was recalled, best first."""
    return [
        {
            "id": each.memory.document,
            "text": each.memory.text,
            "tags": list(each.memory.tags),
            "at": reader.time(each.memory.said_at),
            "score": round(each.score, 4),
        }
        for each in found
        if reader.sees(each.memory.audience)
    ]


def models(found: Iterable[MentalModel], reader: Reader) -> list[Document]:
    """Write the mental models, each with what it rests on."""
    return [
        {
            "name": each.name,
            "text": each.text,
            "made_at": reader.time(each.made_at),
            "stale": each.stale,
            "path": each.path,
            "sources": list(each.sources),
        }
        for each in found
    ]


def told(came: Told, report: MemoryReport, reader: Reader) -> Document:
    """Write of how much memory was told, and what still waits; a worker holds `leased` of it until `free_at`."""
    return {
        "told": came.documents,
        "failed": came.failed,
        "error": came.error,
        "backlog": report.waiting.pending + report.waiting.parked,
        "parked": report.waiting.parked,
        "leased": report.waiting.leased,
        "free_at": reader.time(report.waiting.free_at) if report.waiting.free_at else None,
    }
