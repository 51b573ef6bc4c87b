"""How the phrases of the lexicon are found: all of them at once, word by word, in one automaton.

A phrase is words with single spaces. `a/b` is either word, `word?` may be missing, `...` stands for up to three words,
`#t #p #c #d` for a ticket, a person, a customer, a date; `<approval>` is any word of that class in `classes.toml`, and
`<role>` an approver's role. Tickets may stand between the words of a phrase that names none itself.

A phrase is followed way by way, the preferred one first, as a pattern would be: where something may be missing the
longer way, of `...` the shorter. The automaton remembers where each word leads when a text first says it; from then on
a word costs one look-up, however many phrases there are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from sprintmind.reading.lexicon import Cue, facts, listed

_MOST = 20_000
"""How many states are remembered; a thousand hours of talk make some thousands."""
_ANY = "..."
_LONGEST = 60
"""Characters of a word that `...` may stand for."""
_OTHER = "\0"
"""A word that no phrase has."""
_END = ""
"""What no phrase goes on with: the end of the words, or a sign between them that no phrase has."""


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """Ways to go on with a phrase, the preferred one first; one of a kind, so that it is told by what it is."""

    ways: tuple[tuple["str | _Choice", ...], ...]


_Rest = tuple[str | _Choice, ...]
"""What of a phrase is still to come."""


class _Phrase(NamedTuple):
    rank: int
    """Its place among all phrases: of two that are equally long, the first stands first."""
    file: str
    name: str


class _State(dict[str, "_State | None"]):
    """Where the phrases that were begun stand; by the next word, where they stand then, None for nowhere."""

    __slots__ = ("_automaton", "_ways", "ended")

    def __init__(self, begun: Iterable[tuple[_Phrase, _Rest]], automaton: "Automaton") -> None:
        super().__init__()
        self._automaton = automaton
        ended: list[_Phrase] = []
        ways: dict[tuple[_Phrase, str, _Rest], int] = {}
        for phrase, rest in begun:
            for word, behind in _ways(rest):
                if phrase in ended:  # a way that is preferred to this one has come to its end
                    break
                if word == _END:
                    ended.append(phrase)
                else:
                    ways.setdefault((phrase, word, behind), len(ways))
        self.ended = tuple(ended)
        """The phrases that may end here."""
        self._ways: dict[str, list[tuple[int, _Phrase, _Rest]]] = {}
        for (phrase, word, behind), place in ways.items():
            self._ways.setdefault(word, []).append((place, phrase, behind))

    def __missing__(self, word: str) -> "_State | None":
        found = self._ways.get(word, [])
        if _ANY in self._ways and _may_be_any(word):
            found = sorted([*found, *self._ways[_ANY]], key=itemgetter(0))
        state = self[word] = self._automaton.state((phrase, behind) for _, phrase, behind in found)
        return state


class _Firsts(dict[str, _State | None]):
    """Where each word leads that a phrase may begin with; phrases are parsed when a text first begins them."""

    __slots__ = ("_automaton", "_phrases")

    def __init__(self, phrases: Mapping[str, Sequence[tuple[_Phrase, str]]], automaton: "Automaton") -> None:
        super().__init__()
        self._phrases, self._automaton = phrases, automaton

    def __missing__(self, first: str) -> _State | None:
        begun = ((phrase, _parsed(words)) for phrase, words in self._phrases.get(first, ()))
        state = self[first] = self._automaton.state(
            (phrase, behind) for phrase, rest in begun for word, behind in _ways(rest) if word == first
        )
        return state


class _Words(dict[str, str]):
    """The words of all phrases; those that no phrase has are one word, so that no state grows with a text."""

    __slots__ = ()

    def __missing__(self, word: str) -> str:
        return _OTHER if _may_be_any(word) else _END


class Automaton:
    """The phrases of some files, ready to be found."""

    def __init__(self, *names: str) -> None:
        self._states: dict[tuple[tuple[_Phrase, _Rest], ...], _State] = {}
        phrases: dict[str, list[tuple[_Phrase, str]]] = {}
        parts: set[str] = set()
        for rank, (file, name, words) in enumerate(_all(names)):
            parts.update(words.split(" "))
            for first in _firsts(words.split(" ")):
                phrases.setdefault(first, []).append((_Phrase(rank, file, name), words))
        self._words = _Words(
            (word, word) for part in parts for words in alternatives(part) for word in words.split(" ")
        )
        self._firsts = _Firsts(phrases, self)

    def state(self, begun: Iterable[tuple[_Phrase, _Rest]]) -> _State | None:
        """Give the one state in which phrases stand so; None if there are none."""
        key = tuple(begun)
        if not key:
            return None
        if len(self._states) >= _MOST:
            self._states.clear()
        known = self._states.get(key)
        if known is None:
            known = self._states[key] = _State(key, self)
        return known

    def found(self, texts: tuple[str, ...]) -> list[tuple[str, Cue]]:
        """Find the phrases in words, each with its file's name.

        Of one name, the longest that begins at a word stands, and none inside it.
        """
        found: list[tuple[str, Cue]] = []
        reach: dict[str, int] = {}
        firsts = self._firsts
        words = [*map(self._words.__getitem__, texts), _END]
        for index, word in enumerate(words):
            state = firsts[word]
            if state is None:
                continue
            ends: list[tuple[int, _Phrase]] = []
            at = index + 1
            while state is not None:
                if state.ended:
                    ends += ((at, phrase) for phrase in state.ended)
                state = state[words[at]]
                at += 1
            for stop, phrase in _last_of_each(ends) if ends else ():
                if stop > reach.get(phrase.name, 0):
                    found.append((phrase.file, Cue(phrase.name, index, stop)))
                    reach[phrase.name] = stop
        return found


def _last_of_each(ends: Sequence[tuple[int, _Phrase]]) -> Iterable[tuple[int, _Phrase]]:
    """Tell the last end of each name, the longest first; of those that are equally long, the first phrase first."""
    if len(ends) == 1:
        return ends
    last = {phrase.name: (-at, phrase) for at, phrase in ends}
    return ((-at, phrase) for at, phrase in sorted(last.values()))


@cache
def automaton(*names: str) -> Automaton:
    """Give the automaton for the phrases of some files, which is made once."""
    return Automaton(*names)


def cues(texts: tuple[str, ...], *names: str) -> tuple[Cue, ...]:
    """Find the phrases of files in words, in order."""
    return tuple(cue for _, cue in automaton(*names).found(texts))


def _all(names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Give each phrase of some files with its file and its cue's name."""
    for file in names:
        for group, kinds in facts(file).items():
            if not isinstance(kinds, dict):
                raise TypeError(f"{file}.{group} is no table of phrases")
            for kind, phrases in kinds.items():
                yield from ((file, f"{group}.{kind}", str(phrase)) for phrase in phrases)


