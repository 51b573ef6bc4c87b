"""How the phrases of the lexicon are written, and in which words they may go on.

A phrase is words with single spaces. `a/b` is either word, `word?` may be missing, `...` stands for up to three words,
`#t #p #c #d` for a ticket, a person, a customer, a date; `<approval>` is any word of that class in `classes.toml`, and
`<role>` an approver's role. Tickets may stand between the words of a phrase that names none itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sprintmind.reading.lexicon import facts, listed

ANY = " "
"""Any word at all: what a gap is made of; no text has it as a word, as it may have "..."."""
END = ""
"""What no phrase goes on with: its end."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Ways to go on with a phrase, the preferred one first; one of a kind, so that it is told by what it is."""

    ways: tuple[tuple["str | Choice", ...], ...]


Rest = tuple[str | Choice, ...]
"""What of a phrase is still to come."""


def written(names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Give each phrase of some files with its file and its cue's name."""
    for file in names:
        for group, kinds in facts(file).items():
            if not isinstance(kinds, dict):
                raise TypeError(f"{file}.{group} is no table of phrases")
            for kind, phrases in kinds.items():
                yield from ((file, f"{group}.{kind}", str(phrase)) for phrase in phrases)


def parsed(phrase: str) -> Rest:
    """Take a phrase apart: what is to come of it before its first word."""
    parts = phrase.split(" ")
    between = () if {"#t", "."} & set(parts) else (_TICKETS,)
    first, *others = (_part(part, between) for part in parts)
    return (*first, *(piece for other in others for piece in (*between, *other)))


def _part(part: str, between: Rest) -> Rest:
    if part == "...":
        return (_gap(_MOST_BETWEEN),)
    ways = tuple(_spelled(word, between) for word in alternatives(part))
    if _may_miss(part):
        return (Choice((*ways, ())),)
    return ways[0] if len(ways) == 1 else (Choice(ways),)


def _spelled(words: str, between: Rest) -> Rest:
    first, *others = words.split(" ")
    return (first, *(piece for other in others for piece in (*between, other)))


@cache
def alternatives(part: str) -> tuple[str, ...]:
    """Tell the words that a part of a phrase may be; a hyphen is a word of its own."""
    plain = part.removesuffix("?") if len(part) > 1 else part
    words = plain.split("/") if len(plain) > 1 else [plain]
    spelled = (each for word in words for each in (_class_of(word) if word[0] == "<" and len(word) > 1 else (word,)))
    return tuple(word.replace("-", " - ") if word.strip("->=") else word for word in spelled)


@cache
def _class_of(name: str) -> tuple[str, ...]:
    """Tell the words of a class, `<approval>`; they may be several words each, and the longest are tried first."""
    words = listed("roles", "roles") if name == "<role>" else listed("classes", name.strip("<>"))
    return tuple(sorted(words, key=lambda word: (-len(word.split(" ")), word)))


def firsts_of(parts: Sequence[str]) -> set[str]:
    """Tell the words with which a phrase may begin."""
    firsts: set[str] = set()
    for part in parts:
        firsts.update(words.split(" ")[0] for words in alternatives(part))
        if not _may_miss(part):
            break
    return firsts


def _may_miss(part: str) -> bool:
    return part.endswith("?") and len(part) > 1


def _gap(words: int) -> Choice:
    """Go on at once, or behind up to so many words."""
    return Choice(((), (ANY, _gap(words - 1)))) if words else Choice(((),))


_MOST_BETWEEN = 3
"""How many words `...` may stand for."""


def _further(tickets: int) -> Choice:
    """Go on with a list of tickets, up to so many, or end it."""
    sign = Choice(((",",), ("and",), ("&",)))
    return Choice(((sign, "#t", _further(tickets - 1)), ())) if tickets else Choice(((),))


_LEAD = Choice((*((word,) for word in ("on", "for", "of", "with")), ()))
_TICKETS = Choice(((_LEAD, Choice((("the",), ())), "#t", _further(8)), ()))
"""What may stand between the words of a phrase: "for the #t, #t and #t"."""


def ways(rest: Rest) -> Iterator[tuple[str, Rest]]:
    """Tell the words with which a phrase may go on, the preferred way first, and what comes behind each."""
    if not rest:
        yield END, ()
    elif isinstance(rest[0], str):
        yield rest[0], rest[1:]
    else:
        for way in rest[0].ways:
            yield from ways((*way, *rest[1:]))
