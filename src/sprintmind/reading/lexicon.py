"""The facts of the English language that reading rests on, from `lexicon/*.toml`, and how its phrases are found.

A phrase is words with single spaces. `a/b` is either word, `word?` may be missing, `...` stands for up to three words,
`#t #p #c #d` for a ticket, a person, a customer, a date; `<approval>` is any word of that class in `classes.toml`, and
`<role>` an approver's role. A name in the files is the name of the cue: `done.state`.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import NamedTuple

_TICKETS = r"(?:(?:(?:on|for|of|with) )?(?:the )?#t (?:(?:, |and |& )#t ){0,8})?"
_LEADS = frozenset({"on", "for", "of", "with"})
_BETWEEN = _LEADS | {"#t", "the"}
_GAP = r"(?:[^ ,;:.!?()]{1,60} ){0,3}?"


class Cue(NamedTuple):
    """A phrase of the lexicon that was found."""

    name: str
    start: int
    """Index of its first word."""
    end: int
    """Index after its last word."""

    @property
    def family(self) -> str:
        """The part of the name before the dot."""
        return _family(self.name)


@cache
def _family(name: str) -> str:
    return name.partition(".")[0]


def first_of(found: Iterable[Cue], name: str) -> Cue | None:
    """Tell the first cue of a name."""
    return next((cue for cue in found if cue.name == name), None)


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


@dataclass(frozen=True, slots=True)
class _Phrase:
    name: str
    file: str
    pattern: str
    seconds: frozenset[str] | None
    """What its second word may be; None if that is open or there is none."""


@dataclass(frozen=True, slots=True)
class _Room:
    """The phrases that may begin with one word: by their second word, with an open one, and all of them."""

    by_second: Mapping[str, tuple[_Phrase, ...]]
    loose: tuple[_Phrase, ...]
    all: tuple[_Phrase, ...]


@cache
def phrases(*names: str) -> Mapping[str, _Room]:
    """Tell the phrases of files by each word that one may begin with."""
    found: dict[str, list[_Phrase]] = {}
    for name in names:
        for group, kinds in facts(name).items():
            for kind, entries in _kinds(kinds).items():
                for phrase in entries:
                    made = _Phrase(f"{group}.{kind}", name, _pattern(phrase), _seconds(phrase))
                    for first in _firsts(phrase.split(" ")):
                        found.setdefault(first, []).append(made)
    return {first: _room(entries) for first, entries in found.items()}


def _room(entries: list[_Phrase]) -> _Room:
    by_second: dict[str, list[_Phrase]] = {}
    for entry in entries:
        for second in entry.seconds or ():
            by_second.setdefault(second, []).append(entry)
    loose = tuple(entry for entry in entries if entry.seconds is None)
    return _Room({word: (*each, *loose) for word, each in by_second.items()}, loose, tuple(entries))


def cues(texts: tuple[str, ...], *names: str) -> tuple[Cue, ...]:
    """Find the phrases of files in words, each as long as it may be, in order.

    Of one name, the longest that begins at a word stands, and none inside it.
    """
    return tuple(cue for _, cue in cues_by_file(texts, *names))


def cues_by_file(texts: tuple[str, ...], *names: str) -> list[tuple[str, Cue]]:
    """Find the phrases of files in words as `cues` does, all files at once; each with its file's name."""
    rooms = phrases(*names)
    found: list[tuple[str, Cue]] = []
    if rooms.keys().isdisjoint(texts):
        return found
    line, starts = joined(texts)
    reach: dict[str, int] = {}
    for index, word in enumerate(texts):
        room = rooms.get(word)
        if room is None:
            continue
        entries = _entries(room, texts, index + 1)
        for phrase, end in _ends(entries, line, starts[index]) if entries else ():
            stop = bisect_left(starts, end)
            if stop > reach.get(phrase.name, 0):
                found.append((phrase.file, Cue(phrase.name, index, stop)))
                reach[phrase.name] = stop
    return found


