"""Which tickets must be looked at together: who waits on whom, and whose findings an event may change."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from sprintmind.domain.authority import FieldHistory
from sprintmind.domain.backing import supporters
from sprintmind.domain.events import TicketKey
from sprintmind.domain.findings import Finding
from sprintmind.domain.work import Commitment, PullRequest, Ticket

_KEY = re.compile(r"[A-Z][A-Z0-9_]*-[1-9]\d{0,8}")


def waits(ticket: Ticket) -> Iterator[tuple[TicketKey, FieldHistory]]:
    """List the tickets that a ticket waits on, as written, each with the field that says so.

    A dependency on a ticket counts, and so does a blocker that names the ticket waited for.
    """
    for name in sorted(name for name, history in ticket.fields.items() if history.value is True):
        history = ticket.fields[name]
        kind, _, what = name.partition(":")
        if kind in ("dependency", "blocked"):
            named = (claim.waiting_on for claim in reversed(supporters(history)) if claim.waiting_on)
            written = next(named, what).upper()
            if _KEY.fullmatch(written) and written not in ticket.keys:
                yield TicketKey(written), history


def neighbours(
    ticket: Ticket, *, dependents: Iterable[TicketKey] = (), children: Iterable[TicketKey] = ()
) -> frozenset[TicketKey]:
    """Tell which tickets stand beside one: its parent, what it waits on, and what is known to look at it.

    Args:
        ticket: Its own fields name its parent and what it waits on, by any key these ever had.
        dependents: Tickets that wait on it, which its own fields cannot tell.
        children: Tickets whose parent it is.
    """
    parent = (ticket.parent,) if ticket.parent else ()
    return frozenset((*parent, *(key for key, _ in waits(ticket)), *dependents, *children)) - ticket.keys


def current_keys(tickets: Iterable[Ticket]) -> Mapping[TicketKey, TicketKey]:
    """Map every key that tickets ever had to the one that each has now."""
    found = {old: ticket.key for ticket in tickets for old in sorted(ticket.keys)}
    return {**found, **{ticket.key: ticket.key for ticket in tickets}}


def affected(
    touched: Collection[TicketKey],
    *,
    tickets: Mapping[TicketKey, Ticket],
    commitments: Collection[Commitment] = (),
    pulls: Collection[PullRequest] = (),
    findings: Iterable[Finding] = (),
) -> frozenset[str]:
    """Tell whose findings may differ once some tickets, commitments or pull requests have changed.

    Args:
        touched: Tickets that changed, by their current keys.
        tickets: At least those, their children, whatever waits on either, and all that these wait on, to the end.
        commitments: The promises that changed, as they were and as they are, and those that name a touched ticket.
        pulls: The pull requests that changed, as they were and as they are.
        findings: What stood before; what names a touched ticket is looked at again, and whoever else it names: a circle
            may be broken, and those on it tell of it only where they have nothing as grave to tell.

    Returns:
        Subjects: ticket keys, ids of commitments, names of pull requests.
    """
    current = current_keys(tickets.values())
    start = _changed(touched, commitments, pulls, current)
    children = {each.key for each in tickets.values() if each.parent and current.get(each.parent, each.parent) in start}
    changed = start | children
    found: set[str] = {*changed, *_waited_for(start, tickets, current)}
    for ticket in tickets.values():
        if any(current.get(key, key) in changed for key, _ in waits(ticket)):
            found.add(ticket.key)
    found.update(*(each.ids for each in commitments))
    found.update(pull.name for pull in pulls)
    for each in findings:
        named = {current.get(key, key) for key in each.tickets}
        if start & named:
            found |= {each.subject, *named}
    return frozenset(found)


def _changed(
    touched: Collection[TicketKey],
    commitments: Collection[Commitment],
    pulls: Collection[PullRequest],
    current: Mapping[TicketKey, TicketKey],
) -> set[TicketKey]:
    promised = (key for each in commitments for key in each.tickets)
    worked_on = (key for pull in pulls for key in pull.works_on)
    return {current.get(key, key) for key in (*touched, *promised, *worked_on)}


def _waited_for(
    start: Iterable[TicketKey], tickets: Mapping[TicketKey, Ticket], current: Mapping[TicketKey, TicketKey]
) -> set[TicketKey]:
    """Follow waits to the end: whoever lies there may have come to lie on a circle."""
    found: set[TicketKey] = set()
    ahead = [key for key in start if key in tickets]
    while ahead:
        for written, _ in waits(tickets[ahead.pop()]):
            key = current.get(written, written)
            if key in tickets and key not in found:
                found.add(key)
                ahead.append(key)
    return found
