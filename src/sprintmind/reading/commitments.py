"""Promises of ours to a known customer; those of theirs to us are in `their_promises`."""

from collections.abc import Iterator

from msgspec.structs import replace

from sprintmind.domain.events import TicketKey
from sprintmind.reading.context import Context, said
from sprintmind.reading.endings import ended
from sprintmind.reading.lexicon import Cue, first_of
from sprintmind.reading.modality import MACHINE, addresses_machine, is_quoted, moods
from sprintmind.reading.promise_forms import FORMS, made_by
from sprintmind.reading.promise_owners import promiser
from sprintmind.reading.promises import due_in, further_dues, names_thing, outcome_of, thing
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement, unsaid
from sprintmind.reading.their_promises import theirs

OFFERED = "an aim or an offer, not a promise"
_NAMED = frozenset({"#c", "#d"})
_SAID = frozenset({*FORMS, "promise.their"})
"""One of these is in every promise that names neither a customer nor a day."""
_UNSURE = "hedged: the speaker is not sure"


def commitments(whole: Clause, context: Context) -> Iterator[Statement]:
    """Read a sentence for a promise, or for the reason why what resembles one is none.

    Args:
        whole: The sentence as one clause.
        context: Who speaks, and with or about which customer.
    """
    found = whole.sentence.promises
    named = context.speaker.customer or not whole.all.isdisjoint(_NAMED)
    if not named and not any(cue.name in _SAID for cue in found):
        return
    if (customers := tuple(theirs(whole, found, context))) or context.speaker.customer:
        yield from customers
        return
    made = tuple(_ours(whole, found, context))
    yield from made or ended(whole, context)


def _ours(whole: Clause, found: tuple[Cue, ...], context: Context) -> Iterator[Statement]:
    cue = made_by(whole, found, context)
    customer = _customer(whole, cue, context) if cue else None
    if cue is None or customer is None:
        return
    statement = _commitment(whole, cue, found, context, customer)
    offered = cue.name == "promise.offer" and first_of(found, "promise.seal") is None
    reason = _objection(whole, cue, found, context) or (OFFERED if offered else None)
    if reason:
        yield unsaid(statement, reason)
        return
    yield statement
    for what, due in further_dues(whole, cue):
        yield replace(statement, what=what, due=due.day, due_phrase=due.phrase, tickets=())


def _customer(whole: Clause, cue: Cue, context: Context) -> str | None:
    named = whole.named("#c")
    if named:
        after = [n for n in named if n >= cue.start]
        return whole.customer((after or list(named))[0])
    return context.customer