def _entries(room: _Room, texts: tuple[str, ...], after: int) -> tuple[_Phrase, ...]:
    """Tell which phrases may go on with the word behind their first; tickets may stand between the two."""
    second = texts[after] if after < len(texts) else ""
    if second in _BETWEEN and (second == "#t" or _is_ticket(texts, after)):
        return room.all
    return room.by_second.get(second, room.loose)


def _is_ticket(texts: tuple[str, ...], at: int) -> bool:
    """Tell whether a ticket begins at a word, `_TICKETS`: "#t", "on the #t"."""
    at += texts[at] in _LEADS
    at += texts[at : at + 1] == ("the",)
    return texts[at : at + 1] == ("#t",)


def _ends(entries: tuple[_Phrase, ...], line: str, start: int) -> list[tuple[_Phrase, int]]:
    """Tell where the phrases that match at a place end, the longest first."""
    found = [(entry, match.end()) for entry in entries if (match := _compiled(entry.pattern).match(line, start))]
    if len(found) > 1:
        found.sort(key=lambda each: -each[1])
    return found


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a phrase when a text first holds its first words; most never do, and all of them cost a second."""
    return re.compile(pattern)


def joined(texts: tuple[str, ...]) -> tuple[str, tuple[int, ...]]:
    """Join words with a space behind each; also where each starts, and where the line ends."""
    return " ".join((*texts, "")), (0, *accumulate([len(text) + 1 for text in texts]))


def _kinds(kinds: object) -> dict[str, list[str]]:
    if isinstance(kinds, list):
        return {"": [str(entry) for entry in kinds]}
    if not isinstance(kinds, dict):
        raise TypeError(f"{kinds!r} holds no phrases")
    return {str(kind): [str(entry) for entry in entries] for kind, entries in kinds.items()}


def _pattern(phrase: str) -> str:
    """Write a phrase as a pattern; a ticket may stand between its words, unless it places one itself."""
    parts = phrase.split(" ")
    between = "" if {"#t", "."} & set(parts) else _TICKETS
    return between.join(_piece(part, between) for part in parts)


def _piece(part: str, between: str) -> str:
    if part == "...":
        return _GAP
    maybe = _may_miss(part)
    words = "|".join(f" {between}".join(map(re.escape, word.split(" "))) for word in _alternatives(part))
    return f"(?:(?:{words}) )?" if maybe else f"(?:{words}) "


def _alternatives(part: str) -> list[str]:
    plain = part.removesuffix("?") if len(part) > 1 else part
    words = plain.split("/") if len(plain) > 1 else [plain]
    spelled = [
        each for word in words for each in (_class_of(word) if word.startswith("<") and len(word) > 1 else (word,))
    ]
    return [word.replace("-", " - ") if word.strip("->=") else word for word in spelled]


@cache
def _class_of(name: str) -> tuple[str, ...]:
    """Tell the words of a class, `<approval>`; they may be several words each, and the longest are tried first."""
    words = listed("roles", "roles") if name == "<role>" else listed("classes", name.strip("<>"))
    return tuple(sorted(words, key=lambda word: (-len(word.split(" ")), word)))


def _firsts(parts: list[str]) -> set[str]:
    """Tell the words with which the rest of a phrase may begin."""
    firsts: set[str] = set()
    for part in parts:
        firsts.update(word.split(" ")[0] for word in _alternatives(part))
        if not _may_miss(part):
            break
    return firsts


def _seconds(phrase: str) -> frozenset[str] | None:
    """Tell what a phrase's second word may be; None where it has only one, may end there, or leaves it open."""
    parts = phrase.split(" ")
    first, rest = parts[0], parts[1:]
    if _may_miss(first) or any(" " in word for word in _alternatives(first)) or not rest or rest[0] == "...":
        return None
    if all(_may_miss(part) for part in rest) or "..." in rest[:2]:
        return None
    return frozenset(_firsts(rest))


def _may_miss(part: str) -> bool:
    return part.endswith("?") and len(part) > 1
