"""Sentences and clauses: the pieces in which a talk is read."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise

from sprintmind.domain.events import PersonId, TicketKey
from sprintmind.reading.dates import When
from sprintmind.reading.lexicon import Cue, cues, listed
from sprintmind.reading.names import Names
from sprintmind.reading.utterances import Utterance
from sprintmind.reading.words import Word

PREDICATES = ("status", "blockers", "approvals", "people")
_LONGEST = 1200  # characters of one sentence
_STOP = re.compile(
    r"(?<=[.!?…])[\"'”’)\]]{0,2}\s+|\n+|(?<=[^\s;]);\s*|(?<=\w)\s+/\s+(?=\S)|(?<=\w\s[🎉🚀🙏🙂😀😅👍🥳🙌🤞])\s+(?=[A-Z])"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|etc|approx|incl|resp|no|nr|st|dr|mr|mrs|ms|ca|cf|fig)\.)$", re.IGNORECASE
)


@dataclass(frozen=True)
class Sentence:
    """A sentence with its words, and the cues in it."""

    utterance: Utterance
    start: int
    end: int
    words: tuple[Word, ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The words alone."""
        return tuple(word.text for word in self.words)

    @cached_property
    def predicates(self) -> tuple[Cue, ...]:
        """What says something of a ticket."""
        return tuple(sorted(_longest(cues(self.texts, *PREDICATES)), key=lambda cue: cue.start))

    @cached_property
    def moods(self) -> tuple[Cue, ...]:
        """What keeps it from asserting something."""
        return cues(self.texts, "modality")

    @cached_property
    def talk(self) -> tuple[Cue, ...]:
        """How it answers, corrects or takes back."""
        return cues(self.texts, "talk")

    @cached_property
    def promises(self) -> tuple[Cue, ...]:
        """What in it sounds like a promise."""
        return cues(self.texts, "promises")

    @cached_property
    def clauses(self) -> tuple["Clause", ...]:
        """The pieces of it that say one thing each."""
        return tuple(_clauses(self))

    @property
    def asked(self) -> bool:
        """It ends with a question mark."""
        return bool(self.texts) and "?" in self.texts[-2:]

    @property
    def text(self) -> str:
        """Its words, verbatim."""
        return self.utterance.text[self.start : self.end].strip()


@dataclass(frozen=True)
class Clause:
    """A stretch of a sentence that says one thing; indexes are those of the sentence's words."""

    sentence: Sentence
    start: int
    end: int

    @property
    def words(self) -> tuple[Word, ...]:
        """The sentence's words."""
        return self.sentence.words

    @cached_property
    def tickets(self) -> tuple[int, ...]:
        """Where it names tickets."""
        return self.named("#t")

    @cached_property
    def cues(self) -> tuple[Cue, ...]:
        """The predicates in it."""
        return tuple(cue for cue in self.sentence.predicates if self.start <= cue.start < self.end)

    def named(self, kind: str, start: int | None = None, end: int | None = None) -> tuple[int, ...]:
        """Tell where it names things of a kind, between two words."""
        first, last = self.start if start is None else start, self.end if end is None else end
        return tuple(index for index in range(first, last) if self.words[index].text == kind)

    def key(self, index: int) -> TicketKey:
        """Tell which ticket a word names."""
        return TicketKey(str(self.words[index].meaning))

    def person(self, index: int) -> PersonId:
        """Tell which person a word names."""
        return PersonId(str(self.words[index].meaning))

    def customer(self, index: int) -> str:
        """Tell which customer a word names."""
        return str(self.words[index].meaning)

    def when(self, index: int) -> When:
        """Tell what date a word names."""
        meaning = self.words[index].meaning
        return meaning if isinstance(meaning, When) else When("", None)

    def texts(self, start: int, end: int) -> tuple[str, ...]:
        """The words between two places."""
        return self.sentence.texts[max(start, 0) : max(end, 0)]

    def verbatim(self, start: int, end: int) -> str:
        """The text between two words, as it was written."""
        if start >= end:
            return ""
        return self.sentence.utterance.text[self.words[start].start : self.words[end - 1].end]


def sentences(utterance: Utterance, names: Names, said: date) -> Iterator[Sentence]:
    """Cut an utterance into its sentences."""
    for start, end in _bounded(utterance.text):
        found = names.words(utterance.text, start, end, said)
        if found:
            yield Sentence(utterance, start, end, found)


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
    start = 0
    for stop in _STOP.finditer(text):
        if _is_stop(text, stop.start(), stop.end()):
            yield start, stop.end()
            start = stop.end()
    if text[start:].strip():
        yield start, len(text)


def _is_stop(text: str, end: int, after: int) -> bool:
    before = text[max(0, end - 8) : end]
    if _ABBREVIATED.search(before) or (before.endswith(("..", "…")) and text[after : after + 1].islower()):
        return False
    return not (before[-2:-1].isdigit() and before.endswith(".") and text[after : after + 1].islower())


def _longest(found: Iterable[Cue]) -> list[Cue]:
    """Keep of overlapping cues the longest."""
    kept: list[Cue] = []
    for cue in sorted(found, key=lambda cue: (cue.start - cue.end, cue.start, not cue.name.endswith(".verb"))):
        if all(cue.end <= other.start or other.end <= cue.start or _apart(cue, other) for other in kept):
            kept.append(cue)
    return kept


