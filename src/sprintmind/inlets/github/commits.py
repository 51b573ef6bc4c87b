"""Commits of the default branch."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from sprintmind.domain.suggestions import Account
from sprintmind.inlets.github.bodies import Bodies
from sprintmind.inlets.pages import Pages, listed
from sprintmind.inlets.port import Step
from sprintmind.inlets.values import Json, text

OVERLAP = timedelta(days=7)
"""Commits are listed by when they were made, and may be pushed days later."""


def path(bodies: Bodies, since: datetime, *, per_page: int = 100) -> str:
    """Give the address of the first page."""
    start = since.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    query = urlencode({"sha": bodies.repository.branch, "since": start, "per_page": per_page})
    return f"/repos/{bodies.repository.name}/commits?{query}"


@dataclass(frozen=True, slots=True)
class Commits:
    """Reads commits."""

    pages: Pages
    bodies: Bodies

    def steps(self, since: datetime) -> Iterator[Step]:
        """Read the commits made since a moment, the newest first.

        A commit that is pushed meanwhile moves the others to later pages, where they are read twice; it is itself read
        the next time.
        """
        for page in self.pages.read(path(self.bodies, since)):
            if page.changed:
                commits = tuple(each for each in listed(page.answer.content) if text(each, "sha"))
                yield Step(
                    what="commits",
                    deliveries=tuple(map(self.bodies.push, commits)),
                    cursors={page.name: page.mark},
                    accounts=tuple(_authors(commits)),
                    texts=tuple(text(each, "commit", "message").partition("\n")[0] for each in commits),
                )


def _authors(commits: tuple[Json, ...]) -> Iterator[Account]:
    for each in commits:
        if text(each, "author", "login") and text(each, "author", "type") != "Bot":
            author = text(each, "commit", "author", "name"), text(each, "commit", "author", "email")
            yield Account(kind="github", identity=text(each, "author", "login"), name=author[0], email=author[1])
