"""Sentences and clauses: the pieces in which a talk is read."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache

from msgspec import Struct

from sprintmind.domain.events import PersonId, TicketKey
from sprintmind.reading.dates import When
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.names import Names
from sprintmind.reading.utterances import Utterance
from sprintmind.reading.wording import Wording, pieces, wording
from sprintmind.reading.words import NAMED, Word, opened, places_of, texts_of

_LONGEST = 1200  # characters of one sentence
_TAKEN_BACK = (
    r"(?i:no,? wait|wait,? no|(?:oh|er+m?|uh+|um+|hang on|hold on),? (?:no|wait)|no, (?=\w+[.!]?$)"
    r"|scratch that|strike that|sorry\b|pardon\b|i meant?\b|correction\b|or (?:rather|more precisely)\b"
    r"|my mistake|my bad)"
)
"""Where a speaker takes back what the sentence has just said: it is heard as a sentence of its own."""
_STOP = re.compile(
    rf"(?:(?<=\w),|\s?(?:\.{{2,3}}|…)|\s[-–—])\s+(?={_TAKEN_BACK})|"
    r"(?<=[.!?…])[\"'”’)\]]{0,2}\s+|\n+|(?<=[^\s;]);\s*|(?<=\w)\s+/\s+(?=\S)|(?<=\w\s[🎉🚀🙏🙂😀😅👍🥳🙌🤞])\s+(?=[A-Z])"
)
_MAY_STOP = re.compile(
    r"[.!?…\n;/🎉🚀🙏🙂😀😅👍🥳🙌🤞,–—-]"
    r"(?:(?<![,–—-])|(?i: (?:no\b|wait|oh|er|uh|um|hang|hold|scr|str|sor|i m|corr|or [rm]|my|par)))"
)
"""What stands at every end of a sentence but the last."""
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|etc|approx|incl|resp|no|nr|st|dr|mr|mrs|ms|ca|cf|fig)\.)$", re.IGNORECASE
)


class Sentence(Struct, gc=False):
    """A sentence with its words, and the cues in it."""

    utterance: Utterance
    start: int
    end: int
    named: tuple[Word, ...]
    """The tickets, people, customers and dates in it."""
    wording: Wording
    written: tuple[str, ...]
    """Its words as they are written; empty where not all letters are plain."""
    texts: tuple[str, ...]
    """Its words: lower case, contractions opened; `#t` for a ticket, `#p` a person, `#c` a customer, `#d` a date."""

    _places: tuple[tuple[int, int], ...] = ()
    _meanings: Mapping[int, Word] | None = None
    """Both are looked for when they are first asked for: most sentences claim nothing."""

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Where each word starts and ends in the text."""
        self._places = self._places or places_of(
            self.utterance.text, self.start, self.end, self.named, self.written, self.texts
        )
        return self._places

    @property
    def meanings(self) -> Mapping[int, Word]:
        """What is named, by the place of its word."""
        if self._meanings is None:
            places = [index for index, text in enumerate(self.texts) if text in NAMED]
            self._meanings = dict(zip(places, self.named, strict=True))
        return self._meanings

    @property
    def predicates(self) -> tuple[Cue, ...]:
        """What says something of a ticket."""
        return self.wording.predicates

    @property
    def moods(self) -> tuple[Cue, ...]:
        """What keeps it from asserting something."""
        return self.wording.any_mood

    @property
    def talk(self) -> tuple[Cue, ...]:
        """How it answers, corrects or takes back."""
        return self.wording.talk

    @property
    def promises(self) -> tuple[Cue, ...]:
        """What in it sounds like a promise."""
        return self.wording.promises

    @property
    def asked(self) -> bool:
        """It ends with a question mark."""
        return "?" in self.texts[-2:]

    @property
    def text(self) -> str:
        """Its words, verbatim."""
        return self.utterance.text[self.start : self.end].strip()