_SILENT = frozenset({"noise", "denied"})


def _apart(one: Cue, other: Cue) -> bool:
    """What only silences its own family leaves the cues of others alone."""
    silent = {one.name.partition(".")[2], other.name.partition(".")[2]} & _SILENT
    return bool(silent) and one.family != other.family


_COPULAS = frozenset({("is",), ("are",), ("was",), ("has",), ("'s",), ("have",), ("were",)})
_BREAKS = frozenset({",", "and", "-", ")", ":", "while", "whereas", "."})


def _clauses(sentence: Sentence) -> Iterator[Clause]:
    """Cut a sentence at "but" and the like, and where the next ticket has a predicate of its own."""
    cuts = [0, *_cuts(sentence), len(sentence.words)]
    for start, end in pairwise(cuts):
        if start < end:
            yield Clause(sentence, start, end)


def _cuts(sentence: Sentence) -> list[int]:
    texts, cuts, start, depth = sentence.texts, [], 0, 0
    for index in range(1, len(texts)):
        depth = max(0, depth + (texts[index - 1] == "(") - (texts[index - 1] == ")"))
        if depth and texts[index] == "#t":
            continue
        if any(cue.start < index < cue.end for cue in sentence.predicates):
            continue
        if _turns_away(texts, index) or (_opens(texts, index) and _is_complete(sentence, start, index)):
            cuts.append(index)
            start = index
    return cuts


def _turns_away(texts: tuple[str, ...], index: int) -> bool:
    """Tell whether a clause of its own begins here whatever stands in it."""
    if texts[index] in listed("clauses", "always"):
        return (texts[index - 1], texts[index]) not in {("all", "but"), ("anything", "but"), ("nothing", "but")}
    if texts[index - 1] == "," and (texts[index],) in _COPULAS and {"which", "who"} & set(texts[:index]):
        return True
    return texts[index - 1] in {",", "-", "and"} and texts[index] in listed("clauses", "after_comma")


def _opens(texts: tuple[str, ...], index: int) -> bool:
    """Tell whether a new ticket, or a new verb before a ticket, comes behind a comma or the like."""
    return texts[index - 1] in _BREAKS or (texts[index] == "#t" and texts[index - 1] in {"for", "which"})


def _is_complete(sentence: Sentence, start: int, index: int) -> bool:
    """Tell whether what came before has its ticket and predicate, and what comes next brings its own."""
    before = [cue for cue in sentence.predicates if start <= cue.start < index]
    spoken = before and sentence.texts[start] in {"that", "it", "this", "which", "they"}
    if "#t" not in sentence.texts[start:index] and not spoken:
        return index - start > 3 and sentence.texts[index] == "#t" and sentence.texts[index + 1 : index + 2] in _COPULAS
    if not before:
        return (
            sentence.texts[index] == "#t"
            and _has_content(sentence, start, index)
            and bool(_own_predicate(sentence, index, len(sentence.words)))
        )
    rest = sentence.texts[index:]
    ahead = [cue.start for cue in sentence.predicates if cue.start >= index]
    if rest[0] == "#t":
        if _goes_on(sentence, before[-1], index):
            return False
        stop = next(
            (n for n, word in enumerate(rest[1:], 1) if word == "#t" and rest[n - 1] in {",", "and", "-"}), len(rest)
        )
        if (
            ahead
            and ahead[0] < index + stop
            and sentence.texts[ahead[0] - 1] == "and"
            and "and" in sentence.texts[:index]
        ):
            return False
        return bool(_own_predicate(sentence, index, index + stop)) or (_lists(rest) and bool(ahead))
    follows = next((n for n, word in enumerate(rest[:6]) if word == "#t"), None)
    return bool(ahead and follows and (ahead[0] <= index + 2 or ahead[0] > index + follows))


def _goes_on(sentence: Sentence, verb: Cue, index: int) -> bool:
    """Tell whether a ticket behind "and" still belongs to a verb's objects: "completed #t and #t, #t is in QA"."""
    between = sentence.texts[verb.end : index]
    listed_only = bool(between) and set(between) <= {"#t", ",", "and"} and between[-1] == "and"
    return verb.name.endswith(".verb") and listed_only and sentence.texts[index + 1 : index + 2] in {(",",), (".",), ()}


def _has_content(sentence: Sentence, start: int, end: int) -> bool:
    """Tell whether something is said behind the last ticket, outside brackets: "NW-1 legal ok, NW-2 …"."""
    last = max(n for n in range(start, end) if sentence.texts[n] == "#t")
    rest = sentence.texts[last + 1 : end]
    return "(" not in rest and "and" not in rest and any(text.isalpha() for text in rest)


def _own_predicate(sentence: Sentence, start: int, end: int) -> bool:
    gapped = {
        "to",
        "by",
        "on",
        "the",
        "nobody",
        "not",
        "no",
        "too",
        "as",
        "until",
        "->",
        "→",
        ":",
        "is",
        "'s",
        "are",
        "has",
        "#d",
        "#p",
    }
    return any(start <= cue.start < end for cue in sentence.predicates) or (
        start + 1 < end and sentence.texts[start + 1] in gapped
    )


def _lists(rest: tuple[str, ...]) -> bool:
    """Tell whether a list of tickets begins, `#t and #t are done`."""
    return len(rest) > 2 and rest[1] in {",", "and"} and rest[2] == "#t"
