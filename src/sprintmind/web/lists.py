"""Lists that can be searched, sorted and turned over: by the address alone, so that they work without a script."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from fastapi import Request
from pydantic import Field

from sprintmind.web.looking import Looking

Row = TypeVar("Row")
AT_ONCE = 50


class Asked(Looking):
    """What every list is asked with."""

    q: str = ""
    sort: str = ""
    down: bool = False
    page: int = Field(1, ge=1, le=100_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Generic[Row]):
    """A page of a list."""

    rows: Sequence[Row]
    total: int
    """Of all pages."""
    page: int
    pages: int


def listed(
    rows: Iterable[Row], asked: Asked, *, by: Mapping[str, Callable[[Row], object]], says: Callable[[Row], str]
) -> Listing[Row]:
    """Search, sort and cut a list.

    Args:
        rows: All of it, in the order that it has where none is asked for.
        asked: What is wanted.
        by: What it can be sorted by; what has no such value stands last.
        says: The words of a row that a search looks through; all words asked for must occur.
    """
    words = asked.q.casefold().split()
    found = [row for row in rows if all(word in says(row).casefold() for word in words)]
    if asked.sort in by:
        found = _sorted(found, by[asked.sort], down=asked.down)
    pages = max(1, -(-len(found) // AT_ONCE))
    page = min(asked.page, pages)
    return Listing(rows=found[(page - 1) * AT_ONCE : page * AT_ONCE], total=len(found), page=page, pages=pages)


def addresses(request: Request) -> Callable[..., str]:
    """Give what makes this page's address anew with some of its parameters changed; an empty one is left out."""

    def address(**changes: object) -> str:
        parameters = {**request.query_params, **{name: str(value) for name, value in changes.items()}}
        query = urlencode({name: value for name, value in parameters.items() if value})
        return f"{request.url.path}?{query}" if query else request.url.path

    return address


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """Sort numbers inside of words as numbers.

    >>> sorted(["NW-10", "NW-9"], key=natural)
    ['NW-9', 'NW-10']
    """
    parts = text.replace("-", " - ").split()
    return tuple((int(part), "") if part.isdecimal() else (0, part) for part in parts)


def _sorted(rows: list[Row], by: Callable[[Row], object], *, down: bool) -> list[Row]:
    having = [row for row in rows if by(row) not in (None, "")]
    lacking = [row for row in rows if by(row) in (None, "")]
    return sorted(having, key=lambda row: _comparable(by(row)), reverse=down) + lacking


def _comparable(value: object) -> tuple[tuple[int, str], ...]:
    return ((value, ""),) if isinstance(value, int) else natural(str(value).casefold())
