"""A Jira, server or cloud, as its REST interface shows it; invented, in the real shapes."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from inlets.local_server import Reply

CUT = 40
"""So many entries of a changelog a search shows."""
CATEGORIES = {
    "To Do": "new",
    "In QA": "indeterminate",
    "In Progress": "indeterminate",
    "In Review": "indeterminate",
    "Done": "done",
}


def written(at):
    return at.strftime("%Y-%m-%dT%H:%M:%S.000+0000")


def status(name):
    return {"name": name, "id": str(100 + len(name)), "statusCategory": {"key": CATEGORIES[name]}}


def account(name):
    return {"accountId": f"acc-{name.lower()}", "displayName": name, "accountType": "atlassian"}


def sprint(number, state="active", start="2025-09-29T07:00:00.000Z"):
    return {
        "id": number,
        "name": f"Sprint {number}",
        "state": state,
        "startDate": start,
        "endDate": "2025-10-10T15:00:00.000Z",
        "originBoardId": 7,
    }


def issue(key, number, *, created, summary="Sandbox", state="To Do", updated=None, **fields):
    given = {
        "summary": summary,
        "status": status(state),
        "resolution": None,
        "assignee": None,
        "reporter": account("Dana"),
        "creator": account("Dana"),
        "duedate": None,
        "created": written(created),
        "updated": written(updated or created),
        "issuelinks": [],
        "subtasks": [],
        **fields,
    }
    return {"id": str(number), "key": key, "self": f"https://jira.example/rest/api/2/issue/{number}", "fields": given}


def item(name, before, after):
    """A changed field; a status by its name."""
    return {
        "field": name,
        "fieldtype": "jira",
        "fieldId": name,
        "from": str(100 + len(before)) if before else None,
        "fromString": before,
        "to": str(100 + len(after)) if after else None,
        "toString": after,
    }


@dataclass
class Jira:
    """What there is; `answer` shows it."""

    cloud: bool = False
    issues: dict[str, dict] = field(default_factory=dict)
    """By id, without changelogs."""
    histories: dict[str, list] = field(default_factory=dict)
    sprints: list[dict] = field(default_factory=list)
    zone: str = "UTC"
    page: int = 50
    boards: bool = True
    hidden: set[str] = field(default_factory=set)
    changelogs: bool = True
    """There is an address for an issue's changelog."""

    def add(self, *issues):
        self.issues |= {each["id"]: each for each in issues}

    def change(self, number, at, *items, by="Priya"):
        """Change an issue, and write it into its changelog; returns the entry."""
        number = str(number)
        found, log = self.issues[number], self.histories.setdefault(number, [])
        entry = {"id": str(9000 + sum(map(len, self.histories.values()))), "author": account(by),
                 "created": written(at), "items": list(items)}  # fmt: skip
        log.append(entry)
        fields = dict(found["fields"], updated=written(at))
        for each in items:
            match each["field"]:
                case "status":
                    fields["status"] = status(each["toString"])
                case "summary" | "duedate" as name:
                    fields[name] = each["toString"]
                case "Key":
                    found = {**found, "key": each["toString"]}
        self.issues[number] = {**found, "fields": fields}
        return entry

    def answer(self, asked):  # noqa: C901, PLR0911, PLR0912 # a table of addresses
        path = asked.path.removeprefix("/rest/")
        match path.split("/"):
            case ["api", "2", "serverInfo"]:
                return Reply({"deploymentType": "Cloud" if self.cloud else "Server", "version": "9.12.0"})
            case ["api", "2", "myself"]:
                return Reply({**account("Bot"), "timeZone": self.zone})
            case ["api", "2", "search"] if not self.cloud:
                return self._by_offset(asked)
            case ["api", "2", "search", "jql"] if self.cloud:
                return self._by_token(asked)
            case ["api", "2", "search", "approximate-count"] if self.cloud:
                return Reply({"count": len(self._found(asked.body.decode().replace('\\"', '"')))})
            case ["api", "2", "issue", number]:
                return self._issue(number)
            case ["api", "2", "issue", number, "changelog"] if self.changelogs:
                return self._changelog(number, asked)
            case ["api", "2", "project", "search"] if self.cloud:
                return Reply({"values": [{"key": "NW", "name": "Northwind"}], "isLast": True, "total": 1})
            case ["api", "2", "project"]:
                return Reply([{"key": "NW", "name": "Northwind"}])
            case ["agile", "1.0", "board"] if self.boards:
                return Reply({"values": [{"id": 7, "type": "scrum"}, {"id": 8, "type": "kanban"}], "isLast": True})
            case ["agile", "1.0", "board", "7", "sprint"] if self.boards:
                return Reply({"values": self.sprints, "isLast": True})
        return Reply({"errorMessages": ["Issue does not exist or you do not have permission to see it."]}, 404)

    def _found(self, jql):
        zone = ZoneInfo(self.zone)
        bounds = [
            datetime.fromisoformat(each).replace(tzinfo=zone) for each in re.findall(r'updated >= "([^"]+)"', jql)
        ]
        projects = set(re.findall(r'"([A-Z]+)"', jql.partition(")")[0]))
        visible = [each for each in self.issues.values() if each["id"] not in self.hidden]
        found = [each for each in visible if each["key"].partition("-")[0] in projects]
        if "openSprints" in jql:
            if not self.boards:
                return None
            sprinted, bounds = bounds[0], bounds[1:]
            found = [each for each in found if each["fields"].get("customfield_10020") or _updated(each) >= sprinted]
        found = [each for each in found if all(_updated(each) >= bound for bound in bounds)]
        by_key = "ORDER BY key" in jql
        return sorted(found, key=lambda each: (not by_key and _updated(each), int(each["key"].partition("-")[2])))

    def _shown(self, found, asked):
        if asked.query.get("fields") in ("id", "key"):
            return {"id": found["id"], "key": found["key"]}
        log = list(reversed(self.histories.get(found["id"], [])))
        changelog = {"startAt": 0, "maxResults": CUT, "total": len(log), "histories": log[:CUT]}
        return {**found, "changelog": changelog}

    def _by_offset(self, asked):
        found = self._found(asked.query["jql"])
        if found is None:
            return Reply({"errorMessages": ["Field 'sprint' does not exist"]}, 400)
        start, size = int(asked.query.get("startAt", 0)), min(int(asked.query["maxResults"]), self.page)
        shown = [self._shown(each, asked) for each in found[start : start + size]]
        return Reply({"startAt": start, "maxResults": size, "total": len(found), "issues": shown})

    def _by_token(self, asked):
        found = self._found(asked.query["jql"])
        start, size = int(asked.query.get("nextPageToken", 0)), min(int(asked.query["maxResults"]), self.page)
        page = {"issues": [self._shown(each, asked) for each in found[start : start + size]]}
        more = start + size < len(found)
        return Reply({**page, "isLast": not more, **({"nextPageToken": str(start + size)} if more else {})})

    def _issue(self, number):
        found = self.issues.get(number)
        if found is None or number in self.hidden:
            return Reply({"errorMessages": ["Issue does not exist or you do not have permission to see it."]}, 404)
        log = self.histories.get(number, [])
        return Reply(
            {**found, "changelog": {"startAt": 0, "maxResults": len(log), "total": len(log), "histories": log}}
        )

    def _changelog(self, number, asked):
        log, start = self.histories.get(number, []), int(asked.query.get("startAt", 0))
        shown = log[start : start + min(int(asked.query["maxResults"]), self.page)]
        last = start + len(shown) >= len(log)
        return Reply({"startAt": start, "maxResults": 100, "total": len(log), "isLast": last, "values": shown})


def _updated(each):
    return datetime.fromisoformat(each["fields"]["updated"]).astimezone(UTC)
