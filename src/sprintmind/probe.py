"""Whether memory finds what it was told last: asked for words that are known to have been said."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from sprintmind.domain.events import EventKey, Source, SourceEvent
from sprintmind.domain.heard import Heard
from sprintmind.domain.memories import DocumentId, Question, document_of
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.ledger.port import Reading
from sprintmind.memory.port import Memories

LOOKED_THROUGH = 50
"""Of each source, how many of the events heard last may hold no words before it is left aside."""
TEXTS = tuple(source.value for source in (Source.MEETING, Source.STANDUP, Source.COMMENT, Source.FEEDBACK))


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Something that was said for certain."""

    event: EventKey
    words: str
    heard: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What memory made of a question to which the answer is known."""

    known: Known
    found: bool


def known_last(reading: Reading, caller: Caller) -> Known | None:
    """Take the words heard last that a caller may read; None where nobody said any."""
    found = (known for source in TEXTS for known in islice(_known(reading, source, caller), 1))
    return max(found, key=lambda each: each.heard, default=None)


def probe(memory: Memories, known: Known, caller: Caller) -> Probe:
    """Ask memory for known words; raises UnavailableError where it does not answer."""
    recalled = memory.recall(Question(text=known.words, caller=caller))
    documents = {document_of(each.memory.document) for each in recalled}
    return Probe(known=known, found=DocumentId(known.event) in documents)


def _known(reading: Reading, source: str, caller: Caller) -> Iterator[Known]:
    for each in islice(reading.newest(source), LOOKED_THROUGH):
        if (words := _words(each)) and visible_to(each.event.audience, caller):
            yield Known(event=each.event.key, words=words, heard=each.at)


def _words(heard: Heard) -> str:
    event: SourceEvent = heard.event
    spans = [claim.span for claim in event.claims] + [promise.span for promise in event.promises]
    quotes = (span.quote for span in spans if span.path is None)
    return next((quote for quote in quotes if quote), event.words)
