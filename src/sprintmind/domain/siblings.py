"""Events that show the same thing again: versions of one text, snapshots of one pull request or issue."""

from datetime import datetime

from sprintmind.domain.events import Name, SourceEvent, named
from sprintmind.domain.heard import Heard
from sprintmind.domain.issues import IssueSeen
from sprintmind.domain.timeline import RANK, PullSeen
from sprintmind.domain.versions import DELETED, stands_from


def siblings(event: SourceEvent) -> tuple[Name, ...]:
    """Name by what the others are found that show the same thing; empty where an event stands for itself alone."""
    if event.document:
        return (named("document", event.document),)
    if event.kind == "pull_request":
        return tuple(o.pull for o in event.observations if isinstance(o, PullSeen))
    if event.kind == "issue":
        return tuple(o.names[0] for o in event.observations if isinstance(o, IssueSeen))
    return ()


def place(heard: Heard) -> tuple[bool, datetime, int, int]:
    """Tell where an event stands among those that show the same thing; the last of them is how it is."""
    event = heard.event
    rank = max((RANK[o.status] for o in event.observations if isinstance(o, PullSeen)), default=0)
    since = stands_from(heard) if event.document else event.said_at
    return (event.kind == DELETED, since, rank, heard.order)
