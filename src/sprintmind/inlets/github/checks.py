"""What the checks of a head commit say: its check runs, and its statuses of the older kind."""

from collections.abc import Iterator
from dataclasses import dataclass

from sprintmind.inlets.github.bodies import Bodies
from sprintmind.inlets.pages import Kept, Page, Pages, listed
from sprintmind.inlets.port import Step
from sprintmind.inlets.values import mapping, number
from sprintmind.intake import Delivery

_AGAIN = 3
"""How often pages that do not add up to their total are read anew."""


@dataclass(frozen=True, slots=True)
class Checks:
    """Reads checks."""

    pages: Pages
    bodies: Bodies

    def steps(self, sha: str) -> Iterator[Step]:
        """Read what changed of a commit's checks."""
        commit = f"/repos/{self.bodies.repository.name}/commits/{sha}"
        yield from self._whole(f"{commit}/check-runs?per_page=100", "check_runs", sha)
        yield from self._whole(f"{commit}/status?per_page=100", "statuses", sha)

    def _whole(self, path: str, name: str, sha: str) -> Iterator[Step]:
        """Read pages that tell their total until they add up to it."""
        counted, total = 0, 0
        for attempt in range(_AGAIN):
            counted, total = 0, 0
            for page in self.pages.read(path, keep=_numbers(name), afresh=attempt > 0):
                counted += sum(number(each, "count") or 0 for each in page.kept)
                total = max((number(each, "total") or 0 for each in page.kept), default=total)
                yield from self._step(page, name, sha)
            if counted >= total:
                return
        yield Step(what="checks", notes=(f"only {counted} of {total} {name.replace('_', ' ')} of {sha[:12]} came",))

    def _step(self, page: Page, name: str, sha: str) -> Iterator[Step]:
        if page.changed:
            found = tuple(self._deliveries(page, name, sha))
            yield Step(what="checks", deliveries=found, cursors={page.name: page.mark})

    def _deliveries(self, page: Page, name: str, sha: str) -> Iterator[Delivery]:
        items = listed(page.answer.content, name)
        if name == "statuses":
            yield from (self.bodies.status(each, sha) for each in items)
        elif items:
            yield self.bodies.checks(mapping(page.answer.content))


def _numbers(name: str) -> Kept:
    """Keep of a page how many items it holds, of how many."""
    return lambda content: [{"count": len(listed(content, name)), "total": number(content, "total_count")}]
