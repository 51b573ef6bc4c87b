"""A delivery as the text that reading takes: what sources of documents, and `extract`, have in common."""

from collections.abc import Sequence

import msgspec

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.people import Team
from sprintmind.domain.turns import Turn
from sprintmind.intake import REDACTED, Delivery
from sprintmind.reading.formats import read_document
from sprintmind.reading.statements import Statement
from sprintmind.reading.texts import Text, event_of, statements_of


def document_event(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a standup, a meeting or a digest into its one event.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    return (event_of(_text(delivery), team),)


def extract(delivery: Delivery, team: Team) -> Sequence[Statement]:
    """Read what a document says, those statements included that claim nothing.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    return statements_of(_text(delivery), team)


def turns(delivery: Delivery) -> tuple[Turn, ...]:
    """Take a document apart into what each of its speakers said, in order; headings alone say nothing.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    if delivery.filename == REDACTED:
        return msgspec.json.decode(delivery.body, type=tuple[Turn, ...])
    document = read_document(delivery.body, filename=delivery.filename, kind=delivery.source)
    return tuple(
        Turn(words=said.text, speaker=said.speaker, under=(*said.headings, *said.parents))
        for said in document.utterances
        if said.text.strip() and not said.is_heading
    )


def _text(delivery: Delivery) -> Text:
    return Text(
        kind=delivery.source,
        body=delivery.body,
        received_at=delivery.received_at,
        filename=delivery.filename,
        said=delivery.said,
        title=delivery.title,
        author=delivery.author,
        participants=delivery.participants,
        visibility=delivery.visibility,
    )
