"""What a customer promises us: a dependency on them."""

from collections.abc import Iterator

from msgspec.structs import replace

from sprintmind.domain.events import TicketKey
from sprintmind.reading.blockers import told_already
from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, first_of, listed, united
from sprintmind.reading.modality import moods
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement


def theirs(whole: Clause, found: tuple[Cue, ...], context: Context) -> Iterator[Statement]:
    """Read what the customer's own person promises, or what we report that they promised."""
    if context.speaker.customer:
        yield from _theirs(whole, found, context, context.speaker.customer)
        return
    their = first_of(found, "promise.their") or _by_action(whole)
    if their is None or not _to_us(whole, their, found) or told_already(whole, their):
        return
    named = whole.named("#c", 0, their.end)
    customer = whole.customer(named[-1]) if named else context.customer
    if customer:
        yield from _theirs(whole, (their, *found), context, customer)


def _by_action(whole: Clause) -> Cue | None:
    """Read minutes: "Action on Acme: name a data steward"."""
    if "#c" not in whole.all or listed("deals", "actions").isdisjoint(whole.texts(0, 2)):
        return None
    place = next((n for n in whole.named("#c", 0, min(5, whole.end))), None)
    leads = place is not None and whole.texts(place + 1, place + 2) in {("to",), (":",), ("will",), ("-",)}
    return Cue("promise.their", 0, place + 1) if leads and place is not None else None


def _to_us(whole: Clause, their: Cue, found: tuple[Cue, ...]) -> bool:
    """A customer's own promise: "Acme will send us …", and not "Acme will get it from us"."""
    texts = whole.texts(their.end, whole.end)
    from_us = any(texts[n : n + 2] in {("from", "us"), ("from", "me")} for n in range(len(texts)))
    received = any(
        cue.name == "promise.receive"
        and cue.start == their.start
        and cue.end > their.end
        and whole.texts(cue.end, cue.end + 1) not in {("us",), ("me",)}
        for cue in found
    )
    us = {"us", "me", "our", "back"} & set(texts)
    words = set(whole.texts(their.start, their.end))
    firm = united("deals.firm", "deals.actions") & words and not listed("deals", "telling") & words
    return not from_us and not received and bool(us or firm or listed("deals", "hands") & set(texts[:1]))


def _theirs(whole: Clause, found: tuple[Cue, ...], context: Context, customer: str) -> Iterator[Statement]:
    cue = first_of(found, "promise.their") or first_of(found, "promise.future") or first_of(found, "promise.given")
    received = first_of(found, "promise.receive")
    if received and context.speaker.customer and whole.tokens[received.start] == "you":
        cue = received
    hands = cue and any(other.name == "deliver.verb" and 0 <= other.start - cue.end <= 2 for other in found)
    hands = hands and not any(other.name == "deliver.contact" for other in found)
    if cue and cue is not received and "you" in whole.texts(max(0, cue.start - 2), cue.start):
        return
    if cue is None or (context.speaker.customer and not hands and cue is not received):
        return
    if context.speaker.customer and cue.name == "promise.future" and not _is_handing(whole, cue):
        return
    denied = any(each.name == "promise.never" and not _is_telling(each, cue) for each in found)
    blocked = denied or moods(whole, "condition.whole", 0, whole.end) or whole.sentence.asked
    weak = context.speaker.customer and first_of(found, "promise.aim")
    reason = "not promised" if blocked or weak else None
    tickets: tuple[TicketKey | None, ...] = tuple(whole.key(n) for n in whole.tickets) or (None,)
    for ticket in tickets:
        statement = said(Kind.DEPENDENCY, whole, context, cue=cue, ticket=ticket, value=True, reason=reason)
        yield replace(statement, waiting_on=customer)


def _is_handing(whole: Clause, cue: Cue) -> bool:
    """Mind that "it will have tests" and "we will always have this" are a customer's talk, and hand nothing over."""
    subject = set(whole.texts(max(0, cue.start - 2), cue.end))
    having = "always" in whole.texts(cue.end, cue.end + 3) or whole.texts(cue.end, cue.end + 1) == ("have",)
    return not having and not {"it", "that", "there", "version"} & subject


def _is_telling(never: Cue, their: Cue) -> bool:
    """Mind that "Acme says they'll send us" tells their promise, and "Acme says we promised" claims one of ours."""
    return their.start <= never.start and never.end <= their.end
