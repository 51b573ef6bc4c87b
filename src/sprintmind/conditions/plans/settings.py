"""Settings that a diff changes: which way "-  timeout: 4s" and "+  timeout: 60s" go, only the two together say."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sprintmind.conditions.amounts import rises

_CHANGED = re.compile(
    r"^[ \t]{0,40}(?P<sign>[-+])[ \t]*(?P<key>[A-Za-z][\w.\-/\[\]]{0,80})[\"']?"
    r"[ \t]{0,8}[:=][ \t]*(?P<value>[^\n]{1,200})$",
    re.MULTILINE,
)
_REMARK = re.compile(r"\s+#.*$|[,;]\s*$")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_.\-/\[\]]+")
_INNER = re.compile(r"[\"']?([\w.-]{1,80})[\"']?\s{0,4}:\s{0,4}([^,{}]{1,80}?)\s{0,4}(?=[,}])")
_ON, _OFF = (re.compile(words, re.IGNORECASE) for words in (r"true|on|yes|enabled", r"false|off|no|disabled"))
APART = 400  # characters between what a setting was and what it becomes, at most


@dataclass(frozen=True, slots=True)
class _Line:
    key: str
    value: str
    start: int
    end: int
    added: bool


def with_settings(text: str) -> str:
    r"""Say after each setting that a diff changes what becomes of it.

    >>> print(with_settings("-  readTimeout: 4s\n+  readTimeout: 60s\n"))
    -  readTimeout: 4s
    +  readTimeout: 60s (read timeout goes up from 4s to 60s)
    <BLANKLINE>
    """
    parts: list[str] = []
    at = 0
    for old, new in _pairs(text):
        told = [_told(*each) for each in _changes(new.key, old.value, new.value)]
        if told:
            parts += [text[at : new.end], f" ({'; '.join(told)})"]
            at = new.end
    return "".join([*parts, text[at:]])


def _pairs(text: str) -> Iterator[tuple[_Line, _Line]]:
    """Find lines that take a setting away and give it another value; a list that begins with a dash changes nothing."""
    removed: dict[str, _Line] = {}
    for match in _CHANGED.finditer(text):
        value = _REMARK.sub("", match["value"]).strip()
        line = _Line(match["key"], value, match.start(), match.end(), added=match["sign"] == "+")
        if not line.added:
            removed[line.key] = line
        elif (old := removed.pop(line.key, None)) and old.value != value and line.start - old.end < APART:
            yield old, line


def _changes(key: str, old: str, new: str) -> Iterator[tuple[str, str, str]]:
    """Take several settings in one line, "{enabled: true, rate: 50}", apart."""
    one, other = dict(_INNER.findall(old)), dict(_INNER.findall(new))
    if not (old.startswith("{") and new.startswith("{") and one.keys() & other.keys()):
        yield key, old, new
        return
    for name in (each for each in one if each in other and one[each] != other[each]):
        yield f"{key}.{name}", one[name], other[name]


def _told(key: str, old: str, new: str) -> str:
    name = " ".join(each for each in _HUMP.split(key) if each).casefold()
    if _ON.fullmatch(old) and _OFF.fullmatch(new):
        return f"{name} is switched off"
    if _OFF.fullmatch(old) and _ON.fullmatch(new):
        return f"{name} is switched on"
    change = f"from {old} to {new}"
    up = rises(change)
    return f"{name} {'is changed' if up is None else 'goes up' if up else 'goes down'} {change}"
