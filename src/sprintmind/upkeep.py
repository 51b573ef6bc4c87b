"""Bringing the cached state up to date, for what an event touched or for everything, inside one transaction."""

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from datetime import datetime

from sprintmind.domain.backing import looks_back
from sprintmind.domain.commitment_views import counts
from sprintmind.domain.derivation import (
    customer_state,
    done_since,
    dossier,
    identity,
    is_known,
    promises_to,
    pull_name,
    reached,
    ticket_state,
    unlinked_pull,
    waits_until,
    whole_state,
)
from sprintmind.domain.events import Name, TicketKey, named
from sprintmind.domain.findings import Finding, Transition
from sprintmind.domain.neighbours import affected, neighbours
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.progress import Progress
from sprintmind.domain.standpoint import Standpoint
from sprintmind.domain.viewing import Work, views
from sprintmind.domain.work import Commitment, PullRequest, Ticket
from sprintmind.kept_sprints import in_sprints, keep_sprints, sprint_ends
from sprintmind.learned import keep_all_learned, keep_learned, open_plans
from sprintmind.ledger.port import Reading, Writing
from sprintmind.newest import newest
from sprintmind.risk import evaluate, transitions


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What decides: whose team, by which policy, at what time."""

    team: Team
    policy: Policy
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What was brought up to date."""

    tickets: tuple[Ticket, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    transitions: tuple[Transition, ...] = field(default=())


def bring_up_to_date(transaction: Writing, names: Collection[Name], *, by: Rules) -> Changed:
    """Fold what some events touched, store it, evaluate the rules around it, and store how findings changed."""
    touched = reached(names, transaction.touching, within=transaction.names_within)
    tickets = _keep_tickets(transaction, touched, by=by)
    stood = transaction.commitments(of={identity(name) for name in _of_kind("customer:", touched)})
    commitments = _keep_commitments(transaction, touched, by=by)
    unlinked = transaction.pulls(_of_kind("pull:", touched))
    pulls = _keep_pulls(transaction, touched, stored=unlinked, by=by)
    sprints = keep_sprints(transaction, _of_kind("sprint:", touched), team=by.team, now=by.now)
    named = keep_learned(transaction, names) | in_sprints(transaction, sprints, policy=by.policy)
    around = _Around(tickets=tickets, commitments=(*stood, *commitments), pulls=(*unlinked, *pulls), named=named)
    return Changed(tickets=tickets, commitments=commitments, transitions=_reevaluate(transaction, around, by=by))


def bring_all_up_to_date(transaction: Writing, *, by: Rules, progress: Progress | None = None) -> None:
    """Fold everything anew; findings and what we believed when are left as they are.

    Args:
        transaction: The one in which it happens.
        by: What decides.
        progress: Is told how many events are folded, of how many.
    """
    transaction.clear_state()
    state = whole_state(transaction.events(), team=by.team, window=by.policy.window, by=by.now, progress=progress)
    transaction.keep_tickets(state.tickets)
    transaction.wait(state.waiting)
    transaction.keep_commitments(state.commitments, instead_of=None)
    transaction.keep_pulls({pull_name(pull): pull for pull in state.pulls})
    transaction.keep_sprints(state.sprints, state.sprint_ends, instead_of=())
    keep_all_learned(transaction)


def evaluate_all(transaction: Writing, *, by: Rules) -> tuple[Transition, ...]:
    """Evaluate every rule for everything, store the findings and how they changed."""
    work = Work(
        tickets={ticket.key: ticket for ticket in transaction.tickets(history=True)},
        commitments=transaction.commitments(),
        pulls=transaction.pulls(),
        sprints=transaction.sprints(),
        sprint_ends=sprint_ends(transaction, by.policy),
        plans=open_plans(transaction, None, policy=by.policy),
        newest=newest(transaction, by.policy, by=by.now),
    )
    after = evaluate(views(work, team=by.team, policy=by.policy, now=by.now))
    return _keep_findings(transaction, before=transaction.findings(), after=after, at=by.now)


def evaluate_live(transaction: Writing, *, by: Rules) -> tuple[Transition, ...]:
    """Evaluate every rule for what time alone can change, store the findings and how they changed.

    That is what is still to be done, what was found before, promises that count, and what stands beside any of these.
    A ticket that is done and of which nothing was found stays so until an event says otherwise, and that event asks.
    """
    before = transaction.findings()
    live = live_work(transaction, at=Standpoint(team=by.team, now=by.now), policy=by.policy, found=before)
    work = replace(live, plans=open_plans(transaction, None, policy=by.policy))
    after = evaluate(views(work, team=by.team, policy=by.policy, now=by.now))
    return _keep_findings(transaction, before=before, after=after, at=by.now)


def live_work(reading: Reading, *, at: Standpoint, policy: Policy, found: Iterable[Finding] = ()) -> Work:
    """Take what is still to be done, what was found before, promises that count, and what stands beside any of these.

    Args:
        reading: The ledger.
        at: Where and when promises count.
        policy: Says which rules look back.
        found: What was found before.
    """
    commitments = tuple(each for each in reading.commitments() if counts(each, at))
    return Work(
        tickets=_with_neighbours(
            reading,
            reading.live_tickets(),
            more={key for finding in found for key in finding.tickets} | {k for c in commitments for k in c.tickets},
            policy=policy,
        ),
        commitments=commitments,
        pulls=reading.pulls(),
        sprints=reading.sprints(),
        sprint_ends=sprint_ends(reading, policy),
        newest=newest(reading, policy, by=at.now),
    )


def work_beside(reading: Reading, keys: Iterable[TicketKey], *, policy: Policy) -> Work:
    """Take some tickets by any of their keys, and all that a rule that is on looks at beside them."""
    tickets = _surroundings(reading, frozenset(keys), known={})
    return Work(
        tickets=tickets,
        commitments=reading.commitments(naming={key for ticket in tickets.values() for key in ticket.keys}),
        sprints=reading.sprints(),
        sprint_ends=sprint_ends(reading, policy),
    )


def _with_neighbours(
    reading: Reading, tickets: Iterable[Ticket], *, more: Set[TicketKey], policy: Policy
) -> dict[TicketKey, Ticket]:
    """Take some tickets, and more by their keys, with all that they wait on, to the end; histories where needed."""
    found = {ticket.key: ticket for ticket in tickets}
    new: Collection[Ticket] = tuple(found.values())
    wanted = set(more)
    while new or wanted:
        whole = {ticket.key for ticket in new if looks_back(ticket, policy)}
        found |= {ticket.key: ticket for ticket in reading.tickets(whole, history=True)}
        wanted.update(*(neighbours(found[ticket.key]) for ticket in new))
        new = reading.tickets(set(reading.ticket_keys(wanted - found.keys()).values()) - found.keys())
        found |= {ticket.key: ticket for ticket in new}
        wanted = set()
    return found


def _keep_tickets(transaction: Writing, touched: Collection[Name], *, by: Rules) -> tuple[Ticket, ...]:
    known: dict[TicketKey, Ticket] = {}
    unknown: dict[TicketKey, Ticket] = {}
    seen: set[TicketKey] = set()
    for key in sorted(TicketKey(identity(name)) for name in _of_kind("ticket:", touched)):
        if key in seen:
            continue
        bearing = dossier(key, transaction.touching)
        ticket = ticket_state(bearing, team=by.team, window=by.policy.window, by=by.now)
        seen |= ticket.keys
        if is_known(ticket):
            known[ticket.key] = ticket
        else:
            unknown[ticket.key] = ticket
    transaction.forget_tickets(key for ticket in unknown.values() for key in ticket.keys)
    transaction.keep_tickets(tuple(known.values()))
    transaction.wait({named("ticket", key): ticket.waits_until for key, ticket in unknown.items()})
    return tuple(known.values())


def _keep_commitments(transaction: Writing, touched: Collection[Name], *, by: Rules) -> tuple[Commitment, ...]:
    """Join the promises of the customers touched, and of those whose promises name a ticket touched."""
    customers = {identity(name) for name in _of_kind("customer:", touched)}
    found: list[Commitment] = []
    waiting: dict[Name, datetime | None] = {}
    for customer in sorted(customers):
        said = promises_to(customer, transaction.touching)
        waiting[named("customer", customer)] = waits_until(said, team=by.team, by=by.now)
        promised = {key for promise in said for key in promise.tickets}
        current = transaction.ticket_keys(promised)
        tickets = {ticket.key: ticket for ticket in transaction.tickets(current.values())}
        done_at = {key: done_since(tickets[now]) for key, now in current.items() if now in tickets}
        joined = customer_state(
            customer, transaction.touching, done_at=done_at, team=by.team, window=by.policy.window, by=by.now
        )
        transaction.keep_commitments(joined, instead_of=customer)
        found += joined
    transaction.wait(waiting)
    return tuple(found)


def _keep_pulls(
    transaction: Writing, touched: Collection[Name], *, stored: Iterable[PullRequest], by: Rules
) -> tuple[PullRequest, ...]:
    """Keep the pull requests that work on no ticket; the others are kept with their tickets."""
    names = _of_kind("pull:", touched)
    found = {name: unlinked_pull(name, transaction.touching, team=by.team, by=by.now) for name in sorted(names)}
    transaction.wait({name: unlinked.waits_until for name, unlinked in found.items()})
    before = {pull_name(pull): pull for pull in stored}
    transaction.keep_pulls({name: each.pull for name, each in found.items() if each.pull != before.get(name)})
    return tuple(unlinked.pull for unlinked in found.values() if unlinked.pull)


def _of_kind(prefix: str, names: Iterable[Name]) -> frozenset[Name]:
    return frozenset(name for name in names if name.startswith(prefix))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Around:
    """What changed, as it was and as it is."""

    tickets: tuple[Ticket, ...]
    commitments: tuple[Commitment, ...]
    pulls: tuple[PullRequest, ...]
    named: frozenset[TicketKey]
    """The tickets that checked plans name, and those in sprints of which something else is known now."""


def _reevaluate(transaction: Writing, changed: _Around, *, by: Rules) -> tuple[Transition, ...]:
    """Evaluate the rules for every subject whose findings may have changed."""
    touched = frozenset(ticket.key for ticket in changed.tickets)
    stood = transaction.findings(concerning={key for ticket in changed.tickets for key in ticket.keys})
    start = {*touched, *(key for finding in stood for key in finding.tickets)}
    start |= {key for commitment in changed.commitments for key in commitment.tickets} | changed.named
    tickets = _surroundings(transaction, start, known={ticket.key: ticket for ticket in changed.tickets})
    promised = transaction.commitments(naming={key for ticket in tickets.values() for key in ticket.keys})
    promised = tuple(
        {
            each.id: each
            for each in (*promised, *transaction.commitments(ids={each.id for each in changed.commitments}))
        }.values()
    )
    pulls = tuple(pull for pull in transaction.pulls({pull_name(pull) for pull in changed.pulls}))
    subjects = affected(
        touched | changed.named,
        tickets=tickets,
        commitments=(*changed.commitments, *promised),
        pulls=changed.pulls,
        findings=stood,
    )
    sources = newest(transaction, by.policy, by=by.now)
    subjects |= {each.event.source.value for each in sources}
    plans = open_plans(transaction, tickets, policy=by.policy)
    work = Work(
        tickets=tickets,
        commitments=promised,
        pulls=pulls,
        sprints=transaction.sprints(),
        sprint_ends=sprint_ends(transaction, by.policy),
        plans=plans,
        newest=sources,
    )
    seen = views(work, team=by.team, policy=by.policy, now=by.now)
    return _keep_findings(
        transaction,
        before=transaction.findings(subjects=subjects),
        after=evaluate(seen, subjects=subjects),
        at=by.now,
    )


def _surroundings(
    reading: Reading, keys: Set[TicketKey], *, known: Mapping[TicketKey, Ticket]
) -> dict[TicketKey, Ticket]:
    """Take some tickets with their children, what waits on any of these, and all that these wait on, to the end."""
    wanted = {*reading.ticket_keys(keys - known.keys()).values(), *(keys & known.keys())}
    looking = reading.looking_at(wanted)
    wanted |= looking if looking <= wanted else looking | reading.looking_at(looking)
    found: dict[TicketKey, Ticket] = {}
    while wanted:
        more = {key: known[key] for key in wanted & known.keys()}
        more |= {ticket.key: ticket for ticket in reading.tickets(wanted - known.keys(), history=True)}
        found |= more
        ahead = {key for ticket in more.values() for key in neighbours(ticket)}
        wanted = set(reading.ticket_keys(ahead).values()) - found.keys()
    return found


def _keep_findings(
    transaction: Writing, *, before: Collection[Finding], after: Collection[Finding], at: datetime
) -> tuple[Transition, ...]:
    changes = transitions(before, after, at=at)
    transaction.keep_findings(after, instead_of=before)
    transaction.log(changes)
    return changes
