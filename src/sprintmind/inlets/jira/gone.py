"""Issues that the ledger knows and a search finds no more: moved away, deleted, or hidden."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import TicketKey
from sprintmind.inlets.jira.bodies import Bodies
from sprintmind.inlets.jira.search import Search, Shifted
from sprintmind.inlets.jira.server import named_projects
from sprintmind.inlets.jira.whole import Whole
from sprintmind.inlets.port import Known, Step
from sprintmind.inlets.values import mapping, text
from sprintmind.intake import Delivery

FEW = 5
"""So many may be gone at once, or a tenth of all; of more it is likelier that they were hidden from the token."""
_AGAIN = 3
_ABSENT = frozenset({404})


@dataclass(frozen=True, slots=True)
class Gone:
    """Finds out what became of them."""

    search: Search
    bodies: Bodies

    def steps(self, projects: tuple[str, ...], known: Known, *, read: set[str], at: datetime) -> Iterator[Step]:
        """Read what moved away, and tell what is deleted.

        Jira answers alike for what is deleted and for what may not be seen, and what is once deleted stays so: where
        much is gone at once, nothing is taken for deleted.

        Args:
            projects: Whose issues are searched.
            known: What the ledger knows.
            read: Keys that were read just now.
            at: What time it is on the server.
        """
        ours = {key for key in known.keys() if key.rpartition("-")[0] in projects}  # noqa: SIM118 # it is no mapping
        if not ours - read:
            return
        present = self._present(projects)
        if not present:
            return
        missing = [(key, issue) for key in sorted(ours - read - present) if (issue := known.issue(key))]
        found = {key: self._looked_up(issue) for key, issue in missing}
        absent = [(key, issue) for key, issue in missing if found[key] is None]
        moved = tuple(delivery for delivery in found.values() if delivery)
        if len(absent) > max(FEW, len(ours) // 10):
            yield Step(what="issues", deliveries=moved, notes=(_hidden(absent, len(ours)),))
            return
        deleted = tuple(self.bodies.deleted(key, issue, at=at) for key, issue in absent)
        if moved or deleted:
            yield Step(what="issues moved or deleted", deliveries=moved + deleted)

    def _present(self, projects: tuple[str, ...]) -> set[str]:
        """List the keys of all issues; empty where they cannot be listed whole."""
        for _ in range(_AGAIN):
            try:
                pages = self.search.pages(
                    f"{named_projects(projects)} ORDER BY key ASC", fields="key", expand="", size=1000
                )
                return {text(each, "key") for issues in pages for each in issues}
            except Shifted:
                continue
        return set()

    def _looked_up(self, id: str) -> Delivery | None:
        """Read an issue by its id, which it keeps wherever it moves; None where there is none to see."""
        path, asked = f"/rest/api/2/issue/{id}", {"expand": "changelog", "fields": "*all"}
        answer = self.search.api.get(path, parameters=asked, missing=_ABSENT)
        if answer.status in _ABSENT:
            return None
        whole = Whole(self.search.api).issue(mapping(answer.content))
        return self.bodies.shown(whole) if whole else None


def _hidden(absent: list[tuple[TicketKey, str]], known: int) -> str:
    some = ", ".join(key for key, _ in absent[:3])
    return (
        f"{len(absent)} of {known} known issues ({some}, …) cannot be seen any more: nothing was taken for deleted, as "
        "it is likelier that whose token it is may no longer see them"
    )
