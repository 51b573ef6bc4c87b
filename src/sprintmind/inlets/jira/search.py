"""Issues that a JQL query finds, page by page: by offset (server) or by token (cloud)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sprintmind.inlets.http import Answer, Api
from sprintmind.inlets.values import Json, number, rows, text

PAGE = 50


class Shifted(Exception):  # noqa: N818 # a reason to read again, not an error
    """Something moved from one page to another while they were read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Asks for issues.

    Args:
        api: Whom to ask.
        cloud: It pages by token, and tells no total.
    """

    api: Api
    cloud: bool

    def pages(
        self, jql: str, *, fields: str = "*all", expand: str = "changelog", size: int = PAGE
    ) -> Iterator[Sequence[Json]]:
        """Read the issues that a query finds, in its order.

        Raises:
            Shifted: What was read is not the whole; nothing of it is wrong.
        """
        parameters: dict[str, str | int] = {"jql": jql, "fields": fields, "maxResults": size}
        if expand:
            parameters["expand"] = expand
        return self._by_token(parameters) if self.cloud else self._by_offset(parameters)

    def count(self, jql: str) -> int | None:
        """Count what a query finds; on the cloud about; None where the query is refused."""
        bad = frozenset({400})
        if self.cloud:
            answer = self.api.post("/rest/api/2/search/approximate-count", {"jql": jql}, missing=bad | {404})
            return number(answer.content, "count")
        parameters: dict[str, str | int] = {"jql": jql, "maxResults": 0, "fields": "id"}
        return number(self.api.get("/rest/api/2/search", parameters=parameters, missing=bad).content, "total")

    def _by_offset(self, parameters: dict[str, str | int]) -> Iterator[Sequence[Json]]:
        """Read each page with the last issue of the one before, which shows whether the pages moved meanwhile."""
        read, last = 0, ""
        while True:
            asked: dict[str, str | int] = {**parameters, "startAt": max(read - 1, 0)}
            answer = self.api.get("/rest/api/2/search", parameters=asked)
            issues = rows(answer.content, "issues")
            if last:
                if not issues or text(issues[0], "id") != last:
                    raise Shifted
                issues = issues[1:]
            yield issues
            read += len(issues)
            last = text(issues[-1], "id") if issues else last
            if read >= (number(answer.content, "total") or 0):
                return
            if not issues:
                raise Shifted

    def _by_token(self, parameters: dict[str, str | int]) -> Iterator[Sequence[Json]]:
        token, used = "", set[str]()
        while True:
            asked = {**parameters, "nextPageToken": token} if token else parameters
            answer = self.api.get("/rest/api/2/search/jql", parameters=asked)
            yield rows(answer.content, "issues")
            token = _next(answer)
            if not token:
                return
            if token in used:  # seen in the wild: the same page for ever
                raise Shifted
            used.add(token)


def _next(answer: Answer) -> str:
    last = isinstance(answer.content, dict) and answer.content.get("isLast") is True
    return "" if last else text(answer.content, "nextPageToken")
