"""Pages that the header `Link` chains, each asked for only if it changed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec

from sprintmind.inlets.http import Answer, Api
from sprintmind.inlets.port import Cursors
from sprintmind.inlets.values import Json, at, rows, text

PREFIX = "page:"

Kept = Callable[[object], list[dict[str, object]]]


def nothing(_: object) -> list[dict[str, object]]:
    """Keep nothing of a page."""
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page, as it is now."""

    answer: Answer
    name: str
    """Of its cursor."""
    mark: str
    """The cursor's value: the ETag, the next page, and what is kept of the items."""
    kept: tuple[Json, ...]
    """What was kept of its items, now or when it last changed."""
    next: str | None

    @property
    def changed(self) -> bool:
        """Its items are in the answer; else they were recorded before."""
        return not self.answer.unchanged


@dataclass(frozen=True, slots=True)
class Pages:
    """Reads pages and remembers their ETags.

    Args:
        api: Whom to ask.
        marks: The cursors so far; what is read is added.
        seen: Names of the pages read; what is not among them at the end is out of date.
    """

    api: Api
    marks: dict[str, str]
    seen: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, api: Api, cursors: Cursors) -> "Pages":
        """Go on from some cursors."""
        return cls(api, dict(cursors))

    def read(self, path: str, *, keep: Kept = nothing, afresh: bool = False) -> Iterator[Page]:
        """Read a page and those after it.

        Args:
            path: Of the first.
            keep: What to keep of a page's content for when it is unchanged.
            afresh: Read even what has not changed.
        """
        url: str | None = path
        while url:
            page = self.page(url, keep=keep, afresh=afresh)
            yield page
            url = page.next

    def page(self, url: str, *, keep: Kept = nothing, afresh: bool = False) -> Page:
        """Read one page."""
        name = PREFIX + _path(url)
        before = _mark(self.marks.get(name))
        answer = self.api.get(url, etag=None if afresh else text(before, "etag") or None)
        if answer.unchanged:
            mark, after = self.marks[name], before
        else:
            after = {"etag": answer.etag, "next": answer.next, "kept": keep(answer.content)}
            mark = msgspec.json.encode(after).decode()
        self.marks[name] = mark
        self.seen.add(name)
        return Page(answer=answer, name=name, mark=mark, kept=rows(after, "kept"), next=text(after, "next") or None)

    def spare(self, *parts: str) -> None:
        """Count pages whose addresses hold some part as read."""
        self.seen.update(name for name in self.marks if any(part in name for part in parts))

    def outdated(self) -> frozenset[str]:
        """Name the pages that were not read any more."""
        return frozenset(name for name in self.marks if name.startswith(PREFIX)) - self.seen


def _mark(text: str | None) -> Mapping[str, object]:
    found: object = msgspec.json.decode(text) if text else {}
    return found if isinstance(found, dict) else {}


def _path(url: str) -> str:
    split = urlsplit(url)
    return f"{split.path}?{split.query}" if split.query else split.path


def listed(content: object, name: str | None = None) -> tuple[Json, ...]:
    """Take the items of a page: a list, or an object that holds one."""
    return rows({"items": content if name is None else at(content, name)}, "items")
