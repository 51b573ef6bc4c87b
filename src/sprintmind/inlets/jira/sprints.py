"""The current sprints of some projects: active ones and those to come."""

from collections.abc import Iterator
from dataclasses import dataclass

from sprintmind.inlets.http import Api
from sprintmind.inlets.values import Json, at, number, rows, text

_PAGE = 50
_NONE = frozenset({400, 403, 404})
"""A board without sprints, a Jira without boards, a token that may not see them."""


@dataclass(frozen=True, slots=True)
class Sprints:
    """Reads sprints."""

    api: Api

    def current(self, projects: tuple[str, ...]) -> tuple[Json, ...] | None:
        """Read the sprints of all boards of some projects, each once; None where no board can be read."""
        boards: dict[str, Json] = {}
        for project in projects:
            found = self._pages("/rest/agile/1.0/board", {"projectKeyOrId": project})
            if found is None:
                return None
            boards |= {text(each, "id"): each for each in found}
        sprints: dict[str, Json] = {}
        for number_of_it, board in boards.items():
            if text(board, "type") != "kanban":
                listed = self._pages(f"/rest/agile/1.0/board/{number_of_it}/sprint", {"state": "active,future"})
                sprints |= {text(each, "id"): each for each in listed or ()}
        return tuple(sprints.values())

    def _pages(self, path: str, parameters: dict[str, str | int]) -> tuple[Json, ...] | None:
        found: dict[str, Json] = {}
        for page in self._answers(path, parameters):
            if page is None:
                return None
            found |= {text(each, "id"): each for each in page}
        return tuple(found.values())

    def _answers(self, path: str, parameters: dict[str, str | int]) -> Iterator[tuple[Json, ...] | None]:
        start = 0
        while True:
            asked = {**parameters, "startAt": start, "maxResults": _PAGE}
            answer = self.api.get(path, parameters=asked, missing=_NONE)
            if answer.status in _NONE:
                yield None
                return
            values = rows(answer.content, "values")
            yield values
            start += len(values)
            total = number(answer.content, "total")
            if not values or at(answer.content, "isLast") is True or (total is not None and start >= total):
                return
