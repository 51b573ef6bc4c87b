"""What REST tells, put into the shapes that the source reads, so that its events are those of the webhooks."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import msgspec

from sprintmind.inlets.values import Json, mapping, text
from sprintmind.intake import Delivery


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """The repository that is read."""

    id: int
    name: str
    """`owner/name`, as it is called now."""
    branch: str
    """The default branch."""

    @property
    def body(self) -> dict[str, object]:
        """As a webhook's body shows it; without times, which would make an event of their own."""
        return {"id": self.id, "full_name": self.name, "default_branch": self.branch}


@dataclass(frozen=True, slots=True)
class Bodies:
    """Makes deliveries of one repository."""

    repository: Repository
    now: Callable[[], datetime]

    def pull(self, pull: Json) -> Delivery:
        """Take a REST pull request as it is: the source reads it as it reads a webhook's."""
        return self._delivery(pull, None)

    def checks(self, page: Json) -> Delivery:
        """Take a page of check runs as it is."""
        return self._delivery(page, None)

    def review(self, review: Json, number: int, *, dismissed_at: str | None = None) -> Delivery:
        """Wrap a review, which does not tell its repository, as a webhook does.

        Args:
            review: As REST shows it.
            number: Of its pull request.
            dismissed_at: When it was dismissed, which a webhook tells by the pull request's change.
        """
        pull: dict[str, object] = {"number": number}
        if dismissed_at:
            pull["updated_at"] = dismissed_at
        body = {"review": review, "pull_request": pull, "repository": self.repository.body}
        return self._delivery(body, "pull_request_review")

    def status(self, status: Json, sha: str) -> Delivery:
        """Wrap a commit's status, which does not tell its commit."""
        body = {**status, "sha": sha, "branches": [], "repository": self.repository.body}
        return self._delivery(body, "status")

    def push(self, commit: Json) -> Delivery:
        """Wrap a commit of the default branch as the push of it alone; where it was pushed so, it is that push."""
        sha, parents = text(commit, "sha"), commit.get("parents")
        before = text(parents[0], "sha") if isinstance(parents, list) and parents else "0" * 40
        author = mapping(commit, "commit", "author")
        told = {
            "id": sha,
            "message": text(commit, "commit", "message"),
            "timestamp": text(commit, "commit", "committer", "date"),
            "author": {"name": text(author, "name"), "email": text(author, "email"), **_username(commit)},
        }
        body = {
            "ref": f"refs/heads/{self.repository.branch}",
            "before": before,
            "after": sha,
            "commits": [told],
            "head_commit": told,
            "repository": self.repository.body,
            "pusher": told["author"],
            "sender": {"login": text(commit, "author", "login"), "type": text(commit, "author", "type")},
        }
        return self._delivery(body, "push")

    def _delivery(self, body: object, name: str | None) -> Delivery:
        return Delivery(source="github", body=msgspec.json.encode(body), received_at=self.now(), name=name)


def _username(commit: Json) -> dict[str, str]:
    login = text(commit, "author", "login")
    return {"username": login} if login else {}
