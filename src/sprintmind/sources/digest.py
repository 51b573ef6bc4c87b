"""Digests: what a tool mails or exports of its tickets; a snapshot that only repeats what the tool says."""

from collections.abc import Sequence

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, source
from sprintmind.reading.texts import Text, event_of


@source("digest")
def digest(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a digest into its one event.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    text = Text(
        kind="digest",
        body=delivery.body,
        received_at=delivery.received_at,
        filename=delivery.filename,
        said=delivery.said,
        title=delivery.title,
        author=delivery.author,
        participants=delivery.participants,
        visibility=delivery.visibility,
    )
    return (event_of(text, team),)
