"""The facts of the English language that reading rests on, from `lexicon/*.toml`, and how its phrases are found.

A phrase is words with single spaces. `a/b` is either word, `word?` may be missing, `...` stands for up to three words,
`#t #p #c #d` for a ticket, a person, a customer, a date. A name in the files is the name of the cue: `done.state`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_TICKETS = r"(?:(?:(?:on|for|of|with) )?(?:the )?#t (?:(?:, |and |& )#t ){0,8})?"
_GAP = r"(?:[^ ,;:.!?()]{1,60} ){0,3}?"


@dataclass(frozen=True, slots=True)
class Cue:
    """A phrase of the lexicon that was found."""

    name: str
    start: int
    """Index of its first word."""
    end: int
    """Index after its last word."""

    @property
    def family(self) -> str:
        """The part of the name before the dot."""
        return self.name.partition(".")[0]


@cache
def facts(name: str) -> Mapping[str, object]:
    """Load one file of the lexicon."""
    text = (files("sprintmind.reading") / "lexicon" / f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def table(name: str, section: str) -> Mapping[str, str]:
    """Tell what each word of a section means, `"can't" → "can not"`."""
    section_facts = facts(name)[section]
    if not isinstance(section_facts, dict):
        raise TypeError(f"{name}.{section} is no table")
    return {str(word): str(meaning) for word, meaning in section_facts.items()}


@cache
def listed(name: str, section: str) -> frozenset[str]:
    """Tell the words of a list."""
    entries = facts(name)[section]
    if not isinstance(entries, list):
        raise TypeError(f"{name}.{section} is no list")
    return frozenset(str(entry) for entry in entries)


@cache
def phrases(name: str) -> Mapping[str, tuple[tuple[str, re.Pattern[str]], ...]]:
    """Tell the phrases of a file by each word that one may begin with, as cue names and patterns."""
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for group, kinds in facts(name).items():
        for kind, entries in _kinds(kinds).items():
            for phrase in entries:
                pattern = re.compile(_pattern(phrase))
                for first in _firsts(phrase):
                    found.setdefault(first, []).append((f"{group}.{kind}", pattern))
    return {first: tuple(entries) for first, entries in found.items()}


def cues(texts: tuple[str, ...], name: str) -> tuple[Cue, ...]:
    """Find the phrases of a file in words, each as long as it may be, in order.

    Of one name, the longest that begins at a word stands, and none inside it.
    """
    by_first = phrases(name)
    if by_first.keys().isdisjoint(texts):
        return ()
    line, starts = joined(texts)
    place = {start: index for index, start in enumerate(starts)}
    found: list[Cue] = []
    reach: dict[str, int] = {}
    for index, word in enumerate(texts):
        for cue in sorted(_at(by_first.get(word, ()), line, starts[index], index, place), key=lambda cue: -cue.end):
            if cue.end > reach.get(cue.name, 0):
                found.append(cue)
                reach[cue.name] = cue.end
    return tuple(found)


def _at(
    entries: tuple[tuple[str, re.Pattern[str]], ...], line: str, start: int, index: int, place: Mapping[int, int]
) -> list[Cue]:
    matches = ((name, pattern.match(line, start)) for name, pattern in entries)
    return [Cue(name, index, place[match.end()]) for name, match in matches if match]


def joined(texts: tuple[str, ...]) -> tuple[str, list[int]]:
    """Join words with a space behind each; also where each starts, and where the line ends."""
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += len(text) + 1
    return "".join(f"{text} " for text in texts), [*starts, at]


def _kinds(kinds: object) -> dict[str, list[str]]:
    if isinstance(kinds, list):
        return {"": [str(entry) for entry in kinds]}
    if not isinstance(kinds, dict):
        raise TypeError(f"{kinds!r} holds no phrases")
    return {str(kind): [str(entry) for entry in entries] for kind, entries in kinds.items()}


def _pattern(phrase: str) -> str:
    """Compile a phrase; a ticket may stand between its words, "gave NW-1 the green light", unless it places one itself."""
    tokens = phrase.split(" ")
    between = "" if {"#t", "...", "."} & set(tokens) else _TICKETS
    return between.join(_piece(token) for token in tokens)


def _piece(token: str) -> str:
    if token == "...":
        return _GAP
    maybe = token.endswith("?") and len(token) > 1
    words = "|".join(re.escape(word) for word in _alternatives(token))
    return f"(?:(?:{words}) )?" if maybe else f"(?:{words}) "


def _alternatives(token: str) -> list[str]:
    plain = token.removesuffix("?") if len(token) > 1 else token
    words = plain.split("/") if len(plain) > 1 else [plain]
    return [word.replace("-", " - ") if word.strip("->=") else word for word in words]


def _firsts(phrase: str) -> set[str]:
    firsts: set[str] = set()
    for token in phrase.split(" "):
        firsts.update(word.split(" ")[0] for word in _alternatives(token))
        if not (token.endswith("?") and len(token) > 1):
            break
    return firsts
