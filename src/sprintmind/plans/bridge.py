"""From a plan to the promises: what the ledger knows of the tickets, pull requests and customers that it names."""

from collections.abc import Iterable, Iterator, Sequence

from sprintmind.domain.events import TicketKey
from sprintmind.domain.people import Team
from sprintmind.domain.plans import Plan, SubjectKind
from sprintmind.domain.redaction import commitment_for, conflict_for, ticket_for
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import CiState, Commitment, CommitmentStatus, PullRequest, PullStatus, Ticket
from sprintmind.ledger.port import Reading
from sprintmind.plans.asking import Bridge, Touched

_OPEN = (PullStatus.OPEN, PullStatus.DRAFT)


def bridge(reading: Reading, plan: Plan, *, team: Team, caller: Caller, about: Iterable[TicketKey] = ()) -> Bridge:
    """Look up what a plan names; what the caller may not read is left out.

    Args:
        reading: The ledger.
        plan: With its subjects.
        team: With the links that people made.
        caller: Who asks.
        about: Tickets that it is known to be about, beside those that it names.
    """
    named = {TicketKey(each.name) for each in plan.subjects if each.kind is SubjectKind.TICKET}
    keys = [*dict.fromkeys([*about, *sorted(named), *team.ticket_keys(plan.text)])]
    by_pull = _tickets_of_pulls(reading, plan)
    current = reading.ticket_keys([*keys, *by_pull])
    found = reading.tickets(set(current.values()))
    tickets = tuple(ticket_for(caller, each, team=team) for each in found if not each.deleted)
    shown = tuple(each.key for each in tickets)
    carried = frozenset((*keys, *by_pull, *(key for ticket in tickets for key in ticket.keys)))
    promises = tuple(_promises(reading, plan, tickets, carried=carried, team=team, caller=caller))
    return Bridge(tickets=shown, promises=promises, notes=tuple(_notes(reading, tickets, team=team, caller=caller)))


def _tickets_of_pulls(reading: Reading, plan: Plan) -> Sequence[TicketKey]:
    """Find the tickets of the pull requests that a plan names; they are still to be done, or were a moment ago."""
    names = {each.name.casefold() for each in plan.subjects if each.kind is SubjectKind.PULL}
    if not names:
        return ()
    tickets = reading.tickets()
    return [each.key for each in tickets if any(_is_named(pull, names) for pull in each.pulls)]


def _is_named(pull: PullRequest, names: set[str]) -> bool:
    return pull.name.casefold() in names or f"#{pull.number}" in names


def _promises(
    reading: Reading,
    plan: Plan,
    tickets: Sequence[Ticket],
    *,
    carried: frozenset[TicketKey],
    team: Team,
    caller: Caller,
) -> Iterator[Touched]:
    """Find the promises of what a plan carries, also where a promise is all that is known of a ticket."""
    parents = {ticket.parent for ticket in tickets if ticket.parent}
    named = _customers(plan, team)
    seen: set[str] = set()
    for each in (*reading.commitments(naming=carried | parents), *reading.commitments(of=named)):
        shown = commitment_for(caller, each)
        if shown is None or shown.id in seen or shown.status is not CommitmentStatus.OPEN:
            continue
        seen.add(shown.id)
        yield _touched(shown, tickets, carried)


def _touched(promise: Commitment, tickets: Sequence[Ticket], carried: frozenset[TicketKey]) -> Touched:
    theirs = set(promise.tickets)
    known = next((each.key for each in tickets if each.keys & theirs or each.parent in theirs), None)
    key = known or next(iter(sorted(theirs & carried)), None)
    why = f"the plan carries {key}" if key else f"the plan names {promise.customer}"
    return Touched(
        commitment=promise.id,
        customer=promise.customer,
        what=promise.what,
        due=promise.due,
        ticket=key,
        why=why,
    )


def _customers(plan: Plan, team: Team) -> frozenset[str]:
    named = {each.name for each in plan.subjects if each.kind is SubjectKind.CUSTOMER}
    return frozenset(found for name in named if (found := team.customer_named(name)))


def _notes(reading: Reading, tickets: Sequence[Ticket], *, team: Team, caller: Caller) -> Iterator[str]:
    keys = {ticket.key for ticket in tickets}
    for ticket in tickets:
        if ticket.value("blocked"):
            yield f"{ticket.key} is blocked{_by_what(ticket)}"
        for pull in ticket.pulls:
            if pull.status in _OPEN and pull.ci in (CiState.FAILING, CiState.PENDING):
                yield f"CI is {pull.ci.value} on {pull.name} at {pull.head[:7]}, which works on {ticket.key}"
    for conflict in reading.conflicts() if keys else ():
        shown = conflict_for(caller, conflict, team=team) if conflict.open and conflict.subject in keys else None
        if shown:
            yield f"sources disagree about {shown.field} of {shown.subject} (conflict {shown.id})"


def _by_what(ticket: Ticket) -> str:
    history = ticket.fields.get("blocked")
    holder = history.holder if history else None
    return f" by {holder.waiting_on}" if holder and holder.waiting_on else ""
