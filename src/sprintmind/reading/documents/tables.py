"""Tables in a text: Markdown's, Jira's, drawn with plus and minus, or set in columns with spaces."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sprintmind.reading.documents.markup import unmarked
from sprintmind.reading.lines import KEY, Line

RULE = re.compile(
    r"\s*+\|?(?:\s*+:?-{2,}:?\s*+[|+])*\s*+:?-{2,}:?\s*+\|?\s*+|\s*+\+(?:[-=]{1,}\+)+\s*+"
    r"|\s*+(?:[-=]{3,}\s++)+[-=]{3,}\s*+"
)
"""A line between rows. (Quantified parts begin with a bar or a dash, so it cannot blow up.)"""

_BAR = re.compile(r"(?<!\\)\|")
_GAP = re.compile(r"\s{2,}|\t")
_COLUMNS_AT_LEAST = 3  # set in columns with spaces; two may be a sentence with a gap in it


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    number: int
    text: str
    cells: Mapping[str, str]
    """By the column's heading; empty where the table has none."""


def table_at(lines: Sequence[Line], start: int, *, columns: bool) -> int:
    """Tell how many lines from `start` on are a table; 0 where none begins there.

    Args:
        lines: A document's lines.
        start: Where to look.
        columns: Whether columns may be set with spaces or tabs alone.
    """
    first = lines[start].words
    follows = lines[start + 1].text if start + 1 < len(lines) else ""
    if first.startswith(("|", "+-", "+=")):
        return _run(lines, start, ("|", "+"))
    if "|" in first and "|" in follows and RULE.fullmatch(follows):
        end = start
        while end < len(lines) and "|" in lines[end].text:
            end += 1
        return end - start
    return _columns_at(lines, start) if columns else 0


def rows_of(lines: Sequence[Line]) -> tuple[Row, ...]:
    """Read a table's lines into its rows, without the one that holds the columns' headings."""
    body = [line for line in lines if not RULE.fullmatch(line.text)]
    ruled = len(lines) > 1 and any(RULE.fullmatch(line.text) for line in lines[1:3])
    cells = [_cells(line.text, _starts(lines)) for line in body]
    head = _head(cells, ruled=ruled, marked=bool(body) and body[0].words.startswith("||"))
    rest = zip(body[1:], cells[1:], strict=True) if head else zip(body, cells, strict=True)
    names = columns_named(head)
    return tuple(
        Row(line.number, _text(line), dict(zip(names, row, strict=False)) if names else {}) for line, row in rest
    )


def columns_named(head: Sequence[str]) -> list[str]:
    """Name columns by their headings; one without a heading, or with that of another, by its number too."""
    names: list[str] = []
    for number, name in enumerate(head, start=1):
        names.append(name if name and name not in names else f"{name} ({number})".strip())
    return names


def _run(lines: Sequence[Line], start: int, begins: tuple[str, ...]) -> int:
    end = start
    while end < len(lines) and lines[end].words.startswith(begins):
        end += 1
    return end - start


def _text(line: Line) -> str:
    return " ".join(line.words.strip("|").split())


def _head(rows: Sequence[Sequence[str]], *, ruled: bool, marked: bool) -> Sequence[str]:
    """Tell the columns' headings: the row over a rule, or a first row of words without a ticket key."""
    if not rows:
        return ()
    wordy = len(rows) > 1 and all(rows[0]) and not any(KEY.search(cell) for cell in rows[0])
    return rows[0] if ruled or marked or wordy else ()


def _cells(text: str, starts: Sequence[int]) -> list[str]:
    if "|" in text:
        inner = text.strip().replace("||", "|")
        inner = inner.removeprefix("|")
        inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
        return [unmarked(cell.replace("\\|", "|")).text for cell in _BAR.split(inner)]
    if "\t" in text:
        return [unmarked(cell).text for cell in text.strip().split("\t")]
    cuts = [*starts, len(text) + 1]
    return [unmarked(text[here:there]).text for here, there in pairwise(cuts)]


def _starts(lines: Sequence[Line]) -> list[int]:
    """Find where the columns of a table without bars begin: where the words of its head do."""
    text = lines[0].text
    return [0 if n == 0 else found for n, found in enumerate(_column_starts(text))]


def _column_starts(text: str) -> list[int]:
    gaps = [gap.end() for gap in _GAP.finditer(text.rstrip()) if gap.start() > 0]
    return [len(text) - len(text.lstrip()), *gaps]


def _columns_at(lines: Sequence[Line], start: int) -> int:
    """Tell how many lines are a table whose columns begin under those of the first line."""
    head = lines[start].text
    starts = _column_starts(head)
    tabbed = head.count("\t")
    if len(starts) < _COLUMNS_AT_LEAST or KEY.search(head):
        return 0
    end = start + 1
    while end < len(lines) and lines[end].words and _fits(lines[end].text, starts, tabbed=tabbed):
        end += 1
    return end - start if end - start > 1 else 0


def _fits(text: str, starts: Sequence[int], *, tabbed: int) -> bool:
    if tabbed:
        return 0 < text.count("\t") <= tabbed
    if RULE.fullmatch(text):
        return True
    inside = [at for at in starts[1:] if at < len(text)]
    return bool(inside) and all(text[at - 1] == " " and text[at - 2 : at] != "" for at in inside)
