"""Which pull requests there are to read: those that changed lately and those that are open, of one moment."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from sprintmind.domain.suggestions import Account
from sprintmind.errors import UnavailableError
from sprintmind.inlets.github.bodies import Bodies
from sprintmind.inlets.pages import Page, Pages, listed
from sprintmind.inlets.port import Step
from sprintmind.inlets.values import Json, moment, number, text

ROUNDS = 8
"""How often the lists are read anew because they changed while they were read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A pull request on a list."""

    number: int
    head: str
    updated: str


def lists(repository: str) -> tuple[str, str]:
    """Give the addresses of the first pages: all by their last change, and the open ones."""
    changed = urlencode({"state": "all", "sort": "updated", "direction": "desc", "per_page": 100})
    opened = urlencode({"state": "open", "sort": "created", "direction": "asc", "per_page": 100})
    return f"/repos/{repository}/pulls?{changed}", f"/repos/{repository}/pulls?{opened}"


@dataclass(frozen=True, slots=True)
class Listing:
    """Reads the lists until they stood still while they were read.

    Whatever happens to a pull request puts it at the top of the first list. If that has not changed when both were
    read, nothing slipped from one page to another meanwhile; otherwise they are read again, which costs nothing for
    the pages that are the same.
    """

    pages: Pages
    bodies: Bodies
    since: datetime
    found: dict[int, Seen]
    """By number; filled as the lists are read."""
    told: set[tuple[str, str]] = field(default_factory=set)
    """Which were delivered, each by its number and its last change: many stand on both lists."""

    def steps(self, name: str) -> Iterator[Step]:
        """Read the lists of a repository by name."""
        changed, opened = lists(name)
        for _ in range(ROUNDS):
            first: tuple[Json, ...] | None = None
            for page in self._recent(changed):
                first = page.kept if first is None else first
                yield from self._step(page)
            for page in self.pages.read(opened, keep=kept):
                yield from self._step(page)
            again = self.pages.page(changed, keep=kept)
            yield from self._step(again)
            if again.kept == first:
                return
        raise UnavailableError(
            f"the pull requests of {name} kept changing while they were read; run the same command again"
        )

    def _recent(self, path: str) -> Iterator[Page]:
        for page in self.pages.read(path, keep=kept):
            yield page
            if any((moment(text(each, "updated")) or self.since) < self.since for each in page.kept):
                return

    def _step(self, page: Page) -> Iterator[Step]:
        for each in page.kept:
            seen = _seen(each)
            recent = (moment(seen.updated) or self.since) >= self.since
            if recent or text(each, "state") == "open":
                self.found[seen.number] = seen
        if page.changed:
            pulls = tuple(each for each in listed(page.answer.content) if _state(each) not in self.told)
            self.told.update(map(_state, pulls))
            yield Step(
                what="pull requests",
                deliveries=tuple(map(self.bodies.pull, pulls)),
                cursors={page.name: page.mark},
                accounts=tuple(accounts(pulls)),
                texts=tuple(word for each in pulls for word in (text(each, "title"), text(each, "head", "ref"))),
            )


def kept(content: object) -> list[dict[str, object]]:
    """Keep of a list what tells which pull requests to look into."""
    return [
        {
            "number": number(each, "number"),
            "head": text(each, "head", "sha"),
            "updated": text(each, "updated_at"),
            "state": text(each, "state"),
        }
        for each in listed(content)
        if number(each, "number")
    ]


def accounts(items: tuple[Json, ...]) -> Iterator[Account]:
    """Name who opened pull requests."""
    for each in items:
        if text(each, "user", "login") and text(each, "user", "type") != "Bot":
            yield Account(kind="github", identity=text(each, "user", "login"))


def _state(pull: Json) -> tuple[str, str]:
    return text(pull, "number"), text(pull, "updated_at")


def _seen(kept: Json) -> Seen:
    return Seen(number=number(kept, "number") or 0, head=text(kept, "head"), updated=text(kept, "updated"))