def _parsed(phrase: str) -> _Rest:
    parts = phrase.split(" ")
    between = () if {"#t", "."} & set(parts) else (_TICKETS,)
    first, *others = (_part(part, between) for part in parts)
    return (*first, *(piece for other in others for piece in (*between, *other)))


def _part(part: str, between: _Rest) -> _Rest:
    if part == _ANY:
        return (_gap(_MOST_BETWEEN),)
    ways = tuple(_spelled(word, between) for word in alternatives(part))
    if _may_miss(part):
        return (_Choice((*ways, ())),)
    return ways[0] if len(ways) == 1 else (_Choice(ways),)


def _spelled(words: str, between: _Rest) -> _Rest:
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


def _firsts(parts: Sequence[str]) -> set[str]:
    """Tell the words with which a phrase may begin."""
    firsts: set[str] = set()
    for part in parts:
        firsts.update(words.split(" ")[0] for words in alternatives(part))
        if not _may_miss(part):
            break
    return firsts


def _may_miss(part: str) -> bool:
    return part.endswith("?") and len(part) > 1


def _gap(words: int) -> _Choice:
    """Go on at once, or behind up to so many words."""
    return _Choice(((), (_ANY, _gap(words - 1)))) if words else _Choice(((),))


_MOST_BETWEEN = 3
"""How many words `...` may stand for."""


def _further(tickets: int) -> _Choice:
    """Go on with a list of tickets, up to so many, or end it."""
    sign = _Choice(((",",), ("and",), ("&",)))
    return _Choice(((sign, "#t", _further(tickets - 1)), ())) if tickets else _Choice(((),))


_LEAD = _Choice((*((word,) for word in ("on", "for", "of", "with")), ()))
_TICKETS = _Choice(((_LEAD, _Choice((("the",), ())), "#t", _further(8)), ()))
"""What may stand between the words of a phrase: "for the #t, #t and #t"."""


def _ways(rest: _Rest) -> Iterator[tuple[str, _Rest]]:
    """Tell the words with which a phrase may go on, the preferred way first, and what comes behind each."""
    if not rest:
        yield _END, ()
    elif isinstance(rest[0], str):
        yield rest[0], rest[1:]
    else:
        for way in rest[0].ways:
            yield from _ways((*way, *rest[1:]))


def _may_be_any(word: str) -> bool:
    """Tell whether a word is one for which `...` may stand."""
    return word != _END and len(word) <= _LONGEST and _SIGNS.isdisjoint(word)


_SIGNS = frozenset(",;:.!?()")
