"""What something rests on, as documents: the event, who said it when, and the words."""

from collections.abc import Iterable

from sprintmind.domain.accounts import Proof, proof_of
from sprintmind.domain.events import EventKey
from sprintmind.domain.evidence import Evidence
from sprintmind.shapes.reader import Document, Reader


def evidence(grounds: Iterable[EventKey], proof: Proof, reader: Reader, *, about: Iterable[str] = ()) -> list[Document]:
    """Write what some events say, as far as the reader may see it; checked again here.

    Args:
        grounds: The events.
        proof: What they say.
        reader: For whom.
        about: Of which tickets or promises, where an event says more.
    """
    return [_said(each, reader) for each in proof_of(grounds, proof, about=about) if reader.sees(each.audience)]


def _said(found: Evidence, reader: Reader) -> Document:
    return {
        "event": found.event,
        "source": found.source,
        "said_at": reader.time(found.at) if found.at else None,
        "quote": found.quote or None,
        "what": found.text,
        "url": found.url,
    }
