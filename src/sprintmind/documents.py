"""A delivery as the text that reading takes: what sources of documents, and `extract`, have in common."""

from collections.abc import Sequence

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery
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
