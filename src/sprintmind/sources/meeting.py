"""Meetings: minutes and transcripts, by which speaker said what."""

from collections.abc import Sequence

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, source
from sprintmind.reading.texts import Text, event_of


@source("meeting")
def meeting(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a meeting into its one event.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    text = Text(
        kind="meeting",
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
