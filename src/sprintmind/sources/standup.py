"""Standups: what people write about yesterday, today and what is in their way."""

from collections.abc import Sequence

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, source
from sprintmind.reading.texts import Text, event_of


@source("standup")
def standup(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a standup into its one event.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    text = Text(
        kind="standup",
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
