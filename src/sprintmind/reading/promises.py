"""The parts of a promise: what, by when, in place of which date, and how it ended."""

from dataclasses import dataclass
from datetime import date

from sprintmind.reading.context import Context
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import moods
from sprintmind.reading.sentences import Clause

_BEFORE_DATE = frozenset(
    {"by", "on", "before", "until", "within", "for", "at", "in", "from", "to", "the", "latest", "till", "end", "of"}
)


@dataclass(frozen=True, slots=True)
class Due:
    """The day of a promise, as resolved and as said."""

    day: date | None = None
    phrase: str | None = None
    replaces: date | None = None


def due_in(whole: Clause, cue: Cue) -> Due:
    """Find the day that is promised, and the day that it takes the place of."""
    places = [n for n in whole.named("#d") if not whole.when(n).past]
    old = [n for n in places if _is_old(whole, n)]
    ahead = [n for n in places if n >= cue.start and n not in old] or [n for n in places if n not in old]
    if not ahead:
        return Due(replaces=whole.when(old[0]).day if old else None)
    settled = _settled(whole, ahead)
    chosen = settled if settled is not None else next((n for n in ahead if whole.when(n).day), ahead[0])
    replaced = whole.when(old[0]).day if old else None
    if replaced is None and settled is not None and settled != ahead[0]:
        replaced = whole.when(ahead[0]).day
    return Due(whole.when(chosen).day, whole.when(chosen).phrase, replaced)


def _is_old(whole: Clause, index: int) -> bool:
    """Mind that "From the 13th", "instead of Thursday", "not on the 10th"."""
    before = whole.texts(max(0, index - 3), index)
    opens = before[-1:] in {("from",), ("of",)} and ("from" in before or "instead" in before)
    return (
        opens
        or "instead" in before
        or bool(moods(whole, "negation.before", max(0, index - 2), index))
        or before[-2:] == ("rather", "than")
    )


def _settled(whole: Clause, places: list[int]) -> int | None:
    """Of several days, the one that was agreed on last: behind "but", "now", "so", "agreed to", or in place of one."""
    if len(places) < 2:
        return None
    last = places[-1]
    turned = {
        "but",
        "now",
        "instead",
        "agreed",
        "moved",
        "renegotiating",
        "renegotiated",
        "new",
        "→",
        "->",
        "pushed",
        "shifted",
    }
    return last if turned & set(whole.texts(places[0], last)) else None


def thing(whole: Clause, cue: Cue, context: Context) -> str:
    """Take the words that say what is promised; the whole sentence where nothing else is left."""
    first, last = _bounds(whole, cue)
    words = whole.verbatim(first, last).strip(" ,.;:-–—()")
    if not words or words.casefold() in {"it", "that", "this", "them"}:
        before = context.follows
        ahead = whole.verbatim(0, cue.start).strip(" ,.;:-–—()")
        words = ahead or (before.verbatim(before.start, before.end) if before else "") or whole.sentence.text
    return words


def _bounds(whole: Clause, cue: Cue) -> tuple[int, int]:
    lead = listed("things", "lead") | {"#c", "#p"}
    first = cue.end
    while first < whole.end and (
        whole.words[first].text in lead
        or (not whole.words[first].text[0].isalnum() and whole.words[first].text != "#t")
    ):
        first += 1
    last = first
    while last < whole.end and whole.words[last].text not in {"#d", ".", ";", "(", ",", "!"}:
        last += 1
    while last > first and whole.words[last - 1].text in _BEFORE_DATE:
        last -= 1
    return first, last


def outcome_of(found: tuple[Cue, ...]) -> str | None:
    """Tell how a promise ended, where the words say so."""
    names = {cue.name for cue in found}
    return "cancelled" if "promise.dropped" in names else None
