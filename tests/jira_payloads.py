"""Builders of Jira's payloads, in the shapes that Jira sends."""

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import sprintmind.sources.jira  # noqa: F401 -- importing it registers the source
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import PersonId
from sprintmind.domain.people import Person, Team
from sprintmind.intake import Delivery, parse

RECEIVED = datetime(2025, 10, 1, 9, tzinfo=UTC)
TEAM = Team(
    name="Northwind",
    keys=("NW", "PAY"),
    people=(
        Person(id=PersonId("priya"), name="Priya Raman", jira=("acc-priya",)),
        Person(id=PersonId("tom"), name="Tom Weber", jira=("acc-tom",)),
        Person(id=PersonId("lena"), name="Lena Vogt", email=("lena@northwind.example",)),
    ),
    calendar=Calendar(zone=ZoneInfo("Europe/Berlin")),
)
TODO = {"name": "To Do", "statusCategory": {"key": "new"}}
PROGRESS = {"name": "In Progress", "statusCategory": {"key": "indeterminate"}}
DONE = {"name": "Done", "statusCategory": {"key": "done"}}


def delivery(payload, **more):
    body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return Delivery(source="jira", body=body, received_at=RECEIVED, **more)


def read(payload, *, team=TEAM, **more):
    return parse(delivery(payload, **more), team)


def said(payload, *, team=TEAM, **more):
    """Everything that a payload claims, as (subject, field): value; what is rejected is left out."""
    events = read(payload, team=team, **more)
    return {(c.subject, c.field): c.value for e in events for c in e.claims if not c.rejected}


def issue(key="NW-1", *, id="10001", created="2025-09-22T09:00:00.000+0200", updated=None, **fields):
    given = {"summary": "Sandbox", "status": TODO, "created": created, "updated": updated or created, **fields}
    return {"id": id, "key": key, "self": f"https://jira.example/rest/api/2/issue/{id}", "fields": given}


def item(field, before=None, after=None, **more):
    return {"field": field, "fieldtype": "jira", "fromString": before, "toString": after, **more}


def hook(event, found=None, *, at="2025-09-23T09:00:00+02:00", **more):
    stamp = int(datetime.fromisoformat(at).timestamp() * 1000)
    body = {"timestamp": stamp, "webhookEvent": event, **more}
    return body if found is None else {**body, "issue": found}


def updated(*items, found=None, at="2025-09-23T09:00:00+02:00", entry="500", **fields):
    shown = found or issue(updated=at, **fields)
    return hook("jira:issue_updated", shown, at=at, changelog={"id": entry, "items": list(items)})


def history(*items, entry="500", at="2025-09-23T09:00:00.000+0200"):
    return {"id": entry, "created": at, "items": list(items)}


def with_log(found, *histories, total=None):
    count = len(histories) if total is None else total
    return {**found, "changelog": {"startAt": 0, "total": count, "histories": list(histories)}}
