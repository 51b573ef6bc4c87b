"""Sprints that are created, started, changed, closed or listed."""

from dataclasses import replace
from datetime import datetime

from sprintmind.domain.events import EventKey, Source, SourceEvent, digest
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.sources.jira.heads import audience
from sprintmind.sources.jira.payloads import Payload, at, mapping
from sprintmind.sources.jira.sprints import Sprint, sprint
from sprintmind.sources.jira.times import moment


def announced(name: str, body: Payload, delivery: Delivery, team: Team) -> SourceEvent:
    """Read a sprint's webhook.

    Raises:
        DeliveryError: It holds no sprint, or no time.
    """
    found = sprint(mapping(body, "sprint"), team.calendar.zone)
    when = moment(at(body, "timestamp"), team.calendar.zone)
    if not found or not when:
        raise DeliveryError("sprint: expected id, name and state of a sprint, and a timestamp")
    if name == "sprint_deleted":
        found = replace(found, state="deleted")
    return _event(found, when, delivery, team, stamp=str(when))


def listed(payload: Payload, delivery: Delivery, team: Team) -> SourceEvent:
    """Read a REST sprint, as of the last moment that it tells of itself."""
    found = sprint(payload, team.calendar.zone)
    if not found:
        raise DeliveryError("sprint: expected id, name and state of a sprint")
    told = {"closed": found.completed or found.end, "active": found.start}.get(found.state) or found.created
    return _event(found, told or delivery.received_at.replace(microsecond=0), delivery, team, stamp=str(told))


def _event(found: Sprint, when: datetime, delivery: Delivery, team: Team, *, stamp: str) -> SourceEvent:
    key = EventKey(f"jira:sprint/{found.id}:{digest(found.content, stamp)}")
    return SourceEvent(
        key=key,
        source=Source.TASK_UPDATE,
        kind="sprint",
        said_at=when,
        observations=(found.seen(key, when),),
        title=f"{found.name} ({found.state})",
        audience=audience(delivery, team),
    )
