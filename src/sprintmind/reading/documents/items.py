"""The blocks of a written document: headings, bullets, rows, and lines that go on from one to the next."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from sprintmind.reading.documents.markup import Plain, unmarked
from sprintmind.reading.documents.sections import inline_section
from sprintmind.reading.documents.tables import RULE, Row, rows_of, table_at
from sprintmind.reading.lines import KEY, Line

_HEADING = re.compile(r"\s{0,3}(#{1,6})(?:\s+|(?<=##)(?=[A-Za-z]))(.*?)\s*#*|h([1-6])\.\s+(.*)")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-{3,})\s*")
_DIVIDER = re.compile(r"\s{0,3}(?:[-*_]\s*){3,}|\s*-{2,}\s*")
_BULLET = re.compile(r"(\s*)((?:[-*+•–—◦▪●○‣·⁃]|\d{1,3}[.)]|[a-z][.)])\s+|[•◦▪●‣](?=\S))(?=\S)")
_EMPTY_BULLET = re.compile(r"\s*(?:[-*+•–—◦▪●‣·]|\d{1,3}[.)])")
_BOX = re.compile(r"(?:[-*+]\s+)?(?:\[([ xX✓✔✅~/*-]?)\]\s+|([☐☑☒])\s*)(?=\S)")
_ITEM = re.compile(r"[^\w\s\"'“”‘’(\[<@#&*_`$+-]|:\w+:|@|https?:")
NARROW = 40  # characters; no shorter line is wrapped
_DANGLING = frozenset(
    "a an and are as at be been but by for from has have if in into is it its nor not of on or our so than that the "  # noqa: SIM905 (reads better in a row)
    "their there these this those to under was we were when where which while who will with".split()
)
"""Words that no line ends with unless it goes on."""


class Kind(Enum):
    """What a block is."""

    HEADING = auto()
    BULLET = auto()
    TEXT = auto()
    ROW = auto()


class Item(Struct, frozen=True, gc=False, kw_only=True):
    """One block of a document."""

    kind: Kind
    number: int
    source: str
    """With its inline markup; its lines are joined with a space."""
    indent: int = 0
    level: int = 0
    """Of a heading, 1 to 6."""
    checked: bool | None = None
    row: Row | None = None
    gap: bool = False
    """Whether a blank line stands before it."""
    tail: str = ""
    """Its last line, which tells whether it was wrapped."""

    @property
    def plain(self) -> Plain:
        """Its words without markup."""
        return unmarked(self.source)


def items_of(lines: Sequence[Line], *, lined: bool = False) -> tuple[Item, ...]:
    """Cut a scrubbed document into its blocks.

    Args:
        lines: The document's own lines.
        lined: Whether each line stands for itself, and tables may be set in columns with spaces or tabs alone.
    """
    items: list[Item] = []
    wrapped: list[list[str]] = []
    gap = True
    for item in _raw(lines, columns=lined):
        if item is None:
            gap = True
            continue
        item = replace(item, gap=gap)  # noqa: PLW2901 (whether it stands apart is known only here)
        gap = False
        if items and not lined and _goes_on(items[-1], item):
            items[-1] = replace(items[-1], tail=item.source)
            wrapped[-1].append(item.source)
        else:
            items.append(item)
            wrapped.append([item.source])
    return tuple(_joined(item, lines) for item, lines in zip(items, wrapped, strict=True))


def _raw(lines: Sequence[Line], *, columns: bool) -> Iterator[Item | None]:
    """Turn each line into a block of its own, None for a blank line."""
    n = 0
    while n < len(lines):
        line = lines[n]
        size = table_at(lines, n, columns=columns) if line.words else 0
        if size:
            for row in rows_of(lines[n : n + size]):
                yield Item(kind=Kind.ROW, number=row.number, source=row.text, row=row)
            n += size
            continue
        underlined = n + 1 < len(lines) and _is_underlined(lines, n)
        yield _underlined(line, lines[n + 1]) if underlined else _item(line)
        n += 2 if underlined else 1


def _is_underlined(lines: Sequence[Line], n: int) -> bool:
    line = lines[n]
    alone = n == 0 or not lines[n - 1].words
    plain = bool(line.words) and line.indent < 4 and not _BULLET.match(line.text) and not _HEADING.fullmatch(line.text)
    mark = _UNDERLINE.fullmatch(lines[n + 1].text)
    return bool(mark) and plain and (alone or line.number == 1) and len(line.words) < 120 and not KEY.search(line.text)


def _underlined(line: Line, under: Line) -> Item:
    level = 1 if under.words.startswith("=") else 2
    return Item(kind=Kind.HEADING, number=line.number, source=line.words, level=level)


def _item(line: Line) -> Item | None:
    if not line.words or _DIVIDER.fullmatch(line.text) or RULE.fullmatch(line.text):
        return None
    if _EMPTY_BULLET.fullmatch(line.text):
        return None
    heading = _HEADING.fullmatch(line.text)
    if heading:
        level, words = len(heading[1] or "") or int(heading[3] or 1), heading[2] or heading[4] or ""
        return Item(kind=Kind.HEADING, number=line.number, source=words, level=level) if words else None
    bullet = _BULLET.match(line.text)
    rest = line.text[bullet.end() :] if bullet else line.words
    box = _BOX.match(rest)
    return Item(
        kind=Kind.BULLET if bullet or box else Kind.TEXT,
        number=line.number,
        source=rest[box.end() :] if box else rest,
        indent=line.indent,
        checked=(box[1] or "") in "xX✓✔✅" and bool(box[1] or box[2] == "☑") if box else None,
        tail=line.words,
    )


def _goes_on(last: Item, item: Item) -> bool:
    """Tell whether a line goes on with the block before it, as wrapped lines do."""
    if item.gap or item.kind is not Kind.TEXT or last.kind not in {Kind.TEXT, Kind.BULLET} or _begins(item.source):
        return False
    if last.kind is Kind.BULLET and item.indent > last.indent:
        return True
    return (last.kind is Kind.BULLET or item.indent == last.indent) and _wraps(last.tail, item.source)


def _begins(source: str) -> bool:
    """Tell whether a line begins something of its own: with a ticket key, an emoji, a person, a usual heading."""
    key = KEY.match(source.lstrip("*_[(`"))
    return bool(key or _ITEM.match(source) or inline_section(source))


def _wraps(before: str, after: str) -> bool:
    if len(before) < NARROW or before.endswith((".", "!", "?", ":", ";", "|")):
        return False
    return after[:1].islower() or before.endswith(",") or before.rsplit(maxsplit=1)[-1].lower() in _DANGLING


def _joined(item: Item, lines: Sequence[str]) -> Item:
    """Put the lines of a block together, once: as many as there are would else be copied that often."""
    return item if len(lines) == 1 else replace(item, source=" ".join(lines))
