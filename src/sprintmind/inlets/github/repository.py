"""One repository, read whole or from where reading it stood."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from sprintmind.errors import UnavailableError
from sprintmind.inlets.github import commits
from sprintmind.inlets.github.bodies import Bodies, Repository
from sprintmind.inlets.github.checks import Checks
from sprintmind.inlets.github.commits import Commits
from sprintmind.inlets.github.listing import Listing, Seen, lists
from sprintmind.inlets.github.reviews import Reviews
from sprintmind.inlets.http import Answer, Api
from sprintmind.inlets.pages import Pages, listed
from sprintmind.inlets.passes import Pass, begun
from sprintmind.inlets.port import Count, Cursors, Known, Step, Survey
from sprintmind.inlets.values import mapping, moment, number, text

OVERLAP = timedelta(minutes=10)
"""Read twice, so that nothing falls between two readings."""
PER_PULL = 3
"""Requests for the reviews, check runs and statuses of one pull request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GithubInlet:
    """Reads one repository.

    Args:
        api: Whom to ask.
        repository: `owner/name`; an old name leads to the new one.
        now: Tells when a delivery is received.
    """

    api: Api
    repository: str
    now: Callable[[], datetime]

    @property
    def system(self) -> str:
        """Name it by its server and its name in the settings."""
        server = urlsplit(self.api.service.address).hostname or ""
        return f"github:{server}/{self.repository.casefold()}"

    def close(self) -> None:
        """Close its connections."""
        self.api.close()

    def survey(self, cursors: Cursors, *, since: datetime | None) -> Survey:
        """Count pull requests and commits; see `port.Inlet`."""
        found, at, notes = self._repository()
        start = begun(cursors, at=at, since=since).since
        bodies, pages = Bodies(found, self.now), Pages.of(self.api, {})
        opened = self._count(f"/repos/{found.name}/pulls?state=open&per_page=1")
        recent = self._changed_since(pages, found.name, start - OVERLAP)
        made = self._count(commits.path(bodies, start - commits.OVERLAP, per_page=1))
        pulls = len(recent) + max(opened - sum(recent.values()), 0)
        counts = (
            Count(what=f"pull requests of {found.name}", count=pulls),
            Count(what=f"commits on {found.branch}", count=made),
            Count(what="requests", count=3 + PER_PULL * pulls + pulls // 50 + made // 100, exact=False),
        )
        return Survey(counts=counts, notes=notes)

    def read(self, cursors: Cursors, *, since: datetime | None, known: Known) -> Iterator[Step]:  # noqa: ARG002 # GitHub deletes no pull request
        """Read pull requests, their reviews and checks, and commits; see `port.Inlet`."""
        found, at, notes = self._repository()
        reading = begun(cursors, at=at, since=since)
        pages, bodies = Pages.of(self.api, cursors), Bodies(found, self.now)
        yield Step(what="repositories", cursors=reading.opening, notes=notes)
        pulls: dict[int, Seen] = {}
        yield from Listing(pages, bodies, reading.since - OVERLAP, pulls).steps(found.name)
        for pull in pulls.values():
            yield from self._inside(pull, reading, pages, bodies)
        yield from Commits(pages, bodies).steps(reading.since - commits.OVERLAP)
        yield Step(
            what="repositories", cursors=reading.closing(cursors, outdated=pages.outdated(), units=map(str, pulls))
        )

    def _inside(self, pull: Seen, reading: Pass, pages: Pages, bodies: Bodies) -> Iterator[Step]:
        """Read a pull request's reviews and checks, unless this pass did so before it was interrupted."""
        unit, as_it_is = str(pull.number), f"{pull.updated} {pull.head}"
        if reading.done(unit, as_it_is):
            pages.spare(f"/pulls/{pull.number}/", f"/commits/{pull.head}/")
            return
        yield from Reviews(pages, bodies).steps(pull)
        if pull.head:
            yield from Checks(pages, bodies).steps(pull.head)
        yield Step(what="pull requests", cursors=reading.mark(unit, as_it_is))

    def _repository(self) -> tuple[Repository, datetime, tuple[str, ...]]:
        """Look the repository up: its id, its name and default branch now, and what time it is there."""
        answer = self.api.get(f"/repos/{self.repository}")
        told = mapping(answer.content)
        number_of_it, name = number(told, "id"), text(told, "full_name")
        if not number_of_it or not name:
            raise UnavailableError(f"GitHub's answer for {self.repository} shows no repository; check the address")
        renamed = f"{self.repository} is called {name} now; change it in sprintmind.toml"
        notes = () if name.casefold() == self.repository.casefold() else (renamed,)
        found = Repository(id=number_of_it, name=name, branch=text(told, "default_branch") or "main")
        return found, answer.at or self.now(), notes

    def _changed_since(self, pages: Pages, name: str, since: datetime) -> dict[int, bool]:
        """Find the pull requests changed since a moment, each with whether it is open."""
        found: dict[int, bool] = {}
        for page in pages.read(lists(name)[0]):
            for each in listed(page.answer.content):
                if (moment(text(each, "updated_at")) or since) < since:
                    return found
                found[number(each, "number") or 0] = text(each, "state") == "open"
        return found

    def _count(self, path: str) -> int:
        """Count a list by the number of its last page, at one item a page."""
        return _last(self.api.get(path))


def _last(answer: Answer) -> int:
    if not answer.last:
        return len(listed(answer.content))
    pages = parse_qs(urlsplit(answer.last).query).get("page", ["1"])
    return int(pages[-1]) if pages[-1].isdecimal() else 1
