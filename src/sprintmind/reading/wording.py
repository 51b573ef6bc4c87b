"""What words alone tell of a sentence: the phrases in it and where its clauses begin, whatever its names stand for.

Tickets, people, customers and dates are `#t #p #c #d` here, so that sentences which differ only in them are one, and
are looked through once.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from sprintmind.reading.automaton import automaton
from sprintmind.reading.lexicon import Cue, listed, united

PREDICATES = ("status", "blockers", "approvals", "people")
COLOURS = ("modality", "talk", "promises", "progress")
FILES = (*PREDICATES, *COLOURS)
_KEPT = 8192  # sentences


class _Scanned(NamedTuple):
    texts: tuple[str, ...]
    predicates: tuple[Cue, ...]


class Wording(Struct, frozen=True, kw_only=True, gc=False):
    """The words of a sentence, and what is found in them; indexes are those of its words."""

    texts: tuple[str, ...]
    all: frozenset[str]
    predicates: tuple[Cue, ...]
    """What says something of a ticket."""
    talk: tuple[Cue, ...]
    """How it answers, corrects or takes back."""
    promises: tuple[Cue, ...]
    """What in it sounds like a promise."""
    progress: tuple[Cue, ...]
    """Work on a piece of something."""
    moods: Mapping[str, tuple[Cue, ...]]
    """What keeps it from asserting something, by name and by family."""
    any_mood: tuple[Cue, ...]


@lru_cache(maxsize=_KEPT)
def wording(texts: tuple[str, ...]) -> Wording:
    """Look through the words of a sentence."""
    found = automaton(*FILES).found(texts)
    said = [cue for file in PREDICATES for cue in found.get(file, ())]
    predicates = tuple(sorted(_longest(said), key=_START)) if len(said) > 1 else tuple(said)
    moods = tuple(found.get("modality", ()))
    return Wording(
        texts=texts,
        all=frozenset(texts),
        predicates=predicates,
        talk=tuple(found.get("talk", ())),
        promises=tuple(found.get("promises", ())),
        progress=tuple(found.get("progress", ())),
        moods=_named(moods),
        any_mood=moods,
    )


@lru_cache(maxsize=_KEPT)
def pieces(texts: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Tell where the pieces of a sentence that say one thing each begin and end; most sentences are never asked."""
    scanned = _Scanned(texts, wording(texts).predicates)
    return tuple(pairwise((0, *_cuts(scanned), len(texts))))


_START = attrgetter("start")


def _named(moods: Iterable[Cue]) -> Mapping[str, tuple[Cue, ...]]:
    named: dict[str, list[Cue]] = {}
    for cue in moods:
        named.setdefault(cue.name, []).append(cue)
        named.setdefault(cue.family, []).append(cue)
    return {name: tuple(cues) for name, cues in named.items()}


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
_ALWAYS = listed("clauses", "always")
_AFTER_COMMA = listed("clauses", "after_comma")
_BEGINNINGS = _ALWAYS | {"#t"}
_DETERMINERS = listed("words", "determiners")
_OPENERS = united("words.prepositions", "around.wait_openers")


def _cuts(scanned: _Scanned) -> list[int]:
    """Cut a sentence at "but" and the like, and where the next ticket has a predicate of its own."""
    cuts, start = [], 0
    for index in _joints(scanned):
        begins = _is_row(scanned, start, index) or (
            _opens(scanned.texts, index) and _is_complete(scanned, start, index)
        )
        if begins or _turns_away(scanned.texts, index):
            cuts.append(index)
            start = index
    return cuts


def _joints(scanned: _Scanned) -> list[int]:
    """Tell where a clause may begin: not inside a predicate, nor with a ticket that stands in brackets."""
    texts = scanned.texts
    found = [
        index for index, (before, text) in enumerate(pairwise(texts), 1) if before in _BREAKS or text in _BEGINNINGS
    ]
    if not found:
        return found
    inside = {index for cue in scanned.predicates for index in range(cue.start + 1, cue.end)}
    if "#t" in texts and "(" in texts:
        inside |= _bracketed(texts)
    return [index for index in found if index not in inside]


def _bracketed(texts: tuple[str, ...]) -> set[int]:
    """Tell where tickets stand in brackets."""
    found, depth = set(), 0
    for index, text in enumerate(texts):
        if depth and text == "#t":
            found.add(index)
        depth = max(0, depth + (text == "(") - (text == ")"))
    return found