class Clause(Struct, frozen=True, gc=False):
    """A stretch of a sentence that says one thing; indexes are those of the sentence's words."""

    sentence: Sentence
    start: int
    end: int
    tokens: tuple[str, ...]
    """The sentence's words, as texts."""
    tickets: tuple[int, ...]
    """Where it names tickets."""
    cues: tuple[Cue, ...]
    """The predicates in it."""
    families: frozenset[str]
    """Of what kinds they are."""
    all: frozenset[str]
    """The words of its sentence, in no order."""

    def named(self, kind: str, start: int | None = None, end: int | None = None) -> tuple[int, ...]:
        """Tell where it names things of a kind, between two words."""
        if kind not in self.all:
            return ()
        first, last = self.start if start is None else start, self.end if end is None else end
        return _places(self.sentence, kind, first, last)

    def meaning(self, index: int) -> object:
        """Tell what a word names: the key, the person's id, the customer's name or the `When`."""
        return self.sentence.meanings[index].meaning

    def key(self, index: int) -> TicketKey:
        """Tell which ticket a word names."""
        return TicketKey(str(self.meaning(index)))

    def person(self, index: int) -> PersonId:
        """Tell which person a word names."""
        return PersonId(str(self.meaning(index)))

    def customer(self, index: int) -> str:
        """Tell which customer a word names."""
        return str(self.meaning(index))

    def when(self, index: int) -> When:
        """Tell what date a word names."""
        meaning = self.meaning(index)
        return meaning if isinstance(meaning, When) else When("", None)

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Where each word of the sentence starts and ends."""
        return self.sentence.places

    def texts(self, start: int, end: int) -> tuple[str, ...]:
        """The words between two places."""
        return self.tokens[start if start > 0 else 0 : end if end > 0 else 0]  # noqa: FURB136  # asked for very often

    def verbatim(self, start: int, end: int) -> str:
        """The text between two words, as it was written."""
        if start >= end:
            return ""
        places = self.sentence.places
        return self.sentence.utterance.text[places[start][0] : places[end - 1][1]]


def clause_of(sentence: Sentence, start: int, end: int) -> Clause:
    """Take the stretch of a sentence between two of its words."""
    words = sentence.wording.all
    named = _places(sentence, "#t", start, end) if "#t" in words else ()
    found = tuple([cue for cue in sentence.wording.predicates if start <= cue.start < end])
    families = _families(tuple([cue.name for cue in found]))
    return Clause(sentence, start, end, sentence.texts, named, found, families, words)


@lru_cache
def _families(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in names)


def clauses_of(whole: Clause) -> tuple[Clause, ...]:
    """Take a sentence apart into the pieces that say one thing each."""
    cuts = pieces(whole.tokens)
    return (whole,) if len(cuts) == 1 else tuple([clause_of(whole.sentence, start, end) for start, end in cuts])


def _places(sentence: Sentence, kind: str, start: int, end: int) -> tuple[int, ...]:
    return tuple([n for n, word in sentence.meanings.items() if word.text == kind and start <= n < end])


def sentences(utterance: Utterance, names: Names, said: date) -> Iterator[Sentence]:
    """Cut an utterance into its sentences."""
    for start, end in _bounded(utterance.text):
        named, written = names.cut(utterance.text, start, end, said)
        texts = opened(written) if written else texts_of(utterance.text, start, end, named)
        if texts:
            yield Sentence(utterance, start, end, named, wording(texts), written, texts)


def _bounded(text: str) -> Iterator[tuple[int, int]]:
    """Cut what goes on without end, as no sentence does, so that reading takes time in proportion to a text."""
    for start, end in _stretches(text):
        at = start
        while end - at > _LONGEST:
            space = text.rfind(" ", at, at + _LONGEST)
            stop = space + 1 if space > at else at + _LONGEST
            yield at, stop
            at = stop
        yield at, end


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    if not _MAY_STOP.search(text, 0, len(text.rstrip()) - 1):
        if text.strip():
            yield 0, len(text)
        return
    start = 0
    for stop in _STOP.finditer(text):
        if _is_stop(text, stop.start(), stop.end()):
            yield start, stop.end()
            start = stop.end()
    if text[start:].strip():
        yield start, len(text)


def hangs(text: str) -> bool:
    """Tell whether a text breaks off behind a word that begins a clause, "some words before…": it goes on."""
    bare = text.rstrip(".… ")
    last = bare[bare.rfind(" ") + 1 :].casefold()
    return text.endswith(("..", "…")) and last in listed("elsewhere", "hanging")


def _is_stop(text: str, end: int, after: int) -> bool:
    before = text[max(0, end - 12) : end]
    if hangs(before):
        return False
    if _ABBREVIATED.search(before) or (before.endswith(("..", "…")) and text[after : after + 1].islower()):
        return False
    return not (before[-2:-1].isdigit() and before.endswith(".") and text[after : after + 1].islower())
