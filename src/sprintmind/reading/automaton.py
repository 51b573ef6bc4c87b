"""Finding the phrases of the lexicon: all of them at once, word by word.

A phrase is followed way by way, the preferred one first, as a pattern would be: where something may be missing the
longer way, of `...` the shorter. The automaton remembers where each word leads when a text first says it; from then on
a word costs one look-up, however many phrases there are.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from sprintmind.reading.lexicon import Cue
from sprintmind.reading.phrases import ANY, END, Rest, alternatives, firsts_of, parsed, ways, written

_MOST = 20_000
"""How many states, and how many words, are remembered; a thousand hours of talk make some thousands of states."""
_LONGEST = 60
"""Characters of a word that `...` may stand for."""
_OTHER = "\0"
"""A word that no phrase has."""


class _Phrase(NamedTuple):
    rank: int
    """Its place among all phrases: of two that are equally long, the first stands first."""
    file: str
    name: str


_End = tuple[int, _Phrase]
"""How many words a phrase has that ends, and which it is."""


class _State(dict[str, "_State | None"]):
    """Where the phrases that were begun stand; by the next word, where they stand then, None for nowhere."""

    __slots__ = ("_automaton", "_ended", "_size", "_ways", "ends")

    def __init__(
        self, begun: Iterable[tuple[_Phrase, Rest]], automaton: "Automaton", *, size: int, ended: tuple[_End, ...]
    ) -> None:
        super().__init__()
        self._automaton, self._size = automaton, size
        ending: list[_Phrase] = []
        begins: dict[tuple[_Phrase, str, Rest], int] = {}
        for phrase, rest in begun:
            for word, behind in ways(rest):
                if phrase in ending:  # a way that is preferred to this one has come to its end
                    break
                if word == END:
                    ending.append(phrase)
                else:
                    begins.setdefault((phrase, word, behind), len(begins))
        self._ended = (*ended, *((size, phrase) for phrase in ending))
        self.ends = _last_of_each(self._ended)
        """The phrases that ended up to here, each name's last end, the longest first."""
        self._ways: dict[str, list[tuple[int, _Phrase, Rest]]] = {}
        for (phrase, word, behind), place in begins.items():
            self._ways.setdefault(word, []).append((place, phrase, behind))

    def __missing__(self, word: str) -> "_State | None":
        found = self._ways.get(word, [])
        if ANY in self._ways and _may_be_any(word):
            found = sorted([*found, *self._ways[ANY]], key=itemgetter(0))
        begun = ((phrase, behind) for _, phrase, behind in found)
        state = self[word] = self._automaton.state(begun, size=self._size + 1, ended=self._ended)
        return state


class _Firsts(dict[str, _State | None]):
    """Where each word leads that a phrase may begin with; phrases are parsed when a text first begins them."""

    __slots__ = ("_automaton", "_phrases")

    def __init__(self, phrases: Mapping[str, Sequence[tuple[_Phrase, str]]], automaton: "Automaton") -> None:
        super().__init__()
        self._phrases, self._automaton = phrases, automaton

    def __missing__(self, first: str) -> _State | None:
        begun = ((phrase, parsed(words)) for phrase, words in self._phrases.get(first, ()))
        after = ((phrase, behind) for phrase, rest in begun for word, behind in ways(rest) if word == first)
        state = self[first] = self._automaton.state(after, size=1, ended=())
        return state


class _Words(dict[str, str]):
    """The words of all phrases; those that no phrase has are one word, so that no state grows with a text."""

    __slots__ = ()

    def __missing__(self, word: str) -> str:
        known = _OTHER if _may_be_any(word) else END
        if len(self) < _MOST:
            self[word] = known
        return known


class Automaton:
    """The phrases of some files, ready to be found."""

    def __init__(self, *names: str) -> None:
        self._states: dict[object, _State] = {}
        phrases: dict[str, list[tuple[_Phrase, str]]] = {}
        parts: set[str] = set()
        for rank, (file, name, words) in enumerate(written(names)):
            parts.update(words.split(" "))
            for first in firsts_of(words.split(" ")):
                phrases.setdefault(first, []).append((_Phrase(rank, file, name), words))
        self._words = _Words(
            (word, word) for part in parts for words in alternatives(part) for word in words.split(" ")
        )
        self._firsts = _Firsts(phrases, self)

    def state(self, begun: Iterable[tuple[_Phrase, Rest]], *, size: int, ended: tuple[_End, ...]) -> _State | None:
        """Give the one state in which phrases stand so after so many words; None if there are none."""
        going = tuple(begun)
        if not going:
            return None
        if len(self._states) >= _MOST:
            self._states.clear()
            self._firsts.clear()
        key = going, size, ended
        known = self._states.get(key)
        if known is None:
            known = self._states[key] = _State(going, self, size=size, ended=ended)
        return known

    def found(self, texts: tuple[str, ...]) -> Mapping[str, Sequence[Cue]]:
        """Find the phrases in words, by the file that has them, in order.

        Of one name, the longest that begins at a word stands, and none inside it.
        """
        found: dict[str, list[Cue]] = defaultdict(list)
        reach: dict[str, int] = {}
        words = [*map(self._words.__getitem__, texts), END]
        for index, begun in enumerate(map(self._firsts.__getitem__, words)):
            last, at = begun, index + 1
            if last is None:
                continue
            while (state := last[words[at]]) is not None:
                last, at = state, at + 1
            for size, phrase in last.ends:
                stop = index + size
                if stop > reach.get(phrase.name, 0):
                    found[phrase.file].append(Cue(phrase.name, index, stop))
                    reach[phrase.name] = stop
        return found


def _last_of_each(ended: Sequence[_End]) -> tuple[_End, ...]:
    """Tell the last end of each name, the longest first; of those that are equally long, the first phrase first."""
    last = {phrase.name: (-size, phrase) for size, phrase in ended}
    return tuple((-size, phrase) for size, phrase in sorted(last.values()))


@cache
def automaton(*names: str) -> Automaton:
    """Give the automaton for the phrases of some files, which is made once."""
    return Automaton(*names)


def cues(texts: tuple[str, ...], *names: str) -> tuple[Cue, ...]:
    """Find the phrases of files in words, each file's in order."""
    return tuple(cue for found in automaton(*names).found(texts).values() for cue in found)


def _may_be_any(word: str) -> bool:
    """Tell whether a word is one for which `...` may stand."""
    return word != END and len(word) <= _LONGEST and _SIGNS.isdisjoint(word)


_SIGNS = frozenset(",;:.!?()")
