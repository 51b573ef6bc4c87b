"""A case's short form about an issue, as the webhooks and REST objects that a tracker sends."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha1

from pydantic import JsonValue

from sprintmind.evals.given import Change, Issue
from sprintmind.evals.team import account

Payload = dict[str, JsonValue]

_CATEGORY = {"to do": "new", "open": "new", "backlog": "new", "done": "done", "closed": "done", "resolved": "done"}
_FIELD_IDS = {"Sprint": "customfield_10020", "Key": None, "Parent": "parent", "Link": "issuelinks"}


def issue_payload(issue: Issue, *, at: datetime) -> Payload:
    """Show an issue as of a moment: a webhook's body, or with a history the REST object with its changelog."""
    shown: Payload = {
        "id": str(issue.id or _number(issue.key)),
        "key": issue.key,
        "self": f"https://northwind.example/rest/api/2/issue/{issue.id or _number(issue.key)}",
        "fields": _fields(issue, at=at),
    }
    if issue.history is not None:
        return {**shown, "changelog": _changelog(issue.history, total=issue.total)}
    body: Payload = {"timestamp": int(at.timestamp() * 1000), "user": account(issue.by), "issue": shown}
    if issue.comment is not None:
        return {**body, "webhookEvent": "comment_created", "comment": _comment(issue, text=issue.comment, at=at)}
    event = issue.event or ("updated" if issue.changed else "created")
    body["webhookEvent"] = f"jira:issue_{event}"
    if issue.changed:
        body["changelog"] = {"id": str(issue.change_id or int(at.timestamp())), "items": _items(issue.changed)}
    return body


def _fields(issue: Issue, *, at: datetime) -> Payload:
    project = issue.key.split("-")[0]
    fields: Payload = {
        "summary": issue.title,
        "description": None,
        "issuetype": {"name": issue.type, "subtask": issue.type == "Sub-task"},
        "project": {"id": str(_number(project)), "key": project, "name": project},
        "status": _status(issue.status),
        "resolution": {"name": issue.resolution} if issue.resolution else None,
        "assignee": account(issue.assignee) if issue.assignee else None,
        "reporter": account("dana"),
        "duedate": issue.due.isoformat() if issue.due else None,
        "created": _written(issue.created or at),
        "updated": _written(at),
        "issuelinks": [_blocked_by(key) for key in issue.blocked_by],
        "customfield_10020": [{"id": _number(issue.sprint), "name": issue.sprint, "state": "active"}]
        if issue.sprint
        else None,
        "subtasks": [],
    }
    if issue.parent:
        fields["parent"] = {"id": str(_number(issue.parent)), "key": issue.parent}
    return fields


def _status(name: str) -> Payload:
    category = _CATEGORY.get(name.casefold(), "indeterminate")
    return {"name": name, "id": str(_number(name)), "statusCategory": {"key": category}}


def _blocked_by(key: str) -> Payload:
    kind: Payload = {"name": "Blocks", "inward": "is blocked by", "outward": "blocks"}
    return {"id": str(_number(f"link {key}")), "type": kind, "inwardIssue": {"id": str(_number(key)), "key": key}}


def _comment(issue: Issue, *, text: str, at: datetime) -> Payload:
    author = account(issue.by)
    number = _number(f"{issue.key} {at} {text}")
    return {
        "id": str(number),
        "author": author,
        "updateAuthor": author,
        "body": text,
        "created": _written(at),
        "updated": _written(at),
    }


def _changelog(history: tuple[Change, ...], *, total: int | None) -> Payload:
    entries: list[JsonValue] = [
        {
            "id": str(change.id),
            "author": account(change.by),
            "created": _written(change.at),
            "items": _items(change.changed),
        }
        for change in history
    ]
    return {"startAt": 0, "maxResults": len(entries), "total": total or len(entries), "histories": entries}


def _items(changed: Mapping[str, tuple[str | None, str | None]]) -> list[JsonValue]:
    return [_item(field, before, after) for field, (before, after) in changed.items()]


def _item(field: str, before: str | None, after: str | None) -> Payload:
    """Show one changed field; a person is written as an account, a day as itself, all else as a name with an id."""
    from_id, to_id = (_id(field, value) for value in (before, after))
    return {
        "field": field,
        "fieldtype": "custom" if field == "Sprint" else "jira",
        "fieldId": _FIELD_IDS.get(field, field),
        "from": from_id,
        "fromString": _name(field, before),
        "to": to_id,
        "toString": _name(field, after),
    }


def _id(field: str, value: str | None) -> JsonValue:
    if value is None or field == "Key":
        return None
    if field == "assignee":
        return account(value)["accountId"]
    return value if field == "duedate" else str(_number(value))


def _name(field: str, value: str | None) -> JsonValue:
    if value is None:
        return None
    return account(value)["displayName"] if field == "assignee" else value


def _number(word: str) -> int:
    return 10_000 + int(sha1(word.encode(), usedforsecurity=False).hexdigest()[:5], 16)


def _written(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.000%z")
