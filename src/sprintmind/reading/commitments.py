"""Promises of ours to a known customer, and theirs to us, which are dependencies on them."""

from collections.abc import Iterator
from dataclasses import replace

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId, TicketKey
from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, cues, listed
from sprintmind.reading.modality import moods
from sprintmind.reading.promises import due_in, outcome_of, thing
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement, unsaid


def commitments(whole: Clause, context: Context) -> Iterator[Statement]:
    """Read a sentence for a promise; at most one, or the reason why what resembles one is none.

    Args:
        whole: The sentence as one clause.
        context: Who speaks, and with or about which customer.
    """
    found = cues(whole.sentence.texts, "promises")
    if not found:
        return
    if context.speaker.customer:
        yield from _theirs(whole, found, context, context.speaker.customer)
        return
    their = _first(found, "promise.their")
    if their and _to_us(whole, their, found):
        yield from _theirs_named(whole, their, found, context)
        return
    yield from _ours(whole, found, context)


def _ours(whole: Clause, found: tuple[Cue, ...], context: Context) -> Iterator[Statement]:
    cue = _promise(whole, found, context)
    customer = _customer(whole, cue, context) if cue else None
    if cue is None or customer is None:
        return
    statement = _commitment(whole, cue, found, context, customer)
    reason = _objection(whole, cue, found)
    yield unsaid(statement, reason) if reason else statement


def _promise(whole: Clause, found: tuple[Cue, ...], context: Context) -> Cue | None:
    """Find the cue that makes a promise, the strongest kind first."""
    for name, holds in _FORMS.items():
        for cue in found:
            if cue.name == name and holds(whole, cue, found, context):
                return cue
    return None


