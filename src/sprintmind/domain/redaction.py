"""What a caller may see of a state: restricted words still move the ledger, and stay with those who may read them."""

from collections.abc import Collection
from dataclasses import replace
from itertools import count

from sprintmind.domain.authority import Conflict, Decided, FieldHistory
from sprintmind.domain.events import Claim, EventKey, Source, Span
from sprintmind.domain.people import Team
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.domain.work import Commitment, Ticket

RESTRICTED = "from a restricted source"
WITHHELD = "The advice repeats a lesson that is not for everybody; a reader of that lesson can see it."
"""What stands in place of advice."""


def ticket_for(caller: Caller, ticket: Ticket, *, team: Team) -> Ticket:
    """Show a ticket to a caller: values stand, and whose words they cannot read is not said."""
    for history in ticket.fields.values():  # a loop, because it is run for every ticket on every page
        if not _is_open(caller, history):
            break
    else:
        return ticket
    fields: dict[str, FieldHistory] = {}
    for name, history in ticket.fields.items():
        shown = _name_for(caller, name, history, taken=fields.keys())
        fields[shown] = _history_for(caller, history, team, called=shown)
    return replace(ticket, fields=fields)


def commitment_for(caller: Caller, commitment: Commitment) -> Commitment | None:
    """Show a promise to a caller; None if its words are not for them."""
    if not visible_to(commitment.audience, caller):
        return None
    return replace(commitment, said=tuple(each for each in commitment.said if visible_to(each.audience, caller)))


def conflict_for(caller: Caller, conflict: Conflict, *, team: Team) -> Conflict | None:
    """Show a conflict to a caller; None if what challenges the value is not for them."""
    if not visible_to(conflict.challenger.audience, caller):
        return None
    closed_by = conflict.closed_by
    if closed_by and not visible_to(closed_by.audience, caller):
        return replace(conflict, closed_by=_hidden(closed_by), closed_because=ask(closed_by, team))
    return replace(conflict, holder=_claim_for(caller, conflict.holder))


def check_for(caller: Caller, check: PlanCheck) -> PlanCheck:
    """Show a check to a caller: its verdict stands, and no word of a lesson that is not for them.

    Advice repeats the lessons that it cites, whoever wrote it, so it is for those alone who may read all of them. A
    check that does not say who may read what it cites is taken to rest on what is not for them.
    """
    readable = {each.lesson for each in check.quotes if visible_to(each.audience, caller)}
    if caller.operator or readable.issuperset(check.cited):
        return check
    measures = {name for each in check.counters if each.lesson not in readable for name in each.unmet}
    told = check.smallest_change
    return replace(
        check,
        advice=WITHHELD,
        smallest_change="" if any(name in told for name in measures) else told,
        quotes=tuple(each for each in check.quotes if each.lesson in readable),
        counters=tuple(each if each.lesson in readable else replace(each, unmet=()) for each in check.counters),
    )


def named_by_words(ticket: Ticket) -> bool:
    """Tell whether fields of a ticket are called by words, which may not be for everybody: `approval:legal`."""
    return any(":" in name for name in ticket.fields)


def ask(claim: Claim, team: Team) -> str:
    """Say where a value comes from to someone who may not read it: "from a restricted source; ask Dana Fox"."""
    whom = team.person(claim.audience.ask)
    return f"{RESTRICTED}; ask {whom.name}" if whom else RESTRICTED


def _is_open(caller: Caller, history: FieldHistory) -> bool:
    """Tell whether a caller may read everything that a field's history holds; most often they may."""
    holder = history.holder
    if holder and not visible_to(holder.audience, caller):
        return False
    if not (history.decided or history.conflicts):
        return True
    if not all(visible_to(each.claim.audience, caller) for each in history.decided):
        return False
    sides = (claim for each in history.conflicts for claim in (each.holder, each.challenger, each.closed_by))
    return all(visible_to(claim.audience, caller) for claim in sides if claim)


def _name_for(caller: Caller, name: str, history: FieldHistory, *, taken: Collection[str]) -> str:
    """Name a field to a caller; one that is called by words which they may not read has a name that says no more."""
    kind, words, _ = name.partition(":")
    heard = (*(each.claim for each in history.decided), *((history.holder,) if history.holder else ()))
    if not words or any(visible_to(claim.audience, caller) for claim in heard):
        return name
    numbered = (f"{kind}:{RESTRICTED}{f' {n}' if n > 1 else ''}" for n in count(1))
    return next(each for each in numbered if each not in taken)


def _history_for(caller: Caller, history: FieldHistory, team: Team, *, called: str) -> FieldHistory:
    decided = (_decided_for(caller, each, history, team) for each in history.decided)
    shown = [replace(each, claim=replace(each.claim, field=called)) for each in decided if each]
    conflicts = (conflict_for(caller, each, team=team) for each in history.conflicts)
    return replace(
        history,
        field=called,
        holder=replace(_claim_for(caller, history.holder), field=called) if history.holder else None,
        decided=tuple(shown),
        conflicts=tuple(each for each in conflicts if each),
    )


def _decided_for(caller: Caller, decided: Decided, history: FieldHistory, team: Team) -> Decided | None:
    if not visible_to(decided.claim.audience, caller):
        hidden = replace(decided, claim=_hidden(decided.claim), reason=ask(decided.claim, team))
        return hidden if decided.current else None
    return replace(decided, reason=_reason_for(caller, decided.reason, history, team))


def _reason_for(caller: Caller, reason: str, history: FieldHistory, team: Team) -> str:
    """Take out of a reason the source and day of words that are not for the caller."""
    for other in history.decided:
        if not visible_to(other.claim.audience, caller):
            named = f"{other.claim.source} on {team.calendar.day(other.claim.said_at)}"
            reason = reason.replace(named, "a restricted source")
    return reason


def _claim_for(caller: Caller, claim: Claim) -> Claim:
    return claim if visible_to(claim.audience, caller) else _hidden(claim)


def _hidden(claim: Claim) -> Claim:
    """Keep of a claim what its value shows anyhow."""
    return replace(
        claim,
        event=EventKey(""),
        source=Source.DERIVED,
        person=None,
        speaker=None,
        waiting_on=None,
        unblocker=None,
        span=Span(path=RESTRICTED),
    )
