"""Jira's wiki markup."""

import re
from collections.abc import Callable

from sprintmind.reading.markup.lines import quoted, tidy

_Rule = tuple[tuple[str, ...], re.Pattern[str], str | Callable[[re.Match[str]], str]]
"""What is put for what matches. One of the signs is in every match: most texts have no markup, and are told so fast."""

_FOLLOWS = r"(?<![\w\\{0}])"
_ENDS = r"(?![\w{0}])"


def wiki(text: str) -> str:
    r"""Take wiki markup off a text.

    >>> wiki("h2. State\n* -NW-1 is done- NW-1 is *in review*, [~priya]")
    'State\n- NW-1 is in review, @priya'
    """
    words = text.replace("\r\n", "\n").replace("\r", "\n")
    for signs, pattern, put in RULES:
        if any(sign in words for sign in signs):
            words = pattern.sub(put, words)
    return tidy(words)


def _paired(mark: str, put: str) -> _Rule:
    """Match words between two marks on one line, as `*these*`."""
    sign = re.escape(mark)
    inner = r"(\S(?:[^\n]*?[^\s\\])?)"
    pattern = rf"{_FOLLOWS.format(sign)}{sign}(?!{sign}){inner}{sign}{_ENDS.format(sign)}"
    return (mark,), re.compile(pattern), put


RULES: tuple[_Rule, ...] = (
    (("{code", "{noformat"), re.compile(r"\{(code|noformat)(?::[^}\n]*)?\}.*?(?:\{\1\}|\Z)", re.DOTALL), ""),
    (
        ("{quote}",),
        re.compile(r"\{quote\}(.*?)(?:\{quote\}|\Z)", re.DOTALL),
        lambda found: f"\n{quoted(found[1].strip())}\n",
    ),
    (("bq.",), re.compile(r"^\s*bq\.\s+(.*)$", re.MULTILINE), r"> \1"),
    (
        ("{",),
        re.compile(r"\{(?:panel|color|anchor|expand|section|column|info|note|tip|warning)(?::[^}\n]*)?\}"),
        "",
    ),
    (("{{",), re.compile(r"\{\{(.+?)\}\}"), r"\1"),
    (tuple(f"h{level}." for level in range(1, 7)), re.compile(r"^\s*h[1-6]\.\s*", re.MULTILINE), ""),
    (("----",), re.compile(r"^\s*-{4,}\s*$", re.MULTILINE), ""),
    (("* ", "# ", "- "), re.compile(r"^\s*[*#-]+ +", re.MULTILINE), "- "),
    (("[~",), re.compile(r"\[~(?:accountid:)?([^\]\n]+)\]"), r"@\1"),
    (("[",), re.compile(r"\[([^\]\[|\n]+)\|[^\]\n]+\]"), r"\1"),
    (("[",), re.compile(r"\[((?:https?|mailto|ftp)[^\]\s]+)\]"), r"\1"),
    (("!",), re.compile(r"(?<![\w!])!([^\s!|]+\.\w{2,5})(?:\|[^!\n]*)?!"), ""),
    (("|",), re.compile(r"^\s*\|{1,2}(.*?)\|{1,2}\s*$", re.MULTILINE), r"\1"),
    (("|",), re.compile(r" *\|{1,2} *(?=\S)"), " | "),
    _paired("-", ""),
    _paired("*", r"\1"),
    _paired("_", r"\1"),
    _paired("+", r"\1"),
    _paired("^", r"\1"),
    _paired("~", r"\1"),
    _paired("??", r"\1"),
    (("(/)",), re.compile(r"\(/\)"), "✓"),
    (("(x)",), re.compile(r"\(x\)"), "✗"),
    (("\\\\",), re.compile(r"\\\\(?:\s|$)", re.MULTILINE), "\n"),
    (("\\",), re.compile(r"\\([-*_+^~?{}\[\]!|#\\])"), r"\1"),
    (("  ",), re.compile(r"(?<=\S)  +"), " "),
    ((" ",), re.compile(r"^ +", re.MULTILINE), ""),
    (("- ",), re.compile(r"^- +", re.MULTILINE), "- "),
)
