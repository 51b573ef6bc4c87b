"""State as a function of events: which events bear on a ticket or a customer, and what they come to.

The ledger calls these for what an event touches; `ledger verify`, `--as-of` and `--known-at` call the same ones for
everything. There is no second way to arrive at a state.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from sprintmind.domain.authority import FieldHistory, fold
from sprintmind.domain.commitments import commitments
from sprintmind.domain.events import Claim, Name, Observation, Promise, TicketKey, named
from sprintmind.domain.events import identity as identity
from sprintmind.domain.heard import Heard, Touching, index
from sprintmind.domain.issues import Issue, by_key, issues
from sprintmind.domain.links import LinkSeen, link_claims
from sprintmind.domain.moments import SKEW, counts_from
from sprintmind.domain.people import Team
from sprintmind.domain.progress import Progress
from sprintmind.domain.promises import PromiseAction
from sprintmind.domain.pulls import companions, pull_requests, ticket_claims
from sprintmind.domain.sprint_starts import sprint_starts
from sprintmind.domain.states import State
from sprintmind.domain.versions import standing_claims, standing_promises
from sprintmind.domain.work import Commitment, PullRequest, Status, Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """Everything that was heard which bears on one ticket."""

    keys: frozenset[TicketKey]
    """All keys that it has had."""
    heard: tuple[Heard, ...]


def dossier(key: TicketKey, touching: Touching) -> Dossier:
    """Gather what bears on a ticket: its issue under every key, its pull requests, and every version of its documents.

    Args:
        key: Any key of the ticket.
        touching: Finds events by what they touch.
    """
    keys, heard = _under_every_key(key, touching)
    names = {named("ticket", key) for key in keys}
    pulls = {name for each in heard for _, about in each.shown if names & about for name in about}
    linked = {name for each in heard for o, about in each.shown if isinstance(o, LinkSeen) for name in about}
    heard = _united(heard, touching(_pull_names(pulls) | _documents(heard) | linked))
    return Dossier(keys=keys, heard=_reach(heard, _pull_names(pulls), touching))


def ticket_state(found: Dossier, *, team: Team, window: timedelta, by: datetime) -> Ticket:
    """Fold what bears on a ticket into its state.

    Args:
        found: From `dossier`, of events heard by the moment asked for.
        team: Whose calendar and whose meaning of a merge count.
        window: How long a value is protected.
        by: What was said later waits.
    """
    observations = counting_observations(found.heard, team=team, by=by)
    issue = _issue(found.keys, observations)
    counting, waiting = _claims(found, observations, team=team, by=by)
    pulls = pull_requests(observations, at=by + SKEW)
    return Ticket(
        key=issue.key,
        keys=found.keys | {issue.key},
        fields=_fields(issue.key, counting, found.heard, team=team, window=window),
        pulls=tuple(pull for pull in pulls if pull.works_on & found.keys),
        deleted=issue.deleted,
        history_incomplete=issue.history_incomplete,
        parent=issue.parent,
        last_evidence_at=_last_evidence(found, by=by),
        waits_until=min(waiting, default=None),
    )


def customer_state(
    customer: str,
    touching: Touching,
    *,
    done_at: Mapping[TicketKey, datetime | None],
    team: Team,
    window: timedelta,
    by: datetime,
) -> tuple[Commitment, ...]:
    """Join everything that was said of promises to a customer.

    Args:
        customer: Its name in the people file.
        touching: Finds events by what they touch.
        done_at: When each ticket that the promises name became done; None or absent while it is not.
        team: Whose calendar counts.
        window: How long a due date is protected.
        by: What was said later waits.
    """
    heard = touching([named("customer", customer)])
    heard = _united(heard, touching(_documents(heard)))
    promises, withdrawn = standing_promises(heard)
    actions = [o for o in counting_observations(heard, team=team, by=by) if isinstance(o, PromiseAction)]
    return commitments(
        (p for p in promises if p.customer == customer and begins(p.said_at, team, date_only=p.date_only) <= by),
        actions,
        done_at=done_at,
        withdrawn={voice: at for voice, at in withdrawn.items() if at <= by},
        zone=team.calendar.zone,
        window=window,
    )


def whole_state(
    heard: Iterable[Heard], *, team: Team, window: timedelta, by: datetime, progress: Progress | None = None
) -> State:
    """Fold everything that was heard.

    Args:
        heard: All events heard by the moment asked for.
        team: Whose calendar and whose meaning of a merge count.
        window: How long a value is protected.
        by: What was said later waits.
        progress: Is told how many tickets are folded, of how many.
    """
    events = tuple(heard)
    touching = index(events)
    names = {name for each in events for name in each.names}
    every = _all_tickets(names, touching, team=team, window=window, by=by, progress=progress)
    tickets = tuple(ticket for ticket in every if is_known(ticket))
    done_at = {key: done_since(ticket) for ticket in tickets for key in ticket.keys}
    customers = sorted(identity(name) for name in names if name.startswith("customer:"))
    found = [customer_state(each, touching, done_at=done_at, team=team, window=window, by=by) for each in customers]
    waiting = {
        named("customer", each): waits_until(promises_to(each, touching), team=team, by=by) for each in customers
    }
    waiting |= {named("ticket", ticket.key): ticket.waits_until for ticket in every if not is_known(ticket)}
    pulls = {name: unlinked_pull(name, touching, by=by, team=team) for name in sorted(_pull_names(names))}
    starts = sprint_starts(_of_kind(("sprint:", "sprint-id:"), names), touching, team=team, by=by)
    waiting |= {name: each.waits_until for name, each in pulls.items()}
    waiting |= starts.waiting
    return State(
        tickets=tickets,
        commitments=tuple(chain.from_iterable(found)),
        pulls=tuple(found.pull for found in pulls.values() if found.pull),
        waiting={name: until for name, until in waiting.items() if until},
        sprints=starts.known,
        sprint_ends=starts.ends,
    )


def is_known(ticket: Ticket) -> bool:
    """Tell whether anything was ever claimed or shown of a ticket; a bare mention in passing is nothing."""
    return bool(ticket.fields or ticket.pulls or ticket.deleted)


def reached(names: Iterable[Name], touching: Touching, *, within: Callable[[str], frozenset[Name]]) -> frozenset[Name]:
    """Find the tickets, customers, pulls and sprints whose state may change by an event that touches some names.

    Args:
        names: What the event touches.
        touching: Finds events by what they touch.
        within: Finds all names that begin so.
    """
    start = frozenset(names)
    touching(_of_kind(("ticket:", "pull:", "commit:", "issue:", "document:"), start))  # asked for together, for speed
    renamed = {name for r in _of_kind("repository:", start) for name in within(f"pull:{identity(r)}/")}
    checked = _of_kind("pull:", _beside(_of_kind("commit:", start | _beside(renamed, touching)), touching))
    pulls = _of_kind("pull:", start) | checked | renamed
    while not (more := _of_kind("pull:", _beside(pulls, touching, kind="pull_request"))) <= pulls:
        pulls |= more
    issue_names = _of_kind("issue:", start)
    issue_names |= _of_kind("issue:", _beside(issue_names, touching))  # links between issues name no ticket
    more = _beside(pulls | issue_names | _of_kind("document:", start), touching)
    keys = _of_kind("ticket:", start | more)
    sprints = _of_kind("sprint:", start)
    return keys | pulls | sprints | _of_kind("customer:", start | more | _beside(keys, touching))


@dataclass(frozen=True, slots=True)
class Unlinked:
    """What is known of a pull request beside the tickets."""

    pull: PullRequest | None
    """None if it works on a ticket, or nothing is known of it."""
    waits_until: datetime | None
    """When the next thing shown for the future begins to count."""


def unlinked_pull(name: Name, touching: Touching, *, by: datetime, team: Team) -> Unlinked:
    """Tell a pull request that works on no ticket.

    Args:
        name: As events name it, `pull:<repository>/<number>`.
        touching: Finds events by what they touch.
        by: What was shown later waits.
        team: Whose clock counts.
    """
    heard = _reach(touching([name]), {name}, touching)
    found = pull_requests(counting_observations(heard, team=team, by=by), at=by + SKEW)
    pull = next((pull for pull in found if pull_name(pull) == name), None)
    ahead = (start for each in heard for o in each.event.observations if (start := begins(o.at, team)) > by)
    return Unlinked(pull if pull and not pull.works_on else None, min(ahead, default=None))


def pull_name(pull: PullRequest) -> Name:
    """Name a pull request as events do."""
    return named("pull", f"{pull.repository_id}/{pull.number}")


def promises_to(customer: str, touching: Touching) -> tuple[Promise, ...]:
    """Take everything that was ever said of promises to a customer."""
    heard = touching([named("customer", customer)])
    return tuple(p for each in heard for p in each.event.promises if p.customer == customer)


def waits_until(promises: Iterable[Promise], *, team: Team, by: datetime) -> datetime | None:
    """Tell when the next promise said for the future begins to count; None if none waits."""
    starts = (begins(promise.said_at, team, date_only=promise.date_only) for promise in promises)
    return min((start for start in starts if start > by), default=None)


def done_since(ticket: Ticket) -> datetime | None:
    """Tell since when a ticket is done; None while it is not."""
    status = ticket.fields.get("status")
    if status is None or status.holder is None or status.value != Status.DONE:
        return None
    return status.holder.said_at


def _all_tickets(
    names: Iterable[Name],
    touching: Touching,
    *,
    team: Team,
    window: timedelta,
    by: datetime,
    progress: Progress | None,
) -> tuple[Ticket, ...]:
    found: dict[TicketKey, Ticket] = {}
    seen: set[TicketKey] = set()
    keys = sorted(TicketKey(identity(name)) for name in names if name.startswith("ticket:"))
    for number, key in enumerate(keys, start=1):
        if progress:
            progress(number, len(keys))
        if key not in seen:
            ticket = ticket_state(dossier(key, touching), team=team, window=window, by=by)
            seen |= ticket.keys
            found[ticket.key] = ticket
    return tuple(found[key] for key in sorted(found))


def _beside(names: Iterable[Name], touching: Touching, *, kind: str | None = None) -> frozenset[Name]:
    """Find all names of the events (of one kind, where given) that touch any of some names."""
    found = (each for each in touching(names) if kind is None or each.event.kind == kind)
    return frozenset[Name]().union(*(each.names for each in found))


def _of_kind(prefix: str | tuple[str, ...], names: Iterable[Name]) -> frozenset[Name]:
    return frozenset(name for name in names if name.startswith(prefix))


def _under_every_key(key: TicketKey, touching: Touching) -> tuple[frozenset[TicketKey], tuple[Heard, ...]]:
    """Find a ticket's issue under every key that it has had; which keys those are shows only in what is found."""
    heard = touching([named("ticket", key)])
    while True:
        issue = by_key(issues(o for each in heard for o in each.event.observations)).get(key)
        keys = issue.keys if issue else frozenset([key])
        names = [named("ticket", each) for each in keys]
        names += [named("issue", issue.id)] if issue and issue.id else []
        more = _united(heard, touching(names))
        if len(more) == len(heard):
            return keys, heard
        heard = more


