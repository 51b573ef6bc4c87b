"""Deals: sentences that bind us to a customer and a day without one of the usual forms of a promise."""

from collections.abc import Iterator

from sprintmind.reading.context import Context
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import moods
from sprintmind.reading.sentences import Clause

_THEM = frozenset({"them", "they", "you", "theirs", "their"})
_OVER = listed("around", "deal_over")
_PASSIVE = listed("around", "deal_passive")


def dealt(whole: Clause, context: Context) -> Cue | None:
    """Find a deal: a word of promising, a customer, a day to come, nothing negated, and not the customer's own word."""
    if "#d" not in whole.all:
        return None
    texts = whole.sentence.texts
    before = context.follows is not None and bool(context.follows.named("#c"))
    known = "#c" in texts or (context.customer is not None and (before or bool(_THEM & set(texts))))
    if not _OVER.isdisjoint(whole.all) and any(text in _OVER and _is_done(texts, n) for n, text in enumerate(texts)):
        return None
    if not known or not any(not whole.when(n).past for n in whole.named("#d")) or _is_denied(whole):
        return None
    return _accepted(whole) or next(_words(whole), None)


def _is_done(texts: tuple[str, ...], index: int) -> bool:
    """Mind that "is delivered on the 18th" is still to come, and "was delivered", "we sent" is not."""
    before = [text for text in texts[max(0, index - 2) : index] if text not in {"not", "also"}]
    return not before or before[-1] not in listed("around", "deal_to_come")


def _accepted(whole: Clause) -> Cue | None:
    """Find our offer and that they took it: "I offered the 10th, they took it"."""
    texts = whole.sentence.texts
    offers = [n for n, text in enumerate(texts) if text in listed("deals", "offered") and not _is_theirs(texts, n)]
    if not offers or not {"i", "we"} & set(texts[max(0, offers[0] - 3) : offers[0]]):
        return None
    takes = (n for n in range(offers[0] + 1, len(texts)) if texts[n] in listed("deals", "accepted"))
    taken = next((n for n in takes if {"they", "#c"} & set(texts[max(0, n - 3) : n])), None)
    return Cue("promise.accepted", taken, taken + 1) if taken is not None else None


def _words(whole: Clause) -> Iterator[Cue]:
    texts = whole.sentence.texts
    moved = bool(listed("deals", "moved") & set(texts))
    for index, text in enumerate(texts):
        down = (
            text == "down"
            and texts[index - 1 : index] in {("are",), ("am",)}
            and texts[index + 1 : index + 2] == ("for",)
        )
        if text not in listed("deals", "deal") and not down:
            continue
        if text == "signed" and "up" not in texts[index + 1 : index + 4]:
            continue
        if text == "word" and not {"my", "our"} & set(texts[max(0, index - 1) : index]):
            continue
        if _is_theirs(texts, index) and not moved:
            continue
        yield Cue("promise.deal", index, index + 1)


def _is_theirs(texts: tuple[str, ...], index: int) -> bool:
    """Mind that "Acme told us" is their word, and "Acme has been told" ours."""
    before = [text for text in texts[max(0, index - 3) : index] if text not in {"has", "have", "already", "also"}]
    to_us = {"us", "me"} & set(texts[index + 1 : index + 2]) and texts[index] != "signed"
    subject = bool(before) and before[-1] in listed("around", "deal_theirs")
    return bool(to_us) or (subject and not _PASSIVE & set(before))


def _is_denied(whole: Clause) -> bool:
    denied = moods(whole, "negation.before", 0, len(whole.tokens))
    return any(whole.tokens[mood.start] not in {"instead", "rather"} for mood in denied)
