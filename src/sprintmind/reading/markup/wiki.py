"""Jira's wiki markup."""

import re
from collections.abc import Callable

from sprintmind.reading.markup.lines import quoted, tidy

_FOLLOWS = r"(?<![\w\\{0}])"
_ENDS = r"(?![\w{0}])"


def wiki(text: str) -> str:
    r"""Take wiki markup off a text.

    >>> wiki("h2. State\n* -NW-1 is done- NW-1 is *in review*, [~priya]")
    'State\n- NW-1 is in review, @priya'
    """
    words = text.replace("\r\n", "\n").replace("\r", "\n")
    for pattern, put in _RULES:
        words = pattern.sub(put, words)
    return tidy(words)


def _paired(mark: str, put: str) -> tuple[re.Pattern[str], str]:
    """Match words between two marks on one line, as `*these*`."""
    sign = re.escape(mark)
    inner = r"(\S(?:[^\n]*?[^\s\\])?)"
    return re.compile(rf"{_FOLLOWS.format(sign)}{sign}(?!{sign}){inner}{sign}{_ENDS.format(sign)}"), put


_RULES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\{(code|noformat)(?::[^}\n]*)?\}.*?(?:\{\1\}|\Z)", re.DOTALL), ""),
    (re.compile(r"\{quote\}(.*?)(?:\{quote\}|\Z)", re.DOTALL), lambda found: f"\n{quoted(found[1].strip())}\n"),
    (re.compile(r"^\s*bq\.\s+(.*)$", re.MULTILINE), r"> \1"),
    (re.compile(r"\{(?:panel|color|anchor|expand|section|column|info|note|tip|warning)(?::[^}\n]*)?\}"), ""),
    (re.compile(r"\{\{(.+?)\}\}"), r"\1"),
    (re.compile(r"^\s*h[1-6]\.\s*", re.MULTILINE), ""),
    (re.compile(r"^\s*-{4,}\s*$", re.MULTILINE), ""),
    (re.compile(r"^\s*[*#-]+ +", re.MULTILINE), "- "),
    (re.compile(r"\[~(?:accountid:)?([^\]\n]+)\]"), r"@\1"),
    (re.compile(r"\[([^\]\[|\n]+)\|[^\]\n]+\]"), r"\1"),
    (re.compile(r"\[((?:https?|mailto|ftp)[^\]\s]+)\]"), r"\1"),
    (re.compile(r"(?<![\w!])!([^\s!|]+\.\w{2,5})(?:\|[^!\n]*)?!"), ""),
    (re.compile(r"^\s*\|{1,2}(.*?)\|{1,2}\s*$", re.MULTILINE), r"\1"),
    (re.compile(r" *\|{1,2} *(?=\S)"), " | "),
    _paired("-", ""),
    _paired("*", r"\1"),
    _paired("_", r"\1"),
    _paired("+", r"\1"),
    _paired("^", r"\1"),
    _paired("~", r"\1"),
    _paired("??", r"\1"),
    (re.compile(r"\(/\)"), "✓"),
    (re.compile(r"\(x\)"), "✗"),
    (re.compile(r"\\\\(?:\s|$)", re.MULTILINE), "\n"),
    (re.compile(r"\\([-*_+^~?{}\[\]!|#\\])"), r"\1"),
    (re.compile(r"(?<=\S)  +"), " "),
    (re.compile(r"^ +", re.MULTILINE), ""),
    (re.compile(r"^- +", re.MULTILINE), "- "),
)
