"""How promises end, in the words of those who saw it: delivered to the customer, or its day missed."""

from collections.abc import Iterator

from msgspec.structs import replace

from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import moods
from sprintmind.reading.promises import thing
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement

_OTHERS = listed("around", "handed_by_others")
_DOUBTS = ("negation", "condition", "hope", "hearsay", "past", "mock", "question.tag")


def ended(whole: Clause, context: Context) -> Iterator[Statement]:
    """Read "Sent Acme the sandbox", "Acme got their export" and "we missed Acme's date"; a doubt is enough for none.

    A day that will not be made, "we won't make Friday", ends nothing: without a new day it is only a refusal.
    """
    place = next(iter(whole.named("#c")), None)
    if place is None or whole.sentence.asked or context.speaker.customer:
        return
    if cue := _handed(whole, place) or _received(whole, place):
        outcome = "kept"
    elif cue := _missed(whole):
        outcome = "missed"
    else:
        return
    if outcome == "kept" and any(moods(whole, family, 0, len(whole.tokens)) for family in _DOUBTS):
        return
    statement = said(Kind.COMMITMENT, whole, context, cue=cue)
    what = thing(whole, cue, context)
    tickets = tuple(whole.key(n) for n in whole.tickets)
    yield replace(statement, customer=whole.customer(place), what=what, tickets=tickets, outcome=outcome)


def _handed(whole: Clause, customer: int) -> Cue | None:
    """Find what we handed over to the customer: behind the verb at once, or behind "to"."""
    for index in range(customer):
        if whole.tokens[index] not in listed("deals", "handed"):
            continue
        direct = customer - index == 1 or whole.tokens[customer - 1] in {"to", "with"}
        ours = not _OTHERS & set(whole.texts(0, index))
        if direct and ours and _is_thing(whole, index):
            return Cue("promise.kept", index, index + 1)
    return None


def _received(whole: Clause, customer: int) -> Cue | None:
    ahead = [text for text in whole.texts(customer + 1, customer + 6) if text not in listed("words", "fillers")]
    verbs = whole.texts(customer + 1, customer + 4)
    got = bool({"got", "received"} & set(verbs))
    have = verbs[:1] in {("has",), ("have",)} and "their" in whole.texts(customer + 2, customer + 4)
    if not (got or have) or customer > 2 or not ahead or not _is_thing(whole, customer):
        return None
    return Cue("promise.kept", customer + 1, customer + 2)


def _is_thing(whole: Clause, index: int) -> bool:
    """Mind that a mail or a reminder to a customer is talk, and delivers nothing."""
    rest = whole.texts(index + 1, whole.end)
    named = any(text.isalpha() and text not in listed("things", "lead") for text in rest)
    return named and not listed("deals", "talk") & set(rest)


def _missed(whole: Clause) -> Cue | None:
    for index in range(whole.end):
        rest = whole.texts(index + 1, index + 5)
        if whole.tokens[index] == "missed" and (listed("deals", "dates") & set(rest) or "#d" in rest[:1]):
            return Cue("promise.missed", index, index + 1)
    return None