def _objection(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> str | None:
    """Tell why it is no promise: refused, wished, aimed at, offered, conditional, rehearsed or asked."""
    sealed = first_of(found, "promise.seal") is not None
    if any(other.name == "promise.never" and "but" not in whole.texts(other.end, cue.start) for other in found):
        return "not promised"
    if is_quoted(whole, cue):
        return "somebody else's words"
    if addresses_machine(whole.sentence):
        return MACHINE
    if moods(whole, "condition.whole", 0, len(whole.tokens)) or _waits(whole):
        return "a condition"
    if whole.sentence.asked or _knows_not(whole, cue):
        return _UNSURE if _knows_not(whole, cue) else "a question"
    if context.looks_back or (first_of(found, "promise.rehearsal") and not sealed):
        return "rehearsed or recalled, not promised"
    return _hearsay(whole, cue, sealed=sealed) or _weakened(whole, cue, found, sealed=sealed)


def _hearsay(whole: Clause, cue: Cue, *, sealed: bool) -> str | None:
    """Mind that "Apparently Lena promised Acme …" is not sure of it."""
    hedged = moods(whole, "hearsay.hedge", 0, cue.start) and not sealed
    return _UNSURE if hedged else None


def _knows_not(whole: Clause, cue: Cue) -> bool:
    """Mind that "I don't know, I'll send it this week, right?" stays unsure, whatever the answer is."""
    hedges = moods(whole, "hearsay.hedge", 0, cue.start)
    return any(whole.texts(mood.start, mood.end)[-1] == "know" for mood in hedges)


def _is_apart(whole: Clause, other: Cue, cue: Cue) -> bool:
    """Mind that "I have to send it, I promised" hedges nothing: the word of promising is a clause of its own."""
    own = whole.texts(cue.start, cue.start + 1) in {("i",), ("we",)} or whole.texts(cue.start - 1, cue.start) in {
        ("i",),
        ("we",),
    }
    given = cue.name in {"promise.given", "promise.deal"}
    return (
        own
        and given
        and "," in whole.texts(other.end, cue.start)
        and " ".join(whole.texts(other.start, other.end)) in _DUTIES
    )


_DUTIES = frozenset({"have to", "need to", "must", "ought"})


def _is_past(whole: Clause, index: int) -> bool:
    """Mind that "as I'd said" is "I had said"."""
    following = "".join(whole.texts(index, index + 1))
    return following in {"said", "told", "given", "thought"} or (following.endswith("ed") and following != "need")


def _waits(whole: Clause) -> bool:
    """Mind that "Acme gets it once Tom is back" and "When Tom is back, …" depend on something first."""
    found = moods(whole, "condition.part", 0, len(whole.tokens))
    first = {"once", "the", "as"}
    return any(whole.tokens[mood.start] in first or mood.start == 0 for mood in found)


def _weakened(whole: Clause, cue: Cue, found: tuple[Cue, ...], *, sealed: bool) -> str | None:
    if cue.name == "promise.accepted":
        return None
    told = cue.name in {"promise.told", "promise.given", "promise.moved"}
    reported = {"would", "could", "can have", "can get", "have to", "need to", "must", "'d like"}
    for other in found:
        if other.name != "promise.aim" or cue.start <= other.start < cue.end:
            continue
        words = " ".join(whole.texts(other.start, other.end))
        if (words == "would" and _is_past(whole, other.end)) or _is_apart(whole, other, cue):
            continue
        if (
            not (told and other.start > cue.start and words in reported | {"target", "goal", "offer", "plan", "plans"})
            and not sealed
        ):
            return OFFERED
    own = max((n + 1 for n in range(cue.start) if whole.tokens[n] in {",", ";", ":"}), default=0)
    denied = moods(whole, "negation.before", max(own, cue.start - 4), cue.start)
    if any(whole.tokens[mood.start] not in {"instead", "rather"} for mood in denied) or "not" in whole.texts(
        cue.end, cue.end + 1
    ):
        return "negated"
    if first_of(found, "promise.wish") and cue.name in {"promise.future", "promise.receive"} and not sealed:
        return "a wish, not a promise"
    return None


def _commitment(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context, customer: str) -> Statement:
    due = due_in(whole, cue)
    for earlier in (context.follows, context.asked):
        if due.phrase is None and earlier is not None and {"that", "it", "word", "promise"} & set(whole.sentence.texts):
            due = due_in(earlier, Cue("promise.asked", 0, 0))
    owner, unsure = promiser(whole, cue, found, context)
    statement = said(Kind.COMMITMENT, whole, context, cue=cue, person=owner)
    tickets = tuple(dict.fromkeys(whole.key(n) for n in whole.tickets))
    return replace(
        statement,
        customer=customer,
        what=thing(whole, cue, context),
        due=due.day,
        due_phrase=due.phrase,
        replaces_due=due.replaces,
        owner=owner,
        tickets=tickets or _pointed(whole, cue, context),
        needs_review=unsure,
        outcome=outcome_of(found),
    )


def _pointed(whole: Clause, cue: Cue, context: Context) -> tuple[TicketKey, ...]:
    """Mind that "They can expect it on Monday" means the one ticket spoken of just before, "this audit log" none."""
    texts = set(whole.sentence.texts)
    meant = context.near and len(context.focus) == 1 and {"it", "this"} & texts and not names_thing(whole, cue)
    return context.focus if meant else ()
