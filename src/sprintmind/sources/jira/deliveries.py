"""The way in: which kind of Jira delivery it is."""

import re
from collections.abc import Iterator, Sequence

from sprintmind.domain.events import SourceEvent, named
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError, source
from sprintmind.sources.jira import issues, link_events, rest, sprint_events
from sprintmind.sources.jira.comments import comment
from sprintmind.sources.jira.heads import head, ignored
from sprintmind.sources.jira.others import useless_event
from sprintmind.sources.jira.payloads import Payload, decoded, mapping, text

_NAMES = re.compile(r"(jira:\w+|(comment|sprint|issuelink|worklog|issue)_(created|updated|deleted|started|closed))")

_PARTS = ("issue", "comment", "sprint", "issueLink", "worklog")


@source("jira")
def parse(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a webhook body or a REST object; pure.

    Returns:
        Events in the order of the payload, each once.

    Raises:
        DeliveryError: It is not JSON, or no shape that Jira is known to send; says where and what was expected.
    """
    value = decoded(delivery)
    if isinstance(value, list) and value:
        found = tuple(rest.elements(value, delivery, team))
    elif isinstance(value, dict):
        found = tuple(_object(value, delivery, team))
    else:
        kind = "an empty list" if value == [] else type(value).__name__
        raise DeliveryError(f"the payload: expected a Jira webhook body or REST object, found {kind}")
    return tuple({event.key: event for event in found}.values())


def _object(value: Payload, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    told = delivery.name or ""
    wrapped = mapping(value, "payload")
    if wrapped and "webhookEvent" not in value:
        told = text(value, "name") or text(value, "event") or told
        value = wrapped
    named_outside = _NAMES.fullmatch(told) and any(mapping(value, part) for part in _PARTS)
    name = text(value, "webhookEvent") or (told if named_outside else "")
    if name:
        yield from _webhook(name, value, delivery, team)
    elif mapping(value, "issue") and "timestamp" in value:
        yield from issues.updated(value, delivery, team)
    else:
        yield from rest.answer(value, delivery, team)


def _webhook(name: str, body: Payload, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    match name.removeprefix("jira:"):
        case "issue_created":
            yield from issues.created(body, delivery, team)
        case "issue_updated":
            yield from issues.updated(body, delivery, team)
        case "issue_deleted":
            yield from issues.deleted(body, delivery, team)
        case "comment_created" | "comment_updated" | "comment_deleted" as kind:
            yield _comment(kind, body, delivery, team)
        case kind if kind.startswith("sprint_"):
            yield sprint_events.announced(kind, body, delivery, team)
        case kind if kind.startswith("issuelink_"):
            yield link_events.announced(kind, body, delivery, team)
        case _:
            yield _useless(name, body, delivery)


def _comment(kind: str, body: Payload, delivery: Delivery, team: Team) -> SourceEvent:
    issue = head(mapping(body, "issue")) if mapping(body, "issue") else None
    gone = issues.announced_at(body, team.calendar.zone, exact=True) if kind == "comment_deleted" else None
    return comment(mapping(body, "comment"), issue, delivery=delivery, team=team, deleted_at=gone)


def _useless(name: str, body: Payload, delivery: Delivery) -> SourceEvent:
    issue = text(body, "worklog", "issueId") or text(body, "issue", "id")
    touches = {named("issue", issue)} if issue else set()
    return ignored(name.removeprefix("jira:"), body, useless_event(name), delivery=delivery, touches=touches)