def _turns_away(texts: tuple[str, ...], index: int) -> bool:
    """Tell whether a clause of its own begins here whatever stands in it."""
    if texts[index] in _ALWAYS:
        return (texts[index - 1], texts[index]) not in {("all", "but"), ("anything", "but"), ("nothing", "but")}
    if texts[index - 1] == "," and (texts[index],) in _COPULAS and {"which", "who"} & set(texts[:index]):
        return True
    return texts[index] in _AFTER_COMMA and texts[index - 1] in {",", "-", "and"}


def _is_row(scanned: _Scanned, start: int, index: int) -> bool:
    """Tell whether tickets stand in a row, each with its state right behind it: "NW-1 ✅ NW-2 in review"."""
    texts = scanned.texts
    if texts[index] != "#t" or texts[start] != "#t" or texts[index - 1] in _OPENERS:
        return False
    states = {(cue.start, cue.end) for cue in scanned.predicates if cue.name.endswith((".state", "done.verb"))}
    first = start + 1 + (texts[start + 1] == ":")
    after = index + 1 + (texts[index + 1 : index + 2] == (":",))
    return (first, index) in states and any(begin == after for begin, _ in states)


def _opens(texts: tuple[str, ...], index: int) -> bool:
    """Tell whether a new ticket, or a new verb before a ticket, comes behind a comma or the like."""
    return texts[index - 1] in _BREAKS or (texts[index] == "#t" and texts[index - 1] in {"for", "which"})


def _is_complete(scanned: _Scanned, start: int, index: int) -> bool:
    """Tell whether what came before has its ticket and predicate, and what comes next brings its own."""
    before = [cue for cue in scanned.predicates if start <= cue.start < index] if scanned.predicates else []
    spoken = before and scanned.texts[start] in {"that", "it", "this", "which", "they"}
    if scanned.texts[index - 1] == "for" and scanned.texts[start] in _DETERMINERS:
        return False
    if "#t" not in scanned.texts[start:index] and not spoken:
        return index - start > 3 and scanned.texts[index] == "#t" and scanned.texts[index + 1 : index + 2] in _COPULAS
    if not before:
        return (
            scanned.texts[index] == "#t"
            and _has_content(scanned, start, index)
            and bool(_own_predicate(scanned, index, len(scanned.texts)))
        )
    rest = scanned.texts[index:]
    ahead = [cue.start for cue in scanned.predicates if cue.start >= index]
    if rest[0] == "#t":
        if _goes_on(scanned, before[-1], index):
            return False
        stop = next(
            (n for n, word in enumerate(rest[1:], 1) if word == "#t" and rest[n - 1] in {",", "and", "-"}), len(rest)
        )
        if (
            ahead
            and ahead[0] < index + stop
            and scanned.texts[ahead[0] - 1] == "and"
            and "and" in scanned.texts[:index]
        ):
            return False
        return bool(_own_predicate(scanned, index, index + stop)) or (_lists(rest) and bool(ahead))
    follows = next((n for n, word in enumerate(rest[:6]) if word == "#t"), None)
    return bool(ahead and follows and (ahead[0] <= index + 2 or ahead[0] > index + follows))


def _goes_on(scanned: _Scanned, verb: Cue, index: int) -> bool:
    """Tell whether a ticket behind "and" still belongs to a verb's objects: "completed #t and #t, #t is in QA"."""
    between = scanned.texts[verb.end : index]
    listed_only = bool(between) and set(between) <= {"#t", ",", "and"} and between[-1] == "and"
    return verb.name.endswith(".verb") and listed_only and scanned.texts[index + 1 : index + 2] in {(",",), (".",), ()}


def _has_content(scanned: _Scanned, start: int, end: int) -> bool:
    """Tell whether something is said behind the last ticket, outside brackets: "NW-1 legal ok, NW-2 …"."""
    last = max(n for n in range(start, end) if scanned.texts[n] == "#t")
    rest = scanned.texts[last + 1 : end]
    return "(" not in rest and "and" not in rest and any(text.isalpha() for text in rest)


def _own_predicate(scanned: _Scanned, start: int, end: int) -> bool:
    gapped = listed("around", "own_predicate")
    return any(start <= cue.start < end for cue in scanned.predicates) or (
        start + 1 < end and scanned.texts[start + 1] in gapped
    )


def _lists(rest: tuple[str, ...]) -> bool:
    """Tell whether a list of tickets begins, `#t and #t are done`."""
    return len(rest) > 2 and rest[1] in {",", "and"} and rest[2] == "#t"
