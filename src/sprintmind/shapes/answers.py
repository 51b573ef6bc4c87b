"""Answers as documents: the text, its evidence, what it cites, and how it came about."""

from collections.abc import Iterable

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.evidence import Answer, CallTrace, Evidence, RecallTrace
from sprintmind.shapes.reader import Document, Reader


def answer(found: Answer, reader: Reader, *, corrections: Iterable[SourceEvent] = ()) -> Document:
    """Write an answer; evidence that the reader may not read is left out once more.

    Args:
        found: The answer.
        reader: For whom.
        corrections: What people corrected of it since.
    """
    seen = [each for each in found.evidence if reader.sees(each.audience)]
    citations = found.citations
    return {
        "id": found.id,
        "question": found.question,
        "asked_at": reader.time(found.asked_at),
        "as_of": reader.time(found.as_of) if found.as_of else None,
        "answer": found.text,
        "author": found.author,
        "evidence": [evidence(each, reader) for each in seen],
        "citations": {
            "cited": list(citations.cited),
            "removed": list(citations.removed),
            "unsupported": list(citations.unsupported),
            "uncited": list(citations.uncited),
        },
        "unknown": found.unknown,
        "corrections": [_correction(each, reader) for each in corrections if reader.sees(each.audience)],
        "trace": {
            "recalls": [_recall(each) for each in found.trace.recalls],
            "calls": [_call(each) for each in found.trace.calls],
            "notes": list(found.trace.notes),
            "ms": _milliseconds(found.trace.took.total_seconds()),
        },
    }


def evidence(found: Evidence, reader: Reader) -> Document:
    """Write one piece of evidence with its number."""
    return {
        "n": found.n,
        "kind": found.kind.value,
        "text": found.text,
        "source": found.source,
        "at": reader.time(found.at) if found.at else None,
        "url": found.url,
        "quote": found.quote or None,
        "subject": found.subject or None,
        "event": found.event,
    }


def asked(found: Answer, reader: Reader) -> Document:
    """Write an answer as one line of a history."""
    return {
        "id": found.id,
        "question": found.question,
        "asked_at": reader.time(found.asked_at),
        "as_of": reader.time(found.as_of) if found.as_of else None,
        "answer": found.text,
        "author": found.author,
        "unknown": found.unknown,
    }


def _correction(found: SourceEvent, reader: Reader) -> Document:
    return {"text": found.words, "by": found.author, "at": reader.time(found.said_at), "event": found.key}


def _recall(found: RecallTrace) -> Document:
    return {
        "label": found.label,
        "query": found.query,
        "tags": list(found.tags),
        "results": list(found.results),
        "ms": _milliseconds(found.took.total_seconds()),
        "failed": found.failed,
    }


def _call(found: CallTrace) -> Document:
    return {
        "model": found.model,
        "input_tokens": found.input_tokens,
        "output_tokens": found.output_tokens,
        "ms": _milliseconds(found.took.total_seconds()),
        "failed": found.failed,
    }


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 1)
