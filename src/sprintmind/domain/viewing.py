"""From tickets, promises and pull requests to the views that rules read: pure, at one moment.

A view is the same whether all work is given or only what stands beside it: see `Work`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from sprintmind.domain.audiences import narrowness
from sprintmind.domain.backing import PAST
from sprintmind.domain.circles import circles
from sprintmind.domain.commitment_views import OPEN, beside_tickets, commitment_view
from sprintmind.domain.events import TicketKey
from sprintmind.domain.heard import Heard
from sprintmind.domain.neighbours import current_keys, waits
from sprintmind.domain.past_views import moved_promise, past_views
from sprintmind.domain.people import Team
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.policy import Policy
from sprintmind.domain.source_views import source_views
from sprintmind.domain.sprint_views import OVERRUN, overrun_view
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.standpoint import Standpoint
from sprintmind.domain.ticket_views import pull_view, ticket_view
from sprintmind.domain.views import (
    CommitmentView,
    Dependency,
    DependencyView,
    Fact,
    PlanView,
    ReviewView,
    TicketView,
    View,
    joined,
)
from sprintmind.domain.work import Commitment, PullRequest, Status, Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The state that rules look at.

    A subject's findings are right if there stand beside it: its parent; every ticket that it waits on, and what these
    wait on, to the end, each with its parent; all promises that name any of these; and, for a promise, all its tickets.
    `neighbours` names a ticket's own, `affected` the subjects that a change may reach.
    """

    tickets: Mapping[TicketKey, Ticket]
    """By current key, each with the pull requests that work on it."""
    commitments: tuple[Commitment, ...] = ()
    pulls: tuple[PullRequest, ...] = ()
    """Those that work on no ticket; others are left to their tickets."""
    sprints: Mapping[str, date] = field(default_factory=dict)
    """When each sprint starts, where that is known."""
    sprint_ends: Mapping[str, SprintEnd] = field(default_factory=dict)
    """When each sprint was closed or is planned to end; for `sprint_overrun`, without which nobody looks it up."""
    plans: tuple[PlanCheck, ...] = ()
    """Of each ticket the newest check that names it, if it is RED and open; see `learned.open_plans`."""
    newest: tuple[Heard, ...] = ()
    """What was heard last of each source that tells by itself; for `source_silent`, likewise."""


def views(work: Work, *, team: Team, policy: Policy, now: datetime) -> tuple[View, ...]:
    """Build every view of some work.

    Args:
        work: The subjects and what stands beside them.
        team: Its people and calendar.
        policy: Its thresholds.
        now: The moment of asking, timezone-aware.
    """
    at = Standpoint(team=team, now=now)
    current = current_keys(work.tickets.values())
    promises = _promises(work, current, at=at, policy=policy)
    promised = _by_ticket(promises)
    tickets = {
        key: ticket_view(each, _hanging(each, promised, current), at=at, policy=policy, sprints=work.sprints)
        for key, each in sorted(work.tickets.items())
        if not each.deleted
    }
    beside = (each for view in promises if view.open for each in beside_tickets(view, work.tickets))
    live = {key: view for key, view in tickets.items() if view.live}
    reviews = (_ticket_review(view) for view in live.values())
    unlinked = _unlinked(work, at, policy)
    plans = _plans(work, current, live)
    past = _past(work, live, promises, at=at) if policy.rules_on & PAST.keys() else ()
    overrun = _overrun(work, live, at=at) if OVERRUN in policy.rules_on else ()
    extras = (*plans, *past, *overrun, *source_views(work.newest, at=at, policy=policy))
    return (*beside, *tickets.values(), *reviews, *unlinked, *extras, *_dependencies(live, work, at, policy))


def _promises(
    work: Work, current: Mapping[TicketKey, TicketKey], *, at: Standpoint, policy: Policy
) -> tuple[CommitmentView, ...]:
    """See every promise that is not over, by itself: one that more people may know of first, then the soonest due."""
    found = (commitment_view(each, current, at=at, policy=policy) for each in work.commitments)
    return tuple(sorted((view for view in found if view), key=_openly_and_soon))


def _openly_and_soon(view: CommitmentView) -> tuple[int, date, str]:
    return narrowness(view.grounds.audience), view.due or date.max, view.id


