"""An issue made whole: a search cuts long changelogs and comments, which are read to their totals here."""

from dataclasses import dataclass

from sprintmind.inlets.http import Api
from sprintmind.inlets.values import Json, mapping, number, rows, text

_PAGE = 100
_AGAIN = 3
"""How often pages that do not add up to their total are read anew."""
_MISSING = frozenset({404, 405})


@dataclass(frozen=True, slots=True)
class Whole:
    """Reads what a search left out."""

    api: Api

    def issue(self, issue: Json) -> Json | None:
        """Complete an issue; None if it is gone meanwhile."""
        told = dict(issue)
        if _cut(mapping(issue, "changelog"), "histories"):
            histories = self._histories(text(issue, "id"))
            if histories is None:
                return None
            told["changelog"] = _joined(mapping(issue, "changelog"), "histories", histories)
        comments = mapping(issue, "fields", "comment")
        if _cut(comments, "comments"):
            every = self._paged(f"/rest/api/2/issue/{text(issue, 'id')}/comment", "comments") or ()
            fields = {**mapping(issue, "fields"), "comment": _joined(comments, "comments", every)}
            told["fields"] = fields
        return told

    def _histories(self, id: str) -> tuple[Json, ...] | None:
        """Read all entries, where there is an address for them; servers without one give them with the issue."""
        entries = self._paged(f"/rest/api/2/issue/{id}/changelog", "values", "histories")
        if entries is not None:
            return entries
        answer = self.api.get(
            f"/rest/api/2/issue/{id}", parameters={"expand": "changelog", "fields": "updated"}, missing=_MISSING
        )
        return None if answer.status in _MISSING else rows(answer.content, "changelog", "histories")

    def _paged(self, path: str, *names: str) -> tuple[Json, ...] | None:
        """Read pages until they add up to their total; what still lacks some tells by its own total that it does."""
        found: dict[str, Json] = {}
        for _ in range(_AGAIN):
            found, total = {}, 1
            while len(found) < total:
                asked = {"startAt": len(found), "maxResults": _PAGE}
                answer = self.api.get(path, parameters=asked, missing=_MISSING)
                if answer.status in _MISSING:
                    return None
                items = [each for name in names for each in rows(answer.content, name)]
                total = number(answer.content, "total") or 0
                more = {text(each, "id"): each for each in items}
                if not more.keys() - found.keys():
                    break
                found |= more
            if len(found) >= total:
                break
        return tuple(found.values())


def _cut(part: Json, name: str) -> bool:
    """Tell whether a list shows less than there is; one that tells no total is whole unless it is full."""
    shown, total = len(rows(part, name)), number(part, "total")
    if total is not None:
        return shown < total
    return 0 < (number(part, "maxResults") or 0) <= shown


def _joined(part: Json, name: str, found: tuple[Json, ...]) -> dict[str, object]:
    every = {text(each, "id"): each for each in (*rows(part, name), *found)}
    total = max(number(part, "total") or 0, len(every))
    return {**part, "startAt": 0, "maxResults": total, "total": total, name: list(every.values())}
