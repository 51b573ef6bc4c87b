"""Issues that changed, read in the order of their change, so that reading can stop and go on anywhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sprintmind.errors import UnavailableError
from sprintmind.inlets.jira.bodies import Bodies, accounts
from sprintmind.inlets.jira.search import Search, Shifted
from sprintmind.inlets.jira.server import Server
from sprintmind.inlets.jira.whole import Whole
from sprintmind.inlets.port import Step
from sprintmind.inlets.values import Json, moment, text

REACHED = "reached"
"""The cursor that tells up to which change an interrupted pass has read."""
ROUNDS = 8
"""How often a search is made anew because its pages moved while they were read."""
ORDER = " ORDER BY updated ASC, key ASC"


@dataclass(slots=True, kw_only=True)
class Issues:
    """Reads issues, each state of one once."""

    search: Search
    server: Server
    bodies: Bodies
    read: dict[str, str] = field(default_factory=dict)
    """The issues that were read, by id, with their last change."""
    keys: set[str] = field(default_factory=set)
    """Their keys."""

    def steps(self, jql: str, *, reached: datetime | None) -> Iterator[Step]:
        """Read what a query finds; where pages moved, from the last change that was read.

        Args:
            jql: Without its order.
            reached: Up to which change it was read before.
        """
        for _ in range(ROUNDS):
            narrowed = f'{jql} AND updated >= "{self.server.bound(reached)}"' if reached else jql
            try:
                for issues in self.search.pages(narrowed + ORDER):
                    last = moment(text(issues[-1], "fields", "updated")) if issues else None
                    reached = max(filter(None, (reached, last)), default=None)
                    yield self._step(issues, reached)
            except Shifted:
                continue
            return
        raise UnavailableError("Jira's issues kept moving while they were read; run the same command again")

    def changed_meanwhile(self, project: str, since: datetime) -> Iterator[Step]:
        """Read again what changed while it was read, until nothing does."""
        for _ in range(ROUNDS):
            before = dict(self.read)
            yield from self.steps(f'{project} AND updated >= "{self.server.bound(since)}"', reached=None)
            if self.read == before:
                return

    def _step(self, issues: Sequence[Json], reached: datetime | None) -> Step:
        new = [each for each in issues if self.read.get(text(each, "id")) != text(each, "fields", "updated")]
        self.read |= {text(each, "id"): text(each, "fields", "updated") for each in new}
        self.keys |= {text(each, "key") for each in issues}
        whole = Whole(self.search.api)
        complete = [found for each in new if (found := whole.issue(each)) is not None]
        return Step(
            what="issues",
            deliveries=tuple(map(self.bodies.shown, complete)),
            cursors={REACHED: reached.isoformat()} if reached else {},
            accounts=tuple(account for each in complete for account in accounts(each)),
            texts=tuple(text(each, "key") for each in complete),
        )
