"""The parts of a promise: what, by when, in place of which date, and how it ended."""

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from msgspec import Struct

from sprintmind.reading.context import Context
from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.modality import moods
from sprintmind.reading.sentences import Clause

_BEFORE_DATE = listed("around", "before_day")


class Due(Struct, frozen=True, gc=False):
    """The day of a promise, as resolved and as said."""

    day: date | None = None
    phrase: str | None = None
    replaces: date | None = None


def due_in(whole: Clause, cue: Cue) -> Due:
    """Find the day that is promised, and the day that it takes the place of."""
    places = [n for n in whole.named("#d") if not whole.when(n).past]
    old = [n for n in places if _is_old(whole, n)]
    ahead = [n for n in places if n >= cue.start and n not in old] or [n for n in reversed(places) if n not in old]
    if not ahead:
        return Due(replaces=whole.when(old[0]).day if old else None)
    ahead = _promised_before(whole, cue, ahead, [n for n in places if n not in old])
    if len(ahead) > 1 and cue.name in {"promise.given", "promise.told"} and _is_when_said(whole, ahead[0], cue):
        ahead = ahead[1:]
    settled = _settled(whole, ahead)
    chosen = settled if settled is not None else next((n for n in ahead if whole.when(n).day), ahead[0])
    replaced = whole.when(old[0]).day if old else None
    if replaced is None and settled is not None and settled != ahead[0]:
        replaced = whole.when(ahead[0]).day
    return Due(whole.when(chosen).day, whole.when(chosen).phrase, replaced)


def _promised_before(whole: Clause, cue: Cue, ahead: list[int], places: list[int]) -> list[int]:
    """Mind that "Acme gets it on Thursday (I confirmed it to them on Friday)" was confirmed on the Friday."""
    earlier = [n for n in places if n < cue.start]
    between = set(whole.texts(cue.end, ahead[0]))
    told = cue.name == "promise.told" and len(ahead) == 1 and between <= listed("around", "no_things")
    return earlier[-1:] if told and earlier and "on" in between else ahead


def _is_when_said(whole: Clause, index: int, cue: Cue) -> bool:
    """Mind that "promised Acme on Monday that it ships on the 25th" was said on the Monday."""
    return index - cue.end <= 4 and whole.texts(index + 1, index + 2) in {("that",), (":",), ("they",), ("we",)}


def _is_old(whole: Clause, index: int) -> bool:
    """Mind that "From the 13th", "instead of Thursday", "not on the 10th"."""
    before = whole.texts(max(0, index - 3), index)
    opens = before[-1:] in {("from",), ("of",)} and ("from" in before or "instead" in before)
    return (
        opens
        or "instead" in before
        or before[-2:] in {("would", "said"), ("had", "said"), ("would", "promised"), ("had", "promised")}
        or (before[-1:] == ("was",) and len(whole.named("#d")) > 1)
        or bool(moods(whole, "negation.before", max(0, index - 2), index))
        or before[-2:] == ("rather", "than")
    )


def _settled(whole: Clause, places: list[int]) -> int | None:
    """Of several days, the one that was agreed on last: behind "but", "now", "so", "agreed to", or in place of one."""
    if len(places) < 2:
        return None
    last = places[-1]
    turned = listed("around", "day_replaced")
    return last if turned & set(whole.texts(places[0], last)) else None


def thing(whole: Clause, cue: Cue, context: Context) -> str:
    """Take the words that say what is promised; the whole sentence where nothing else is left."""
    words = _object(whole, cue)
    if not _is_named(words):
        earlier = [_ahead(each, Cue("", each.end, each.end)) for each in (context.follows, context.asked) if each]
        words = next((said for said in (_ahead(whole, cue), *earlier) if said), "")
    return words or whole.sentence.text


PRONOUNS = listed("around", "no_thing")


def _is_named(words: str) -> bool:
    """Tell whether words name a thing, and are not only "it", "so" or "already"."""
    small = united("things.lead", "things.small") | PRONOUNS
    return any(word.strip(_EDGES) not in small for word in words.casefold().split())


def names_thing(whole: Clause, cue: Cue) -> bool:
    """Tell whether a promise names its thing behind its verb."""
    return _is_named(_object(whole, cue))


def says_what(whole: Clause, cue: Cue) -> bool:
    """Tell whether a promise names its thing, and not only "it"."""
    return names_thing(whole, cue) or bool(_ahead(whole, cue))


def _object(whole: Clause, cue: Cue) -> str:
    first, last = _bounds(whole, cue)
    return whole.verbatim(first, last).strip(_EDGES)


_EDGES = " ,.;:-–—()"


def _ahead(whole: Clause, cue: Cue) -> str:
    """Take what is named before the cue, "the importer, you'll have it on Monday"."""
    small = united("things.lead", "words.fillers") | {"side", "#c", "#p", "#t"}
    content = [n for n in range(cue.start) if whole.tokens[n].isalpha() and whole.tokens[n] not in small]
    return whole.verbatim(content[0], content[-1] + 1).strip(_EDGES) if content else ""


def further_dues(whole: Clause, cue: Cue) -> Iterator[tuple[str, Due]]:
    """Find the second thing of a list with a day of its own: "…, and the guide on Thursday"."""
    places = [n for n in whole.named("#d", cue.start) if not whole.when(n).past]
    for before, place in pairwise(places):
        between = whole.texts(before + 1, place)
        start = between.index("and") if "and" in between[:2] else None
        words = [] if start is None else [text for text in between[start + 1 :] if text.isalpha()]
        content = [text for text in words if text not in listed("things", "lead")]
        if start is not None and content and not _VERBS & set(between):
            first, last = before + 2 + start, place
            while last > first and whole.tokens[last - 1] in _BEFORE_DATE:
                last -= 1
            when = whole.when(place)
            yield whole.verbatim(first, last).strip(_EDGES).removeprefix("the "), Due(when.day, when.phrase)


_VERBS = listed("around", "thing_verbs")


def _bounds(whole: Clause, cue: Cue) -> tuple[int, int]:
    lead = listed("things", "lead") | {"#c", "#p"}
    first = cue.end
    while first < whole.end and (
        whole.tokens[first] in lead or (not whole.tokens[first][0].isalnum() and whole.tokens[first] != "#t")
    ):
        first += 1
        ended = whole.texts(first - 2, first) == ("#d", ",")
        if ended and whole.texts(first, first + 1) not in {("is",), ("are",)}:
            return first, first
    last = first
    while last < whole.end and whole.tokens[last] not in {"#d", ".", ";", "(", ",", "!"}:
        last += 1
    while last > first and _is_left_over(whole, last - 1):
        last -= 1
    return first, last


def _is_left_over(whole: Clause, index: int) -> bool:
    """Mind that "the report on" ends before "on", and "the single sign-on" does not."""
    return whole.tokens[index] in _BEFORE_DATE and whole.tokens[index - 1] != "-"


def outcome_of(found: tuple[Cue, ...]) -> str | None:
    """Tell how a promise ended, where the words say so."""
    names = {cue.name for cue in found}
    return "cancelled" if "promise.dropped" in names else None
