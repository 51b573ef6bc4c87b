"""What stands in a field's history, on whose word and since when."""

from collections.abc import Collection

from sprintmind.domain.ahead import to_do
from sprintmind.domain.authority import Decision, FieldHistory
from sprintmind.domain.events import Claim, Value
from sprintmind.domain.policy import Policy
from sprintmind.domain.work import Ticket

PAST = {"reopened": "status", "date_slipped": "due_date", "carry_over": "sprint"}
"""The extra rules that read what a field was before, each with the field; without them nobody looks it up."""


def looks_back(ticket: Ticket, policy: Policy) -> bool:
    """Tell whether views of a ticket rest on more than what holds each value: who else said so, or what it was before.

    Args:
        ticket: With its histories or without.
        policy: Says which extra rules are on.
    """
    read = {PAST[each] for each in policy.rules_on & PAST.keys()}
    if read and to_do(ticket) and not read.isdisjoint(ticket.fields):
        return True
    return any(
        name.startswith(("blocked", "dependency:", "approval:")) and history.value not in (None, False)
        for name, history in ticket.fields.items()
    )


def accepted(history: FieldHistory | None) -> tuple[Claim, ...]:
    """List the claims whose values stood, one after the other; what was heard late stood in its time all the same."""
    decided = history.decided if history else ()
    return tuple(each.claim for each in decided if each.decision is Decision.ACCEPTED)


def supporters(history: FieldHistory) -> tuple[Claim, ...]:
    """List what says a field's value since it stands, in the order of the fold, its holder first."""
    held = next((n for n, each in enumerate(history.decided) if each.current), None)
    if held is None:
        return (history.holder,) if history.holder else ()
    return tuple(each.claim for each in history.decided[held:] if each.applied and each.claim.value == history.value)


def first_of(history: FieldHistory, values: Collection[Value]) -> Claim | None:
    """Find the claim since which nothing but some values stood; None if today's is none of them."""
    first: Claim | None = None
    for each in history.decided:
        if each.decision is Decision.ACCEPTED and each.applied:
            first = (first or each.claim) if each.claim.value in values else None
    return first
