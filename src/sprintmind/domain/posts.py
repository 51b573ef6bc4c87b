"""What is posted somewhere: titled lists of sentences, as Markdown and as plain text; no sentence can be markup."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
_MARKUP = re.compile(r"[\\`*_{}\[\]()<>!|~&@]|:(?=//)|(?<=www)\.|^[#+=-]|^(?<!\d)\d{1,9}(?=[.)])")
"""What Markdown takes for markup, addresses that it would link, and what begins a heading or a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Sentences under a title."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One thing to post."""

    name: str
    """Names it among all posts; the same name again is the same post."""
    title: str
    lead: str
    """One paragraph."""
    sections: tuple[Section, ...] = ()

    def markdown(self) -> str:
        """Write it as Markdown; whatever stands in a sentence is text."""
        parts = [f"# {escaped(self.title)}", escaped(self.lead)]
        for each in self._filled():
            parts += [f"## {escaped(each.title)}", "\n".join(f"- {escaped(line)}" for line in each.lines)]
        return "\n\n".join(parts) + "\n"

    def text(self) -> str:
        """Write it as plain text."""
        listed = (
            "\n".join((f"{plain(each.title)}:", *(f"- {plain(line)}" for line in each.lines)))
            for each in self._filled()
        )
        return "\n\n".join((plain(self.title), plain(self.lead), *listed)) + "\n"

    def _filled(self) -> Iterator[Section]:
        return (each for each in self.sections if each.lines)


def plain(text: str) -> str:
    r"""Write a text on one line, without anything that steers a terminal.

    >>> plain("a\nb")
    'a b'
    """
    return " ".join(_UNSAFE.sub(" ", text).split())


def escaped(text: str) -> str:
    r"""Write a text so that Markdown takes no letter of it for markup.

    >>> print(escaped("# NW-231 [click](http://x)"))
    \# NW-231 \[click\]\(http\://x\)
    """
    return _MARKUP.sub(_escape, plain(text))


def _escape(found: re.Match[str]) -> str:
    """Escape one letter; of a number that would begin a list, what follows it."""
    return f"{found[0]}\u200b" if found[0].isdigit() else f"\\{found[0]}"
