"""A person's start of the day: what changed, what waits on whom, and a draft of their standup from evidence alone."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from sprintmind.brief.standup import draft, waits
from sprintmind.comparison import changes_since
from sprintmind.domain.accounts import Change, Changes
from sprintmind.domain.ahead import ticket_assignee, to_do
from sprintmind.domain.briefs import Line, PersonalBrief, holding
from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.people import Person
from sprintmind.domain.placing import is_blocked, placed
from sprintmind.domain.proofs import proofs
from sprintmind.domain.prose import sentence
from sprintmind.domain.states import Asked
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Commitment, Ticket
from sprintmind.ledger.port import Reading
from sprintmind.radar import morning_before
from sprintmind.sight import Sight, beside, sight


def my_day(reading: Reading, asked: Asked, person: Person, *, since: datetime | None) -> PersonalBrief:
    """Tell a person what concerns them, as they may see it.

    Args:
        reading: The ledger.
        asked: Of which moment, and by whose rules.
        person: Whose day it is, and who reads.
        since: From when on changes are told; None: from the business day before on.
    """
    seen = sight(reading, asked, Caller(person=person.id, manager=person.role == "manager"))
    day_before = morning_before(seen.now, seen.team.calendar)
    promises = [each for each in seen.open_promises() if each.owner == person.id]
    mine = [each for each in seen.tickets if to_do(each) and ticket_assignee(each) == person.id]
    stand = placed(mine, beside(seen, promises))
    found = PersonalBrief(
        now=seen.now,
        person=person,
        changes=_mine(changes_since(reading, since or day_before, seen=seen), person, mine),
        waits_on_me=tuple(_on_me(seen, person, promises)),
        i_wait_on=tuple(waits(mine, seen, person)),
        blocked=tuple(each for each in stand if is_blocked(each.ticket)),
        tickets=stand,
        promises=seen.promised(promises),
        standup=draft(mine, promises, seen, person, since=day_before),
    )
    proof = proofs(reading.heard(_grounds(found)), seen.caller)
    return replace(found, proof=proof, standup=found.standup.for_everyone(proof))


def _mine(changes: Changes, person: Person, tickets: Iterable[Ticket]) -> Changes:
    """Keep the changes that concern a person, or a ticket that is theirs."""
    keys = {key for each in tickets for key in each.keys}
    return replace(changes, found=tuple(each for each in changes.found if _concerns(each, person, keys)))


def _concerns(change: Change, person: Person, keys: set[TicketKey]) -> bool:
    return person.id in change.people or not keys.isdisjoint(change.tickets)


def _on_me(seen: Sight, person: Person, promises: Iterable[Commitment]) -> Iterator[Line]:
    """List what waits on a person: what rules ask of them, approvals that are theirs, promises to confirm."""
    told: set[str] = set()
    for each in seen.awake:
        if each.ask == person.id and each.subject not in told:
            told.add(each.subject)
            text = f"{each.severity.word}: {sentence(each.because)}"
            yield Line(text=text, subject=each.subject, grounds=each.evidence)
    for ticket in seen.tickets:
        history = ticket.fields.get(f"approval:{person.id}")
        if history and history.value == "pending" and to_do(ticket) and ticket.key not in told:
            text = f"{ticket.key} waits for your approval."
            yield Line(text=text, subject=ticket.key, grounds=holding(ticket, f"approval:{person.id}"))
    for promise in promises:
        if promise.needs_review:
            text = f"Did you promise {promise.customer} “{promise.what}”? Nobody has confirmed it."
            yield Line(text=text, subject=promise.id, grounds=tuple(dict.fromkeys(p.event for p in promise.said)))


def _grounds(found: PersonalBrief) -> frozenset[EventKey]:
    lines = (*found.waits_on_me, *found.i_wait_on, *found.standup.lines)
    parts = (lines, found.tickets, found.promises, found.changes.found)
    return frozenset(event for part in parts for each in part for event in each.grounds)
