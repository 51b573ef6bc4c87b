"""A repository on GitHub, as its REST interface shows it; invented, in the real shapes."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from inlets.local_server import Reply

REPOSITORY = {
    "id": 9001,
    "name": "shop",
    "full_name": "northwind/shop",
    "private": True,
    "default_branch": "main",
    "owner": {"login": "northwind", "id": 5100, "type": "Organization"},
    "updated_at": "2025-09-30T08:00:00Z",
    "pushed_at": "2025-09-30T08:00:00Z",
}


def user(login, *, kind="User"):
    return {"login": login, "id": 5000 + len(login), "type": kind, "site_admin": False}


def sha(word):
    return (word.encode().hex() * 20)[:40]


def pull(number, title, *, state="open", created, updated=None, merged=None, closed=None, **more):  # a record
    """A pull request, as lists show it.

    More: branch, head, draft, login, body.
    """
    return {
        "id": 70000 + number,
        "number": number,
        "state": "closed" if state in ("merged", "closed") else "open",
        "draft": more.get("draft", False),
        "locked": False,
        "title": title,
        "body": more.get("body"),
        "user": user(more.get("login", "priya-r")),
        "html_url": f"https://github.com/northwind/shop/pull/{number}",
        "created_at": created,
        "updated_at": updated or merged or closed or created,
        "closed_at": closed or merged,
        "merged_at": merged,
        "merge_commit_sha": sha(f"merge{number}") if merged else None,
        "head": {
            "ref": more.get("branch", f"part-{number}"),
            "sha": more.get("head") or sha(f"head{number}"),
            "repo": REPOSITORY,
        },
        "base": {"ref": "main", "sha": sha("base"), "repo": REPOSITORY},
    }


def review(number, login, state, at, *, head=None):
    return {
        "id": number,
        "user": user(login),
        "body": "",
        "state": state,
        "commit_id": head or sha("head1"),
        "submitted_at": at,
        "pull_request_url": "https://api.github.com/repos/northwind/shop/pulls/1",
        "author_association": "MEMBER",
    }


def check_run(number, name, conclusion, at, *, head=None):
    return {
        "id": number,
        "head_sha": head or sha("head1"),
        "name": name,
        "status": "completed" if conclusion else "in_progress",
        "conclusion": conclusion,
        "started_at": at,
        "completed_at": at if conclusion else None,
        "check_suite": {"id": 400 + number},
        "app": {"id": 15368, "slug": "github-actions", "name": "GitHub Actions"},
        "pull_requests": [],
    }


def status(number, context, state, at):
    return {
        "id": number,
        "state": state,
        "context": context,
        "description": "",
        "target_url": None,
        "created_at": at,
        "updated_at": at,
    }


def commit(word, message, at, *, login="tom-w", name="Tom Weber", email="tom@northwind.example"):
    return {
        "sha": sha(word),
        "commit": {
            "message": message,
            "author": {"name": name, "email": email, "date": at},
            "committer": {"name": "GitHub", "email": "noreply@github.com", "date": at},
        },
        "author": user(login) if login else None,
        "committer": user("web-flow"),
        "parents": [{"sha": sha("base")}],
    }


@dataclass
class Github:
    """What there is in the repository; `answer` shows it."""

    pulls: dict[int, dict] = field(default_factory=dict)
    reviews: dict[int, list] = field(default_factory=dict)
    events: dict[int, list] = field(default_factory=dict)
    runs: dict[str, list] = field(default_factory=dict)
    statuses: dict[str, list] = field(default_factory=dict)
    commits: list[dict] = field(default_factory=list)
    repository: dict = field(default_factory=lambda: dict(REPOSITORY))
    size: int = 100
    """The most items that a page shows, whatever is asked for."""

    def add(self, *pulls):
        self.pulls |= {each["number"]: each for each in pulls}

    def answer(self, asked):  # noqa: C901, PLR0911 # a table of addresses
        path = re.sub(r"^/repos/[^/]+/[^/]+", "", asked.path)
        if not asked.path.startswith("/repos/northwind/shop"):
            return Reply({"message": "Not Found", "documentation_url": "https://docs.github.com/rest"}, 404)
        match path.strip("/").split("/"):
            case [""]:
                return Reply(self.repository)
            case ["pulls"]:
                return self._page(asked, self._listed(asked.query))
            case ["pulls", number, "reviews"]:
                return self._page(asked, self.reviews.get(int(number), []))
            case ["issues", number, "events"]:
                return self._page(asked, self.events.get(int(number), []))
            case ["commits"]:
                since = datetime.fromisoformat(asked.query["since"])
                found = [c for c in self.commits if datetime.fromisoformat(c["commit"]["committer"]["date"]) >= since]
                return self._page(asked, found)
            case ["commits", head, "check-runs"]:
                return self._page(asked, self.runs.get(head, []), name="check_runs")
            case ["commits", head, "status"]:
                return self._page(asked, self.statuses.get(head, []), name="statuses", sha=head, state="success")
        return Reply({"message": "Not Found"}, 404)

    def _listed(self, query):
        found = [each for each in self.pulls.values() if query["state"] in ("all", each["state"])]
        key = "updated_at" if query.get("sort") == "updated" else "created_at"
        return sorted(found, key=lambda each: (each[key], each["number"]), reverse=query.get("direction") != "asc")

    def _page(self, asked, items, *, name=None, **more):
        size, page = min(int(asked.query.get("per_page", 30)), self.size), int(asked.query.get("page", 1))
        shown, last = items[(page - 1) * size : page * size], -(-len(items) // size)
        links = {"next": page + 1, "last": last} if page < last else {}
        here = f"http://{asked.headers['host']}{asked.path}"
        link = ", ".join(
            f'<{here}?{urlencode({**asked.query, "page": number})}>; rel="{relation}"'
            for relation, number in links.items()
        )
        content = shown if name is None else {"total_count": len(items), name: shown, **more}
        return Reply(content, headers={"Link": link} if link else {})