def _reach(heard: tuple[Heard, ...], pulls: set[Name], touching: Touching) -> tuple[Heard, ...]:
    """Follow pull requests to what reverts them, and to their commits wherever those were checked or pushed."""
    known = set(pulls)
    while True:
        theirs = [o for each in heard for o, about in each.shown if known & about]
        new = companions(theirs) - known
        if not new:
            return heard
        heard = _united(heard, touching(new))
        known |= new


def _issue(keys: frozenset[TicketKey], observations: Iterable[Observation]) -> Issue:
    """Find the issue behind some keys; a ticket that no tracker told of is one by itself."""
    known = by_key(issues(observations))
    found = (known[key] for key in sorted(keys) if key in known)
    return next(found, Issue(id=None, key=min(keys), keys=keys))


def _pull_names(names: Iterable[Name]) -> set[Name]:
    return set(_of_kind("pull:", names))


def _documents(heard: Iterable[Heard]) -> set[Name]:
    return {named("document", each.event.document) for each in heard if each.event.document}


def _united(some: Sequence[Heard], more: Sequence[Heard]) -> tuple[Heard, ...]:
    by_order = {each.order: each for each in (*some, *more)}
    return tuple(by_order[order] for order in sorted(by_order))


def counting_observations(heard: Iterable[Heard], *, team: Team, by: datetime) -> tuple[Observation, ...]:
    """Take what events showed that counts at a moment."""
    found = (o for each in heard for o in each.event.observations)
    return tuple(o for o in found if begins(o.at, team) <= by)


