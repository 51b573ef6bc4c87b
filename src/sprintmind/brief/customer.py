"""One page before a call with a customer: what was promised, where it stands, what may be said and what may not."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from sprintmind.brief.sayable import sayable, statement
from sprintmind.comparison import changes_since
from sprintmind.domain.accounts import Changes, Promised
from sprintmind.domain.authority import Conflict
from sprintmind.domain.briefs import CustomerBrief, Line, for_everyone, holding
from sprintmind.domain.chains import WAITS_FOR_MERGE, Link, Standing
from sprintmind.domain.events import EventKey, PersonId, TicketKey, Visibility
from sprintmind.domain.placing import is_blocked
from sprintmind.domain.proofs import proofs
from sprintmind.domain.prose import sentence
from sprintmind.domain.redaction import ticket_for
from sprintmind.domain.states import Asked
from sprintmind.domain.visibility import NOBODY, Caller
from sprintmind.domain.work import Commitment, CommitmentStatus, Ticket
from sprintmind.ledger.port import Reading
from sprintmind.radar import morning_before
from sprintmind.sight import Sight, open_conflicts, sight

LATELY = timedelta(days=30)
"""How long a promise that ended is still spoken of, counted from the last word about it."""

_SAID_OTHERWISE = ("commitment_at_risk", "commitment_ci_failing", "conflicting_evidence")
"""Findings that the first broken link and the conflicts tell already."""


def before_a_call(
    reading: Reading, asked: Asked, customer: str, caller: Caller, *, since: datetime | None
) -> CustomerBrief:
    """Tell a caller what to know before speaking to a customer.

    Nothing may be said to the customer that the whole team may not read, and no promise that nobody has confirmed.

    Args:
        reading: The ledger.
        asked: Of which moment, and by whose rules.
        customer: As the people file names it.
        caller: Who reads.
        since: From when on changes are told; None: from the business day before on.
    """
    seen = sight(reading, asked, caller)
    theirs = [each for each in seen.commitments if each.customer == customer and _spoken_of(each, seen.now)]
    promises = seen.promised(theirs)
    changes = changes_since(reading, since or morning_before(seen.now, seen.team.calendar), seen=seen)
    found = CustomerBrief(
        now=seen.now,
        customer=customer,
        promises=promises,
        changes=_about(changes, customer, theirs),
        may_say=(),
        may_not=tuple(_kept_back(promises, seen)),
        waits_on_them=tuple(_on_them(seen, customer)),
    )
    said = tuple(_said(promises, seen))
    proof = proofs(reading.heard(_grounds((*said, *found.may_not, *found.waits_on_them), found)), caller)
    return replace(found, proof=proof, may_say=for_everyone(said, proof))


def _spoken_of(promise: Commitment, now: datetime) -> bool:
    return promise.status is CommitmentStatus.OPEN or now - promise.said[-1].said_at <= LATELY


def _about(changes: Changes, customer: str, promises: Iterable[Commitment]) -> Changes:
    keys = {key for each in promises for key in each.tickets}
    found = (each for each in changes.found if each.customer == customer or not keys.isdisjoint(each.tickets))
    return replace(changes, found=tuple(found))


def _said(promises: Iterable[Promised], seen: Sight) -> Iterator[Line]:
    """Say of each promise what the customer may hear; tickets are looked at as everybody sees them."""
    plainly = {key: ticket_for(NOBODY, each, team=seen.team) for key, each in seen.by_key().items()}
    for each in promises:
        promise = each.commitment
        if not promise.needs_review and promise.audience.visibility is Visibility.TEAM:
            tickets = [plainly[key] for key in promise.tickets if key in plainly]
            finished = len(tickets) == len(promise.tickets) > 0 and all(_openly_done(ticket) for ticket in tickets)
            deploy = _link(each, "deploy")
            undeployed = seen.deploys and deploy is not None and deploy.standing is not Standing.WELL
            text = statement(promise, finished=finished, undeployed=undeployed, today=seen.today, team=seen.team)
            yield Line(text=text, subject=promise.id, grounds=tuple(dict.fromkeys(p.event for p in promise.said)))


def _openly_done(ticket: Ticket) -> bool:
    return not ticket.deleted and ticket.value("status") == "done" and bool(holding(ticket, "status"))


def _kept_back(promises: Iterable[Promised], seen: Sight) -> Iterator[Line]:
    """List what must not be said of each promise, and why."""
    conflicts = _by_ticket(open_conflicts(seen))
    for each in promises:
        promise = each.commitment
        said = tuple(dict.fromkeys(p.event for p in promise.said))
        if promise.audience.visibility is not Visibility.TEAM:
            text = f"Nothing of “{promise.what}”: it is for {promise.audience.visibility.value} only."
            yield Line(text=text, subject=promise.id, grounds=said)
            continue
        if promise.needs_review:
            text = f"That “{promise.what}” was promised: nobody has confirmed it."
            yield Line(text=text, subject=promise.id, grounds=said)
        if promise.status is CommitmentStatus.OPEN:
            yield from _internal(each)
            yield from _unsettled(promise, conflicts)
        if promise.status in (CommitmentStatus.OPEN, CommitmentStatus.KEPT):
            yield from _not_live(each)
        if sayable(promise.what, seen.team, customer=promise.customer) is None:
            text = f"The words “{promise.what}”: they name tickets, people or another customer."
            yield Line(text=text, subject=promise.id, grounds=said)


def _internal(found: Promised) -> Iterator[Line]:
    promise, broken = found.commitment, found.chain.broken
    if broken:
        date = f"the date {promise.due}" if promise.due else "a date"
        text = (
            f"Do not confirm {date} for “{promise.what}”: the {broken.name} is the first broken link ({broken.shows})."
        )
        yield Line(text=text, subject=promise.id, grounds=broken.evidence or found.grounds)
    for each in found.findings:
        if each.rule not in _SAID_OTHERWISE:
            yield Line(text=f"Internal: {sentence(each.because)}", subject=promise.id, grounds=each.evidence)


def _not_live(found: Promised) -> Iterator[Line]:
    """Say that what is merged is not live, as far as anybody told."""
    pull, deploy = _link(found, "pull request"), _link(found, "deploy")
    if pull is None or deploy is None or deploy.standing is Standing.WELL or deploy.shows == WAITS_FOR_MERGE:
        return
    text = f"That “{found.commitment.what}” is live: it is merged; {deploy.shows}."
    yield Line(text=text, subject=found.commitment.id, grounds=(*pull.evidence, *deploy.evidence))


def _link(found: Promised, name: str) -> Link | None:
    return next((each for each in found.chain.links if each.name == name), None)


def _unsettled(promise: Commitment, conflicts: Mapping[TicketKey, tuple[Conflict, ...]]) -> Iterator[Line]:
    found = (each for key in promise.tickets for each in conflicts.get(key, ()))
    for conflict in {(each.subject, each.field): each for each in found}.values():
        field = conflict.field.replace("_", " ")
        text = f"The {field} of {conflict.subject}: sources disagree, and nobody has settled it."
        events = tuple(event for event in (conflict.holder.event, conflict.challenger.event) if event)
        yield Line(text=text, subject=promise.id, grounds=events)


def _by_ticket(conflicts: Iterable[Conflict]) -> Mapping[TicketKey, tuple[Conflict, ...]]:
    found: dict[TicketKey, tuple[Conflict, ...]] = {}
    for each in conflicts:
        found[each.subject] = (*found.get(each.subject, ()), each)
    return found


def _on_them(seen: Sight, customer: str) -> Iterator[Line]:
    """List what of ours waits on the customer or one of its people."""
    for each in seen.tickets:
        history = each.fields.get("blocked")
        holder = history.holder if history else None
        if not is_blocked(each) or holder is None or not holder.event:
            continue
        words = (holder.waiting_on, holder.unblocker)
        if any(_is_theirs(word, seen, customer) for word in words if word):
            yield Line(text=f"{each.key} waits on {customer}.", subject=each.key, grounds=(holder.event,))


def _is_theirs(word: str, seen: Sight, customer: str) -> bool:
    person = seen.team.person(PersonId(word))
    return seen.team.customer_named(word) == customer or (person is not None and person.customer == customer)


def _grounds(lines: Iterable[Line], found: CustomerBrief) -> frozenset[EventKey]:
    parts = (tuple(lines), found.promises, found.changes.found)
    return frozenset(event for part in parts for each in part for event in each.grounds)
