"""Inline markup of Markdown, Slack, Jira and HTML: taken off, with where each character came from."""

import html
import re
from functools import lru_cache

from msgspec import Struct

_URL = r"[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*"
_TAGS = (
    "a|abbr|b|big|br|center|cite|code|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|samp|small|span|strong|"
    "sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var"
)
_MARK = re.compile(
    r"(?P<struck>~~(?=\S)[^~\n]{1,400}~~|<(?P<tag>del|s|strike)>[^<>\n]{0,400}</(?P=tag)>)"
    rf"|(?P<picture>!\[[^\[\]\n]{{0,200}}\]\({_URL}(?:\s\"[^\"\n]{{0,200}}\")?\))"
    rf"|\[(?P<link>[^\[\]\n]{{1,300}})\](?:\({_URL}(?:\s\"[^\"\n]{{0,200}}\")?\)|\[[^\[\]\n]{{0,80}}\])"
    r"|<(?:https?://|mailto:|[@#!])[^<>|\s]{1,500}\|(?P<slack>[^<>\n]{1,300})>"
    r"|<(?P<auto>(?:https?://|mailto:)[^<>\s]{1,500})>"
    rf"|(?P<html></?(?:{_TAGS})(?:\s[^<>\n]{{0,300}})?/?>)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<url>https?://[^\s<>]+)"
    r"|(?P<strong>\*\*\*?|(?<![A-Za-z0-9_])__(?=\S)|(?<=\S)__(?![A-Za-z0-9_]))"
    r"|(?P<emphasis>(?<![A-Za-z0-9*])\*(?=[^\s*])|(?<=[^\s*])\*(?![A-Za-z0-9*])"
    r"|(?<![A-Za-z0-9_])_(?=[^\s_])|(?<=[^\s_])_(?![A-Za-z0-9_]))"
    r"|(?P<tick>`+)"
)
_MAY_MARK = re.compile(r"[*_~\[<&\\`]")
_KEPT = ("link", "slack", "auto", "escaped", "url")


class Plain(Struct, frozen=True, gc=False):
    """A text without its markup."""

    text: str
    origins: tuple[tuple[int, int], ...]
    """Of each character, the first character and the end of what it came from; empty where there is no markup."""

    def stripped(self) -> "Plain":
        """Drop the white space around it."""
        start = len(self.text) - len(self.text.lstrip())
        end = len(self.text.rstrip())
        return Plain(self.text[start:end], self.origins[start:end]) if start < end else Plain("", ())


@lru_cache(maxsize=512)  # a block's words are asked for several times in a row
def unmarked(source: str) -> Plain:
    """Take emphasis, links, tags and escapes off, and turn entities into their characters.

    Of a link its words stay. What is struck out is not said any more and goes too.

    >>> unmarked("**NW-231**: [merged](https://git/done) ~~late~~ R&amp;D, snake_case").text
    'NW-231: merged  R&D, snake_case'
    """
    if not _MAY_MARK.search(source):
        return Plain(source.strip(), ())
    text: list[str] = []
    origins: list[tuple[int, int]] = []
    at = 0
    for mark in _MARK.finditer(source):
        _keep(source, at, mark.start(), text, origins)
        _inside(source, mark, text, origins)
        at = mark.end()
    _keep(source, at, len(source), text, origins)
    return Plain("".join(text), tuple(origins)).stripped()


def _inside(source: str, mark: re.Match[str], text: list[str], origins: list[tuple[int, int]]) -> None:
    if mark["entity"]:
        characters = html.unescape(mark["entity"]).replace("\xa0", " ")
        text.append(characters)
        origins.extend([mark.span()] * len(characters))
    elif mark["link"]:
        inner = unmarked(mark["link"])
        text.append(inner.text)
        start = mark.start("link") + (0 if inner.origins else len(mark["link"]) - len(mark["link"].lstrip()))
        spans = inner.origins or [(n, n + 1) for n in range(len(inner.text))]
        origins.extend((start + first, start + end) for first, end in spans)
    elif mark["html"] and mark["html"].lower().startswith("<br"):
        text.append(" ")
        origins.append(mark.span())
    else:
        kept = next((name for name in _KEPT if mark[name]), None)
        if kept:
            _keep(source, *mark.span(kept), text, origins)


def _keep(source: str, start: int, end: int, text: list[str], origins: list[tuple[int, int]]) -> None:
    text.append(source[start:end])
    origins.extend((n, n + 1) for n in range(start, end))
