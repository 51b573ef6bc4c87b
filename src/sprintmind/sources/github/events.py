"""What the readers of single events share: what they may know, and how an event is put together."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import EventKey, Name, Source, SourceEvent, digest, named
from sprintmind.domain.people import Team
from sprintmind.sources.github.payload import Node, moment

NO_TICKET = "it names no ticket of the team"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a reader may know beside the payload."""

    team: Team
    name: str
    """The event's."""
    received_at: datetime
    """Stands in for a time that a payload without claims does not tell."""

    def tickets(self, *texts: str | None) -> frozenset[Name]:
        """Name the tickets whose keys stand in some texts."""
        return frozenset(named("ticket", key) for text in texts if text for key in self.team.ticket_keys(text))

    def time(self, *places: Node) -> datetime:
        """Take the first of some places where a time stands, else when it was received."""
        times = (moment(place.value) for place in places)
        return next((at for at in times if at), self.received_at.replace(microsecond=0))


def event_key(identity: str, *content: object) -> EventKey:
    """Make a key of what an event is about and of all that is read from it."""
    return EventKey(f"github:{identity}:{digest(*(_plain(part) for part in content))}")


def evidence(
    reading: Reading, payload: Node, *, at: datetime, texts: Iterable[str | None], title: str = ""
) -> SourceEvent:
    """Make an event that is evidence of activity on the tickets named in some texts, and claims nothing."""
    touches = reading.tickets(*texts)
    return SourceEvent(
        key=event_key(reading.name, _content(payload)),
        source=Source.GITHUB,
        kind=reading.name,
        said_at=at,
        touches=touches,
        title=title,
        ignored=None if touches else NO_TICKET,
    )


def ignored(reading: Reading, payload: Node, *, reason: str) -> SourceEvent:
    """Make an event that was seen and of which nothing is read."""
    return SourceEvent(
        key=event_key(reading.name, _content(payload)),
        source=Source.GITHUB,
        kind=reading.name,
        said_at=reading.time(payload["repository.updated_at"]),
        ignored=reason,
    )


def repository_id(payload: Node) -> int:
    """Tell the repository's id, which stays through renames and transfers."""
    return payload["repository.id"].number()


def full_name(repository: Node) -> str:
    """Tell `owner/name`."""
    told = repository["full_name"].hint()
    return told or f"{repository['owner.login'].hint() or '?'}/{repository['name'].hint() or '?'}"


def _plain(part: object) -> object:
    """Take times and words as text, whose digest is the same everywhere."""
    match part:
        case datetime():
            return part.isoformat()
        case str():
            return str(part)
        case tuple():
            return tuple(_plain(each) for each in part)
        case _:
            return part


def _content(payload: Node) -> str:
    return json.dumps(payload.value, sort_keys=True)
