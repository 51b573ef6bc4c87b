"""HTML mail and pages, as lines of text: headings, lists, check-boxes and tables are marked as in Markdown."""

import html
import re
from dataclasses import dataclass, field

from sprintmind.reading.lines import Line

_HIDDEN = frozenset(
    {"script", "style", "head", "template", "noscript", "svg", "pre", "blockquote", "select", "textarea"}
)
_BLOCKS = frozenset(
    "address article aside body br center dd div dl dt fieldset figure footer form header hr html li main nav ol p "  # noqa: SIM905 (reads better in a row)
    "section summary details tbody thead tfoot title ul caption".split()
)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905 (reads better in a row)
_STRUCK = frozenset({"del", "s", "strike"})
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|gmail_quote|moz-cite-prefix", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)([^<>]{0,8000})>|<[!?][^<>]{0,2000}>")
_ATTRIBUTE = re.compile(r"""([A-Za-z-]{1,40})(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?""")
_COMMENT = re.compile(r"<!--(?:[^-]|-(?!->))*+(?:-->|$)")
_LOOKS = re.compile(
    r"\s*(?:<\?xml[^<>]*>\s*)?(?:<!--[^<>]{0,500}-->\s*)?<(?:!doctype html|html|head|body|table|div|p|h[1-6])\b",
    re.IGNORECASE,
)


def looks_like_html(text: str) -> bool:
    """Tell whether a text is an HTML page or a piece of one."""
    return bool(_LOOKS.match(text[:2000]))


def html_lines(text: str) -> tuple[Line, ...]:
    """Turn HTML into lines with the numbers of its own lines; what is hidden, quoted or code is left out."""
    walk = _Walk()
    walk.read(_COMMENT.sub(_blank, text))
    return tuple(walk.lines)


def _blank(comment: re.Match[str]) -> str:
    return "\n" * comment[0].count("\n")


@dataclass(slots=True)
class _Table:
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    nested: bool = False
    """Whether it holds another table, and so lays out the page."""


class _Walk:
    """Walks the tags in order; a table that holds tables, or has one column, is only layout.

    The standard library's parser takes quadratic time on broken input, so tags are found by one pattern here.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.tables: list[_Table] = []
        self.hidden: list[str] = []
        self.lists = 0
        self.mark = ""
        self.text = ""
        self.at = self.line = 1

    def read(self, text: str) -> None:
        """Read a page."""
        at = 0
        for tag in _TAG.finditer(text):
            self._data(text[at : tag.start()])
            self.line += text.count("\n", at, tag.end())
            at = tag.end()
            if tag[1]:
                self._end(tag[2].lower())
            elif tag[2]:
                self._start(tag[2].lower(), tag[3])
        self._data(text[at:])
        self.flush()

    def _start(self, tag: str, inside: str) -> None:
        attributes = {name.lower(): value.strip("\"'") for name, value in _ATTRIBUTE.findall(inside)}
        unseen = _UNSEEN.search(attributes.get("style", "") + attributes.get("class", ""))
        if self.hidden or tag in _HIDDEN or (unseen and tag not in _VOID):
            if tag not in _VOID and (not self.hidden or tag == self.hidden[-1]):
                self.hidden.append(tag)
            return
        if tag in {"table", "tr", "td", "th"}:
            self._cell(tag)
        elif tag in _BLOCKS or re.fullmatch(r"h[1-6]", tag):
            self._block(tag)
        elif tag in _STRUCK:
            self.text += "~~"
        elif tag == "input" and attributes.get("type", "").lower() == "checkbox":
            self.mark = (self.mark or "- ") + ("[x] " if "checked" in attributes else "[ ] ")

    def _end(self, tag: str) -> None:
        if self.hidden:
            if tag == self.hidden[-1]:
                self.hidden.pop()
        elif tag in _STRUCK:
            self.text += "~~"
        elif tag == "table":
            self._close_table()
        elif tag in {"ul", "ol"}:
            self.flush()
            self.lists = max(self.lists - 1, 0)
        elif tag in _BLOCKS or re.fullmatch(r"h[1-6]", tag):
            self.flush()
            if tag in {"p", "div"}:
                self._gap()

    def _data(self, data: str) -> None:
        if self.hidden or not data:
            return
        words = html.unescape(data)
        if not self.text and words.strip():
            self.at = self.line + data[: len(data) - len(data.lstrip())].count("\n")
        if self.text or words.strip():
            self.text += words

    def flush(self) -> None:
        """End the line that is being written: into the open cell, if there is one."""
        words = " ".join(self.text.split()).replace("~~ ~~", " ").replace("~~~~", "")
        mark, self.text, self.mark = self.mark, "", ""
        if not words:
            self.mark = mark
            return
        if mark.startswith("#"):
            self._layout()  # a heading in a cell: the table only lays out the page
        if self.tables and self.tables[-1].rows and self.tables[-1].rows[-1][1]:
            row = self.tables[-1].rows[-1][1]
            row[-1] = f"{row[-1]} {words}".strip()
        else:
            self.lines.append(Line(number=self.at, text=mark + words))

    def _block(self, tag: str) -> None:
        self.flush()
        self.mark = ""
        if tag in {"ul", "ol"}:
            self.lists += 1
        elif tag == "li":
            self.mark = "  " * max(self.lists - 1, 0) + "- "
        elif len(tag) == 2 and tag[1].isdecimal():
            self.mark = "#" * int(tag[1]) + " "

    def _cell(self, tag: str) -> None:
        self.flush()
        if tag == "table":
            if self.tables:
                self.tables[-1].nested = True
            self._layout()
            self.tables.append(_Table())
        elif self.tables and tag == "tr":
            self.tables[-1].rows.append((self.line, []))
        elif self.tables:
            if not self.tables[-1].rows:
                self.tables[-1].rows.append((self.line, []))
            self.tables[-1].rows[-1][1].append("")

    def _layout(self) -> None:
        """Write out what the innermost table holds so far, as it only lays out the page; those around were before."""
        for table in self.tables[-1:]:
            for number, cells in table.rows:
                self.lines.extend(Line(number=number, text=cell) for cell in cells if cell)
            table.rows = []

    def _close_table(self) -> None:
        self.flush()
        if not self.tables:
            return
        table = self.tables.pop()
        self._gap()
        wide = max((len(cells) for _, cells in table.rows), default=0)
        if table.nested or wide < 2:
            self.lines.extend(Line(number=number, text=cell) for number, cells in table.rows for cell in cells if cell)
            return
        for n, (number, cells) in enumerate(row for row in table.rows if any(row[1])):
            self.lines.append(
                Line(number=number, text=f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
            )
            if n == 0:
                self.lines.append(Line(number=number, text="|" + " --- |" * len(cells)))
        self._gap()

    def _gap(self) -> None:
        self.lines.append(Line(number=self.at, text=""))
