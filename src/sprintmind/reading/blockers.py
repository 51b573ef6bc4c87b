"""What is blocked, what it depends on, and what ended that."""

from collections.abc import Iterator

from msgspec.structs import replace

from sprintmind.domain.events import TicketKey
from sprintmind.reading.context import Context, said
from sprintmind.reading.idioms import idiom
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import objection
from sprintmind.reading.parties import Party, parties, unblocker, waited_for
from sprintmind.reading.sections import empty
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.subjects import heads_line, leading, run_from, subjects, understood

_ARROWS = frozenset({("→",), ("->",), ("=>",)})
_NEEDS = frozenset({"need", "needs", "require", "requires"})
_FAMILIES = frozenset({"blocked", "dependency"})
_GRANTED = frozenset({"approval", "done"})
"""What "as long as" behind it only limits: "legal is fine with it as long as we log it"."""
_DENIALS = frozenset({"blocked.denied", "dependency.denied"})


def blockers(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read what is blocked and what waits or depends; denials and lifts go before everything else."""
    found: list[Statement] = []
    if not _FAMILIES.isdisjoint(clause.families):
        for cue in clause.cues:
            if cue.family in _FAMILIES:
                found += _READERS.get(cue.name, _denied)(clause, cue, context)
        yield from found
    if not any(statement.ticket for statement in found):
        yield from _under_blockers(clause, context)
        yield from _gapped(clause, context)


def _gapped(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "…, and NW-2 by the certificates" after "NW-1 is held up by NW-2"."""
    before = context.follows
    if before is None or before.sentence is not clause.sentence or clause.cues or not clause.tickets:
        return
    first = clause.tickets[0]
    opened = next((cue for cue in before.cues if cue.name in {"blocked.state", "dependency.on"}), None)
    if opened and clause.texts(first + 1, first + 2) in {("by",), ("on",), ("until",)}:
        kind = Kind.BLOCKED if opened.family == "blocked" else Kind.DEPENDENCY
        for party in waited_for(clause, first + 2, context, besides=(clause.key(first),)):
            yield _of(kind, clause, None, context, ticket=clause.key(first), party=party, reason=None)


def _blocked(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "NW-1 is blocked by …"."""
    tickets = _waiting(clause, cue)
    tickets = tickets or _worked_on(clause, cue)
    if not tickets:
        tickets = (understood if _names_cause(clause, cue) else subjects)(clause, cue, context).tickets
    if clause.texts(cue.start - 1, cue.start) == ("from",) or clause.texts(cue.end, cue.end + 1) in _ARROWS:
        return
    reason = _objection(clause, cue, context)
    idle = listed("around", "idle") & set(clause.texts(cue.start, cue.end))
    if idle and not waited_for(clause, cue.end, context, besides=tickets):
        reason = reason or "no cause is named"
    yield from _says(Kind.BLOCKED, clause, cue, context, tickets=tickets, reason=reason)


def _worked_on(clause: Clause, cue: Cue) -> tuple[TicketKey, ...]:
    """Read "I'm stuck on NW-1, need Dana …": the ticket is what we are at, and somebody else is the cause."""
    first = next((n for n in clause.tickets if n >= cue.start), None)
    if first is None:
        return ()
    inside = tuple(clause.key(n) for n in clause.tickets if cue.start <= n < cue.end)
    if inside and clause.tokens[cue.start] == "can":
        return inside
    on = clause.tokens[first - 1] in {"on", "with", "for", "in", "("}
    if clause.texts(cue.start, cue.end) == ("stuck", "on") and first == cue.end:
        return run_from(clause, first)
    others = tuple(parties(clause, cue.end, len(clause.tokens), besides=(clause.key(first),)))
    told = ":" in clause.texts(first + 1, first + 2)
    return run_from(clause, first) if on and (others or told) else ()


def _names_cause(clause: Clause, cue: Cue) -> bool:
    """Mind that "Blocked by NW-2" has its cause behind it, "blocked: NW-2" its subject."""
    return clause.tokens[cue.end - 1] in listed("words", "prepositions") | {"until", "till", "pending"}


def _waits(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "NW-1 is waiting for …": blocked under a heading of blockers, else a dependency."""
    if _needs_ticket(clause, cue):
        yield from _says(
            Kind.DEPENDENCY,
            clause,
            Cue(cue.name, cue.start, cue.start + 1),
            context,
            tickets=_waiting(clause, cue) or understood(clause, cue, context).tickets,
            reason=idiom(clause, cue),
        )
        return
    if clause.tokens[cue.end - 1] == "#c":
        cue = Cue(cue.name, cue.start, cue.end - 1)
    if told_already(clause, cue):
        return
    if clause.tokens[cue.start] == "as" and any(
        other.family in _GRANTED and other.end <= cue.start for other in clause.cues
    ):
        return
    tickets = _waiting(clause, cue) or _worked_on(clause, cue)
    tickets = tickets or _consequence(clause, cue)
    if not tickets and not any(n >= cue.end for n in clause.tickets):
        tickets = subjects(clause, cue, context).tickets
    under = context.section.meaning == "blockers" or any(other.name == "blocked.state" for other in clause.cues)
    kind = Kind.BLOCKED if under else Kind.DEPENDENCY
    yield from _says(kind, clause, cue, context, tickets=tickets, reason=_objection(clause, cue, context))


def told_already(clause: Clause, cue: Cue) -> bool:
    """Mind that "NW-1 is stuck on Acme, they still owe us the file" says twice on whom it is stuck."""
    if "owe" not in clause.texts(cue.start, cue.end) or "they" not in clause.texts(cue.start - 2, cue.start + 1):
        return False
    stuck = [other for other in clause.sentence.predicates if other.family in _FAMILIES and other.end <= cue.start]
    named = [n for n, text in enumerate(clause.tokens[: cue.start]) if text in {"#c", "#p"}]
    return bool(stuck and named) and named[-1] >= stuck[-1].end


def _consequence(clause: Clause, cue: Cue) -> tuple[TicketKey, ...]:
    """Read "waiting for Tom, so NW-1 can't start": what waits is said after the wait."""
    if "so" not in clause.all:
        return ()
    texts = clause.sentence.texts
    places = [n for n in range(cue.end, len(texts)) if texts[n] == "#t" and texts[n - 1] == "so"]
    return tuple(clause.key(n) for n in places if texts[n + 1 : n + 3] in {("can", "not"), ("is", "blocked")})


def _blocks(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "PAY-1 blocks NW-2", which says it of the second."""
    first = next((n for n in clause.tickets if n >= cue.end), None)
    reason = _objection(clause, cue, context)
    if first is None:
        return
    blocked = run_from(clause, first)
    named = tuple(parties(clause, clause.start, cue.start)) or tuple(
        parties(clause, first, clause.end, besides=blocked)
    )
    if not named and clause.texts(clause.start, cue.start)[:1] == ("nothing",):
        return
    for ticket in blocked:
        for party in named or (Party(""),):
            yield _of(Kind.BLOCKED, clause, cue, context, ticket=ticket, party=party, reason=reason)


def _depends(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "NW-1 depends on …"."""
    tickets = _waiting(clause, cue) or _needed_for(clause, cue) or understood(clause, cue, context).tickets
    texts = clause.texts(cue.start, cue.end)
    if texts[0] in {"need", "needs"} and cue.end == clause.end:
        return
    if texts[0] in {"need", "needs", "requires", "based"} and not _is_from(clause, cue):
        return
    if texts[0] in {"can", "could"} and "only" not in texts and not clause.named("#t", cue.end):
        return
    named = (n for n in clause.tickets if cue.start < n < cue.end and (n == cue.end - 1 or texts[0] == "has"))
    inside = next(named, None)
    if inside is not None:
        tickets = (
            tuple(clause.key(n) for n in clause.tickets if n < cue.start) or understood(clause, cue, context).tickets
        )
        cue = Cue(cue.name, cue.start, inside)
    kind = Kind.BLOCKED if context.section.meaning == "blockers" else Kind.DEPENDENCY
    yield from _says(kind, clause, cue, context, tickets=tickets, reason=_objection(clause, cue, context))


def _needed_for(clause: Clause, cue: Cue) -> tuple[TicketKey, ...]:
    """Read "We need Acme's keys for NW-1": what waits is named behind "for"."""
    if clause.tokens[cue.start] not in _NEEDS | {"need"}:
        return ()
    return tuple(clause.key(n) for n in clause.tickets if n > cue.end and clause.tokens[n - 1] == "for")


def _is_from(clause: Clause, cue: Cue) -> bool:
    """Mind that "needs NW-2", "needs the data from Acme" and "needs Tom to" wait; "needs a second look" does not."""
    named = (n for n in range(cue.end, clause.end) if clause.tokens[n] in {"#t", "#p", "#c"})
    return any(_is_needed(clause, n, first=n == cue.end) for n in named)


def _is_needed(clause: Clause, index: int, *, first: bool) -> bool:
    """Tell whether what is named is what is needed: a ticket, whom it comes from, who has to act, whose thing it is."""
    before, behind = clause.texts(index - 1, index), clause.texts(index + 1, index + 2)
    if clause.tokens[index] == "#t":
        return before not in {("for",), ("(",)}
    if first and behind == ("'s",):
        return not listed("nouns", "lent") & set(clause.texts(index + 2, index + 5))
    return before in {("from",), ("by",)} or (first and behind == ("to",))


def _reverse(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "Before NW-2 can start, NW-1 has to land", which is a dependency of the first."""
    first, second = clause.named("#t", cue.start, cue.end)
    party = Party(clause.key(second), clause.key(second))
    yield _of(Kind.DEPENDENCY, clause, cue, context, ticket=clause.key(first), party=party, reason=None)


def _before(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "NW-1 has to land before NW-2", which is a dependency of the second."""
    first = next((n for n in clause.tickets if n >= cue.end), None)
    if first is None:
        return
    reason = _objection(clause, cue, context)
    for ticket in run_from(clause, first):
        for party in tuple(parties(clause, clause.start, cue.start))[:1]:
            yield _of(Kind.DEPENDENCY, clause, cue, context, ticket=ticket, party=party, reason=reason)


def _order(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "NW-1 before NW-2", which is a dependency of the second."""
    first, second = clause.named("#t", cue.start, cue.end)
    reason = _objection(clause, cue, context)
    reason = None if reason == "hypothetical" else reason
    party = Party(clause.key(first), clause.key(first))
    yield _of(Kind.DEPENDENCY, clause, cue, context, ticket=clause.key(second), party=party, reason=reason)


def _lifted(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Read "NW-1 is no longer blocked"."""
    about = subjects(clause, cue, context)
    reason = objection(clause, cue, context) if about.tickets else None
    reason = None if reason in {"negated", "of the past"} and cue.name == "blocked.lifted" else reason
    for ticket in about.tickets:
        yield said(Kind.BLOCKED, clause, context, cue=cue, ticket=ticket, value=False, reason=reason)


def _denied(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    """Note a denial, "not blocked as such", which opens nothing; "was stuck on NW-1, sorted now" lifts."""
    if clause.tokens[cue.start] in {"was", "were"} and _is_over(clause, cue):
        for ticket in _worked_on(clause, cue) or leading(clause) or context.focus[:1]:
            yield said(Kind.BLOCKED, clause, context, cue=cue, ticket=ticket, value=False)
        return
    for ticket in leading(clause) or context.focus[:1]:
        yield said(Kind.BLOCKED, clause, context, cue=cue, ticket=ticket, value=True, reason="negated")


def _is_over(clause: Clause, cue: Cue) -> bool:
    """Tell whether the sentence goes on to say that what was in the way is gone: "…, sorted now"."""
    rest = clause.texts(cue.end, len(clause.tokens))
    places = [n for n, text in enumerate(rest) if text in listed("classes", "freed")]
    return any(not {"not", "until", "if", "once", "will"} & set(rest[max(0, n - 4) : n]) for n in places)


_READERS = {
    "blocked.state": _blocked,
    "blocked.waits": _waits,
    "blocked.blocks": _blocks,
    "blocked.lifted": _lifted,
    "dependency.on": _depends,
    "dependency.before": _before,
    "dependency.order": _order,
    "dependency.reverse": _reverse,
}


def _waiting(clause: Clause, cue: Cue) -> tuple[TicketKey, ...]:
    """Tell which tickets wait: those before the cue; "until they do, NW-1 is blocked" has them there too."""
    inside = range(0) if clause.tokens[cue.start] in _NEEDS else range(cue.start, cue.end)
    ahead = [n for n in clause.tickets if n < cue.start]
    if len(ahead) == 1 and ahead[0] == clause.start + 1 and clause.tokens[clause.start] == "because":
        return (clause.key(ahead[0]),)
    return tuple(clause.key(n) for n in clause.tickets if (n < cue.start and not _is_cause(clause, n)) or n in inside)


def _is_cause(clause: Clause, index: int) -> bool:
    return clause.tokens[index - 1] in {"until", "because", "of"} if index > clause.start else False


def _needs_ticket(clause: Clause, cue: Cue) -> bool:
    return any(cue.start < n < cue.end for n in clause.tickets) and clause.tokens[cue.start] in _NEEDS


def _objection(clause: Clause, cue: Cue, context: Context) -> str | None:
    """A wait says what must come first, so "until", "can't" and "needs" in it are no conditions or hopes."""
    reason = objection(clause, cue, context)
    weak = listed("around", "blocked_unsure") & set(clause.texts(clause.start, cue.start))
    firm = cue.name in {"blocked.waits", "dependency.on", "dependency.before"} and not weak
    return None if reason == "a plan or a hope" and firm else reason


def _says(  # what is said has as many parts
    kind: Kind, clause: Clause, cue: Cue, context: Context, *, tickets: tuple[TicketKey, ...], reason: str | None = None
) -> Iterator[Statement]:
    if not tickets:
        return
    found = waited_for(clause, cue.end, context, besides=tickets) or (Party(""),)
    if cue.name == "dependency.on" and (theirs := _their_ticket(clause, cue, found, tickets)):
        found = (theirs,)
    if clause.texts(cue.end, cue.end + 1) == ("#d",) and not any(True for _ in parties(clause, cue.end, clause.end)):
        found, reason = (Party(""),), reason or "only a day is named"
    if empty(found[0].name):
        return
    if kind is Kind.DEPENDENCY and not found[0].name:
        reason = reason or "nothing named that it waits for"
    for ticket in tickets:
        for party in _bracketed(clause, ticket, tickets) or found:
            yield _of(kind, clause, cue, context, ticket=ticket, party=party, reason=reason)


def _their_ticket(clause: Clause, cue: Cue, found: tuple[Party, ...], tickets: tuple[TicketKey, ...]) -> Party | None:
    """Mind that "depends on what Tom does in NW-2" depends on the ticket, and Tom only works on it."""
    if found[0].ticket or not clause.named("#p", cue.end):
        return None
    later = (n for n in clause.named("#t", cue.end) if clause.key(n) not in tickets)
    place = next((n for n in later if clause.tokens[n - 1] in {"in", "on", "for", "with", "("}), None)
    return Party(clause.key(place), clause.key(place)) if place is not None else None


def _of(
    kind: Kind,
    clause: Clause,
    cue: Cue | None,
    context: Context,
    *,
    ticket: TicketKey,
    party: Party,
    reason: str | None,
) -> Statement:
    value = True
    if party.ticket == ticket:
        reason = reason or "nothing waits for itself"
    statement = said(kind, clause, context, cue=cue, ticket=ticket, value=value, reason=reason)
    frees = unblocker(clause) if kind is Kind.BLOCKED else None
    return replace(statement, waiting_on=party.name or None, unblocker=frees)


def _under_blockers(clause: Clause, context: Context) -> Iterator[Statement]:
    """Take what stands under a heading of blockers as blocked, unless it says that there are none."""
    if context.section.meaning == "lifted" and heads_line(clause):
        yield from (said(Kind.BLOCKED, clause, context, ticket=key, value=False) for key in leading(clause))
    if context.section.meaning != "blockers" or empty(clause.sentence.text):
        return
    if not heads_line(clause):
        yield from _told_under_blockers(clause, context)
        return
    tickets = leading(clause)
    if not tickets or clause.sentence.asked or any(cue.name in _DENIALS for cue in clause.sentence.predicates):
        return
    if any(cue.family in {"done", "cancelled"} for cue in clause.cues):
        return
    last = max(n for n in clause.tickets if clause.key(n) in tickets)
    found = waited_for(clause, last + 1, context, besides=tickets)
    for ticket in tickets:
        for party in _bracketed(clause, ticket, tickets) or found[:1] or (Party(""),):
            yield _of(Kind.BLOCKED, clause, None, context, ticket=ticket, party=party, reason=None)


def _bracketed(clause: Clause, ticket: TicketKey, tickets: tuple[TicketKey, ...]) -> tuple[Party, ...]:
    """Find who is named in the brackets behind a ticket of a list, "NW-1 (Tom's schema), NW-2 (Acme's VPN)"."""
    place = next((n for n in clause.tickets if clause.key(n) == ticket), None)
    if place is None or clause.texts(place + 1, place + 2) != ("(",):
        return ()
    stop = next((n for n in range(place, clause.end) if clause.tokens[n] == ")"), clause.end)
    return tuple(parties(clause, place + 1, stop, besides=tickets))[:1]


def _told_under_blockers(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "In my way: Tom sits on the credentials for NW-1": one ticket, somebody else, and nothing that ends it."""
    ended = any(cue.family in {"done", "cancelled"} or cue.name in _ENDED for cue in clause.sentence.predicates)
    if clause.sentence.start or len(clause.tickets) != 1 or ended or clause.sentence.asked:
        return
    ticket = clause.key(clause.tickets[0])
    if who := next(parties(clause, 0, len(clause.tokens), besides=(ticket,)), None):
        yield _of(Kind.BLOCKED, clause, None, context, ticket=ticket, party=who, reason=None)


_ENDED = _DENIALS | {"blocked.lifted"}