def _is_given(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001 -- the cue decides which of these is asked; all take the same
    """Mind that "Promised Acme …": by us, so no customer stands before it as the one who did."""
    before = whole.texts(max(0, cue.start - 3), cue.start)
    if before[-1:] == ("as",) and whole.texts(cue.end, cue.end + 1) != ("to",):
        return False
    passive = whole.words[cue.start].text != "on" and bool(
        {"is", "are", "was", "were", "been", "#c"} & set(before[-1:])
    )
    return not passive and not {"they", "customer", "customers"} & set(before[-2:])


def _is_told(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "Told Acme they will have …": words that name a day or say what will be."""
    ours = whole.words[cue.start].text in {"i", "we"}
    if not ours and {"they", "#c", "you", "he", "she", "not"} & set(whole.texts(max(0, cue.start - 1), cue.start)):
        return False
    ahead = whole.texts(cue.end, min(cue.end + 6, whole.end))
    near = (
        "#c" in ahead
        or "#c" in whole.texts(cue.start, cue.end)
        or bool({"them", "you"} & set(ahead) and context.customer)
    )
    near = near or bool("#c" in whole.texts(0, cue.start) and "for" in whole.texts(0, cue.start))
    rest = set(whole.texts(cue.end, whole.end))
    says = bool({"will", "would", "expect", "theirs", "ours", "gets", "get", "goes", "comes"} & rest)
    dated = bool(whole.named("#d", cue.end)) or {"days", "weeks"} & rest
    return near and bool(says or dated) and bool(says or (dated and not _is_state(whole, cue)))


def _is_state(whole: Clause, cue: Cue) -> bool:
    """Mind that "Told Acme it was fixed on Friday" reports what is, and promises nothing."""
    rest = whole.texts(cue.end, whole.end)
    return bool({"was", "were", "had", "about", "did"} & set(rest))


def _is_future(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:
    """Mind that "I'll send Acme …": we hand something over to them."""
    subject = whole.texts(max(0, cue.start - 1), cue.start)
    if whole.words[cue.start].text == "will" and subject != ("#p",):
        return False
    verb = next(
        (other for other in found if other.name == "deliver.verb" and cue.end <= other.start <= cue.end + 3), None
    )
    if verb is None or any(other.name == "deliver.contact" and cue.end <= other.start <= verb.start for other in found):
        return False
    return _receives(whole, verb, context)


def _is_sending(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "I'm sending Acme the export on Thursday": only with a day that is to come."""
    return _receives(whole, cue, context) and any(not whole.when(n).past for n in whole.named("#d"))


def _receives(whole: Clause, verb: Cue, context: Context) -> bool:
    """Tell whether what is handed over goes to a customer: "send Acme", "for Acme, I'll send them", "for you"."""
    ahead = whole.texts(verb.end, whole.end)
    for n, text in enumerate(ahead):
        if text == "#c" and (n == 0 or ahead[n - 1] in {"to", "for", "with", "at", "the", "over", "by"}):
            return True
    before = whole.texts(0, verb.start)
    to_them = bool({"them", "you", "their", "your", "they"} & set(ahead))
    if "#c" in before and (to_them or "for" in before or ":" in before):
        return True
    named = [n for n in whole.named("#p") if n > verb.start]
    if named and not to_them:
        return False
    answered = context.addressed is not None and "it" in ahead
    return bool(context.customer) and (answered or bool({"them", "you"} & set(ahead)))


def _is_received(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:
    """Mind that "Acme gets the keys from me tomorrow"."""
    texts = whole.texts(cue.end, whole.end)
    from_us = any(texts[n : n + 2] in {("from", "us"), ("from", "me"), ("from", "#p")} for n in range(len(texts)))
    if texts[:1] == ("back",):
        return False
    if {"have", "has"} & set(whole.texts(cue.start, cue.end)):
        return from_us
    if "you" in whole.texts(cue.start, cue.end) and not context.customer:
        return False
    seal = _first(found, "promise.seal") is not None
    return from_us or seal or (bool(whole.named("#d", cue.end)) and "to" not in texts[:1])


def _is_moved(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "Moved Acme's date from the 13th to the 20th"."""
    if whole.words[cue.start].text == "new":
        return "#c" in whole.sentence.texts and bool(whole.named("#d"))
    to = [n for n in whole.named("#d", cue.end) if {"to", "until", "by", "for", "on"} & set(whole.texts(n - 2, n))]
    return bool(to) and "#c" in whole.sentence.texts and whole.tickets[:1] != (0,)


def _is_sealed(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "We send it on Friday, as promised"."""
    over = {"delivered", "sent", "shipped", "gave", "went", "was", "were", "got", "had", "released"} & set(
        whole.sentence.texts
    )
    return bool("#c" in whole.sentence.texts or context.customer) and bool(whole.named("#d")) and not over


_FORMS = {
    "promise.moved": _is_moved,
    "promise.given": _is_given,
    "promise.told": _is_told,
    "promise.receive": _is_received,
    "promise.future": _is_future,
    "promise.sending": _is_sending,
    "promise.seal": _is_sealed,
}


def _customer(whole: Clause, cue: Cue, context: Context) -> str | None:
    named = whole.named("#c")
    if named:
        after = [n for n in named if n >= cue.start]
        return whole.customer((after or list(named))[0])
    return context.customer


def _objection(whole: Clause, cue: Cue, found: tuple[Cue, ...]) -> str | None:
    """Tell why it is no promise: refused, wished, aimed at, offered, conditional, rehearsed or asked."""
    sealed = _first(found, "promise.seal") is not None
    if _first(found, "promise.never"):
        return "not promised"
    if moods(whole, "instruction.machine", 0, len(whole.words)):
        return "text that addresses a machine is material, not a report"
    if moods(whole, "condition.whole", 0, len(whole.words)):
        return "a condition"
    if whole.sentence.asked:
        return "a question"
    if _first(found, "promise.rehearsal") and not sealed:
        return "rehearsed or recalled, not promised"
    return _weakened(whole, cue, found, sealed=sealed)


def _weakened(whole: Clause, cue: Cue, found: tuple[Cue, ...], *, sealed: bool) -> str | None:
    told = cue.name in {"promise.told", "promise.given", "promise.moved"}
    reported = {"would", "could", "can have", "can get", "have to", "need to", "must", "'d like"}
    for other in found:
        if other.name != "promise.aim" or cue.start <= other.start < cue.end:
            continue
        words = " ".join(whole.texts(other.start, other.end))
        if (
            not (told and other.start > cue.start and words in reported | {"target", "goal", "offer", "plan", "plans"})
            and not sealed
        ):
            return "an aim or an offer, not a promise"
    if moods(whole, "negation.before", max(0, cue.start - 4), cue.start) or "not" in whole.texts(cue.end, cue.end + 1):
        return "negated"
    if _first(found, "promise.wish") and cue.name in {"promise.future", "promise.receive"} and not sealed:
        return "a wish, not a promise"
    return None


def _commitment(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context, customer: str) -> Statement:
    due = due_in(whole, cue)
    for earlier in (context.follows, context.asked):
        if due.phrase is None and earlier is not None and {"that", "it", "word"} & set(whole.sentence.texts):
            due = due_in(earlier, Cue("promise.asked", 0, 0))
    owner, unsure = _owner(whole, cue, found, context)
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
        tickets=tickets or _pointed(whole, context),
        needs_review=unsure,
        outcome=outcome_of(found),
    )


def _pointed(whole: Clause, context: Context) -> tuple[TicketKey, ...]:
    """Mind that "They can expect it on Monday" means the one ticket spoken of just before."""
    texts = set(whole.sentence.texts)
    return context.focus if context.near and len(context.focus) == 1 and {"it", "this"} & texts else ()


def _owner(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> tuple[PersonId, bool]:
    """Tell who promises: the speaker's "I", the colleague named, else unknown; and whether a person should look."""
    if context.owner is None:
        named = whole.named("#p", 0, cue.start + 1)
        return (whole.person(named[-1]), False) if named and context.speaker.person else (UNKNOWN_PERSON, True)
    if _is_other(whole, cue):
        return UNKNOWN_PERSON, False
    before = whole.texts(max(0, cue.start - 3), cue.end)
    colleague = whole.named("#p", max(0, cue.start - 2), cue.end)
    if colleague and "i" not in before:
        return whole.person(colleague[-1]), False
    if (
        _first(found, "promise.mine")
        or {"i", "me"} & set(before)
        or not {"we", "us", "our"} & set(whole.texts(0, cue.end))
    ):
        us = "us" in whole.sentence.texts and cue.name == "promise.receive" and "me" not in whole.sentence.texts
        return (UNKNOWN_PERSON if us else context.owner), False
    return UNKNOWN_PERSON, False


def _is_other(whole: Clause, cue: Cue) -> bool:
    """Mind that "Sales promised Acme …": somebody who is nobody of the people file."""
    word = whole.texts(max(0, cue.start - 1), cue.start)
    named = (
        bool(word)
        and word[0].isalpha()
        and word[0] not in listed("words", "fillers") | {"call", "mail", "#c", "yesterday"}
    )
    return (
        named
        and cue.name in {"promise.given", "promise.told"}
        and whole.words[cue.start].text not in {"i", "we", "am", "are", "my", "our", "on"}
    )


def _to_us(whole: Clause, their: Cue, found: tuple[Cue, ...]) -> bool:
    """A customer's own promise: "Acme will send us …", and not "Acme will get it from us"."""
    texts = whole.texts(their.end, whole.end)
    from_us = any(texts[n : n + 2] in {("from", "us"), ("from", "me")} for n in range(len(texts)))
    received = any(cue.name == "promise.receive" and cue.start == their.start and cue.end > their.end for cue in found)
    us = {"us", "me", "our", "back"} & set(texts)
    firm = {
        "promised",
        "committed",
        "owe",
        "owes",
        "said",
        "told",
        "assured",
        "pledged",
        "agreed",
        "guaranteed",
        "they",
    } & set(whole.texts(their.start, their.end))
    return not from_us and not received and bool(us or firm or _hands(texts))


def _hands(texts: tuple[str, ...]) -> bool:
    return texts[:1] in {
        ("send",),
        ("deliver",),
        ("provide",),
        ("share",),
        ("upload",),
        ("return",),
        ("sign",),
        ("open",),
        ("whitelist",),
        ("supply",),
    }


def _theirs_named(whole: Clause, their: Cue, found: tuple[Cue, ...], context: Context) -> Iterator[Statement]:
    named = whole.named("#c", 0, their.end)
    customer = whole.customer(named[-1]) if named else context.customer
    if customer:
        yield from _theirs(whole, found, context, customer)


def _theirs(whole: Clause, found: tuple[Cue, ...], context: Context, customer: str) -> Iterator[Statement]:
    cue = _first(found, "promise.their") or _first(found, "promise.future") or _first(found, "promise.given")
    received = _first(found, "promise.receive")
    if received and context.speaker.customer and whole.words[received.start].text == "you":
        cue = received
    hands = any(other.name == "deliver.verb" for other in found)
    if cue and cue is not received and "you" in whole.texts(max(0, cue.start - 2), cue.start):
        return
    if cue is None or (context.speaker.customer and not hands and cue is not received):
        return
    blocked = _first(found, "promise.never") or moods(whole, "condition.whole", 0, whole.end) or whole.sentence.asked
    weak = context.speaker.customer and _first(found, "promise.aim")
    reason = "not promised" if blocked or weak else None
    tickets: tuple[TicketKey | None, ...] = tuple(whole.key(n) for n in whole.tickets) or (None,)
    for ticket in tickets:
        statement = said(Kind.DEPENDENCY, whole, context, cue=cue, ticket=ticket, value=True, reason=reason)
        yield replace(statement, waiting_on=customer)


def _first(found: tuple[Cue, ...], name: str) -> Cue | None:
    return next((cue for cue in found if cue.name == name), None)


def owns(sentence: Clause) -> bool:
    """Tell whether the speaker takes what was just promised on themself: "I own that", "that's on me"."""
    return any(cue.name == "promise.mine" for cue in cues(sentence.sentence.texts, "promises"))