def _by_ticket(promises: Iterable[CommitmentView]) -> Mapping[TicketKey, tuple[CommitmentView, ...]]:
    found: dict[TicketKey, tuple[CommitmentView, ...]] = {}
    for view in promises:
        for key in view.tickets:
            found[key] = (*found.get(key, ()), view)
    return found


def _hanging(
    ticket: Ticket, promised: Mapping[TicketKey, tuple[CommitmentView, ...]], current: Mapping[TicketKey, TicketKey]
) -> tuple[CommitmentView, ...]:
    """Find what was promised of a ticket or of its parent, in order."""
    if not ticket.parent:
        return promised.get(ticket.key, ())
    parent = (current.get(ticket.parent, ticket.parent),)
    found = {view.id: view for key in (ticket.key, *parent) for view in promised.get(key, ())}
    return tuple(sorted(found.values(), key=_openly_and_soon))


def _ticket_review(view: TicketView) -> ReviewView:
    ready = tuple(each for each in view.pulls if each.ready)
    drafts = any(each.pull.status in OPEN for each in view.pulls) and not ready
    in_review = view.status_fact if view.status is Status.IN_REVIEW and not drafts else None
    return ReviewView(
        subject=view.subject, policy=view.policy, key=view.key, pulls=ready, in_review=in_review, assignee=view.assignee
    )


def _unlinked(work: Work, at: Standpoint, policy: Policy) -> Iterator[ReviewView]:
    for pull in work.pulls:
        view = pull_view(pull, at=at)
        if pull.own and not pull.works_on and view.ready:
            yield ReviewView(
                subject=pull.name, policy=policy, key=None, pulls=(view,), in_review=None, assignee=pull.author
            )


def _past(
    work: Work, live: Mapping[TicketKey, TicketView], promises: Iterable[CommitmentView], *, at: Standpoint
) -> Iterator[View]:
    """See what was before, for the rules that are on."""
    for key, view in live.items():
        yield from past_views(work.tickets[key], view, at=at, starts=work.sprints)
    made = {each.id: each for each in work.commitments}
    for promise in promises:
        if promise.open and "date_slipped" in promise.policy.rules_on:
            yield moved_promise(made[promise.id], promise, at=at)


def _overrun(work: Work, live: Mapping[TicketKey, TicketView], *, at: Standpoint) -> Iterator[View]:
    for view in live.values():
        end = work.sprint_ends.get(str(view.sprint.value)) if view.sprint else None
        if end:
            yield from overrun_view(view, end, at=at)


def _plans(
    work: Work, current: Mapping[TicketKey, TicketKey], live: Mapping[TicketKey, TicketView]
) -> Iterator[PlanView]:
    """See each promised ticket with the plan that names it."""
    for plan in work.plans:
        for key in sorted({current.get(each, each) for each in plan.tickets} & live.keys()):
            ticket = live[key]
            promise = next((each for each in ticket.commitments if each.open), None)
            if promise:
                yield PlanView(
                    subject=ticket.subject, policy=ticket.policy, ticket=ticket, commitment=promise, plan=plan
                )


def _dependencies(
    live: Mapping[TicketKey, TicketView], work: Work, at: Standpoint, policy: Policy
) -> Iterator[DependencyView]:
    current = current_keys(work.tickets.values())
    edges: dict[TicketKey, dict[TicketKey, Fact]] = {}
    for key in live:
        for written, history in waits(work.tickets[key]):
            on, fact = current.get(written, written), at.fact(history)
            if on in live and fact:
                edges.setdefault(key, {}).setdefault(on, fact)
    on_circle = circles({key: frozenset(each) for key, each in edges.items()})
    for key, waited_for in edges.items():
        circle = on_circle.get(key, frozenset())
        yield DependencyView(
            subject=key,
            policy=policy,
            key=key,
            assignee=live[key].assignee,
            dependencies=tuple(_dependency(live[key], live[on], edge) for on, edge in sorted(waited_for.items())),
            cycle=tuple(sorted(circle)),
            cycle_edges=tuple(edges[a][b] for a in sorted(circle) for b in sorted(edges[a]) if b in circle),
        )


def _dependency(view: TicketView, on: TicketView, edge: Fact) -> Dependency:
    later = bool(view.sprint_start and on.sprint_start and on.sprint_start > view.sprint_start)
    return Dependency(
        edge=edge,
        ticket=on,
        later_sprint=later,
        sprints=joined(each.sprint.grounds for each in (view, on) if each.sprint),
    )
