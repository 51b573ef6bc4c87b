"""What REST tells of Jira's sprints and issues, as deliveries."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

import msgspec

from sprintmind.domain.suggestions import Account
from sprintmind.inlets.values import Json, mapping, rows, text
from sprintmind.intake import Delivery


@dataclass(frozen=True, slots=True)
class Bodies:
    """Makes deliveries."""

    now: Callable[[], datetime]

    def shown(self, found: Json) -> Delivery:
        """Take a REST issue or sprint as it is."""
        return Delivery(source="jira", body=msgspec.json.encode(found), received_at=self.now())

    def deleted(self, key: str, id: str, *, at: datetime) -> Delivery:
        """Tell that an issue is gone as a webhook tells it; when it went is not known, only when it was missed."""
        body = {
            "timestamp": int(at.timestamp() * 1000),
            "webhookEvent": "jira:issue_deleted",
            "issue": {"id": id, "key": key, "fields": {}},
        }
        return Delivery(source="jira", body=msgspec.json.encode(body), received_at=self.now())


def accounts(issue: Json) -> Iterator[Account]:
    """Name everybody whom an issue shows."""
    shown = [mapping(issue, "fields", name) for name in ("assignee", "reporter", "creator")]
    shown += [mapping(each, "author") for each in rows(issue, "changelog", "histories")]
    shown += [mapping(each, "author") for each in rows(issue, "fields", "comment", "comments")]
    for user in shown:
        identity = text(user, "accountId") or text(user, "name") or text(user, "key")
        if identity and text(user, "accountType") != "app":
            yield Account(
                kind="jira", identity=identity, name=text(user, "displayName"), email=text(user, "emailAddress")
            )
