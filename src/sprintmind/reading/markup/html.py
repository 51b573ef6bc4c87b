"""HTML, and Markdown by way of it."""

import re
from html.parser import HTMLParser

from markdown_it import MarkdownIt

from sprintmind.reading.markup.lines import quoted, tidy

_SILENT = frozenset(("script", "style", "head", "pre", "del", "s", "strike", "template", "svg"))
_APART = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote"))
_BLOCKS = _APART | {"div", "section", "article", "header", "footer", "tr", "details", "summary", "hr", "dl", "dt", "dd"}
_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def html(text: str) -> str:
    """Take the words out of HTML; comments, scripts and what is struck out are left out.

    >>> html("<p>NW-1 is <del>done</del> <b>in review</b></p>")
    'NW-1 is in review'
    """
    words = _Words()
    words.feed(text)
    words.close()
    return words.text()


def markdown(text: str) -> str:
    """Take Markdown off a text, as GitHub writes it.

    >>> markdown("- [x] NW-1 **merged** <!-- remove me -->")
    '- [x] NW-1 merged'
    """
    return html(_MARKDOWN.render(text))


class _Words(HTMLParser):
    """Collects words; a quote is collected apart until it ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[list[str]] = [[]]
        self.silent: list[str] = []

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: FBT001, FBT002  # as it is overridden
        """Pass over `<![1`, which no browser knows either and the standard library's parser asserts not to meet."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self.silent.append(tag)
        elif tag == "blockquote":
            self.parts.append([])
        elif tag == "li":
            self._say("\n-\0")
        elif tag in ("td", "th"):
            self._say(" | ")
        elif tag == "input" and dict(attrs).get("type") == "checkbox":
            self._say("[x] " if "checked" in dict(attrs) else "[ ] ")
        elif tag == "br" or tag in _BLOCKS:
            self._say("\n")

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag in self.silent:
            while self.silent.pop() != tag:
                pass
        elif tag == "blockquote" and len(self.parts) > 1:
            self._say(f"\n{quoted(_lines(self.parts.pop()))}\n\n")
        elif tag in _APART:
            self._say("\n\n")
        elif tag in _BLOCKS and tag != "tr":
            self._say("\n")

    def handle_data(self, data: str) -> None:
        self._say(" ".join(data.split("\n")))

    def text(self) -> str:
        """Put everything together; a quote that never ends is a quote still."""
        while len(self.parts) > 1:
            self.parts[-2].append(f"\n{quoted(_lines(self.parts.pop()))}\n")
        return _lines(self.parts[0])

    def _say(self, words: str) -> None:
        if not self.silent:
            self.parts[-1].append(words)


def _lines(parts: list[str]) -> str:
    text = re.sub(r"\n-\0\s*", "\n- ", re.sub(r"\s+(?=\n-\0)", "", "".join(parts)))
    return tidy("\n".join(" ".join(line.split()).removeprefix("| ") for line in text.split("\n")))