def _claims(
    found: Dossier, observations: Collection[Observation], *, team: Team, by: datetime
) -> tuple[list[Claim], list[datetime]]:
    """Take the ticket's claims that count by now, and the moments from which other things will."""
    said = [claim for claim in standing_claims(found.heard) if claim.subject in found.keys]
    said += ticket_claims(found.keys, observations, team=team)
    said += [claim for claim in link_claims(observations) if claim.subject in found.keys]
    starts = [begins(claim.said_at, team, date_only=claim.date_only) for claim in said]
    waiting = [begins(o.at, team) for each in found.heard for o in each.event.observations]
    waiting += [begins(p.said_at, team, date_only=p.date_only) for each in found.heard for p in each.event.promises]
    counting = [claim for claim, start in zip(said, starts, strict=True) if start <= by]
    return counting, [start for start in (*starts, *waiting) if start > by]


def begins(said_at: datetime, team: Team, *, date_only: bool = False) -> datetime:
    """Tell from when on something counts for a team."""
    return counts_from(said_at, date_only=date_only, calendar=team.calendar)


def _fields(
    key: TicketKey, claims: Iterable[Claim], heard: Iterable[Heard], *, team: Team, window: timedelta
) -> dict[str, FieldHistory]:
    orders = {each.event.key: each.order for each in heard}
    by_field: dict[str, list[Claim]] = {}
    for claim in claims:
        by_field.setdefault(claim.field, []).append(claim)
    return {
        name: fold(by_field[name], subject=key, field=name, window=window, heard=orders, zone=team.calendar.zone)
        for name in sorted(by_field)
    }


def _last_evidence(found: Dossier, *, by: datetime) -> datetime | None:
    """Find when a source last said or showed something; what a person did on a page is no evidence of work."""
    names = {named("ticket", key) for key in found.keys}
    pulls = {name for each in found.heard for _, about in each.shown if names & about for name in about}
    names |= {name for name in pulls if name.startswith(("pull:", "commit:"))}
    moments = (each.event.said_at for each in found.heard if each.names & names)
    return max((at for at in moments if at <= by + SKEW), default=None)
