"""Where each ticket in flight stands: blocked, at risk, on track; in exactly one place."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sprintmind.domain.accounts import Placed
from sprintmind.domain.ahead import to_do
from sprintmind.domain.commitment_views import OPEN
from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.people import Team
from sprintmind.domain.redaction import ask
from sprintmind.domain.work import Status, Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Every ticket in flight, once."""

    on_track: tuple[Placed, ...]
    at_risk: tuple[Placed, ...]
    """Gravest first."""
    blocked: tuple[Placed, ...]
    put_aside: tuple[TicketKey, ...]
    """Of these only what somebody snoozed is found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What decides, beside a ticket itself, whether it is in flight and how it fares."""

    findings: Sequence[Finding]
    """Gravest first; only what the reader may see."""
    asleep: Collection[str] = ()
    """Ids of the findings that somebody snoozed."""
    promised: Collection[TicketKey] = ()
    """Tickets that an open promise names."""
    sprints: Collection[str] = ()
    """Those that run now."""
    team: Team
    """Whose people are named."""


def places(tickets: Iterable[Ticket], beside: Beside) -> Places:
    """Put every ticket in flight into its place; what is not begun, planned or promised is in none.

    Low findings leave a ticket on track. A ticket is not called on track for a risk that is merely put aside.
    """
    about = _by_ticket(beside.findings)
    found = [each for each in tickets if in_flight(each, about.get(each.key, ()), beside)]
    every = [_placed(each, _awake(about.get(each.key, ()), beside), beside.team) for each in found]
    blocked = [each for each in every if is_blocked(each.ticket)]
    at_risk = [each for each in every if not is_blocked(each.ticket) and _graver(each.findings)]
    calm = [each for each in every if not is_blocked(each.ticket) and not _graver(each.findings)]
    aside = {each.ticket.key for each in calm if _graver(about.get(each.ticket.key, ()))}
    return Places(
        on_track=tuple(each for each in calm if each.ticket.key not in aside),
        at_risk=tuple(sorted(at_risk, key=_gravity)),
        blocked=tuple(sorted(blocked, key=_gravity)),
        put_aside=tuple(each.ticket.key for each in calm if each.ticket.key in aside),
    )


def placed(tickets: Iterable[Ticket], beside: Beside) -> tuple[Placed, ...]:
    """Tell of each of some tickets where it stands, in flight or not; gravest first."""
    about = _by_ticket(beside.findings)
    found = (_placed(each, _awake(about.get(each.key, ()), beside), beside.team) for each in tickets)
    return tuple(sorted(found, key=_gravity))


def in_flight(ticket: Ticket, findings: Collection[Finding], beside: Beside) -> bool:
    """Tell whether a ticket is being worked on, or must be soon: begun, in a running sprint, dated or promised."""
    if not to_do(ticket):
        return False
    begun = ticket.value("status") not in (None, Status.TODO) or any(p.own and p.status in OPEN for p in ticket.pulls)
    planned = bool(ticket.value("due_date")) or ticket.value("sprint") in beside.sprints
    return begun or planned or is_blocked(ticket) or bool(findings) or not ticket.keys.isdisjoint(beside.promised)


def is_blocked(ticket: Ticket) -> bool:
    """Tell whether a ticket that is still to be done cannot go on."""
    return ticket.value("blocked") is True and to_do(ticket)


def running(starts: Mapping[str, date], *, today: date) -> frozenset[str]:
    """Name the sprints that run, as far as it is known when each starts: those that started last."""
    begun = {name: start for name, start in starts.items() if start <= today}
    last = max(begun.values(), default=None)
    return frozenset(name for name, start in begun.items() if start == last)


def _by_ticket(findings: Iterable[Finding]) -> Mapping[TicketKey, tuple[Finding, ...]]:
    found: dict[TicketKey, list[Finding]] = {}
    for finding in findings:
        for key in finding.tickets:
            found.setdefault(key, []).append(finding)
    return {key: tuple(each) for key, each in found.items()}


def _awake(findings: Iterable[Finding], beside: Beside) -> tuple[Finding, ...]:
    return tuple(each for each in findings if each.id not in beside.asleep)


def _graver(findings: Iterable[Finding]) -> bool:
    return any(each.severity > Severity.LOW for each in findings)


def _placed(ticket: Ticket, findings: tuple[Finding, ...], team: Team) -> Placed:
    first = _telling(ticket, findings)
    events = dict.fromkeys(event for each in findings for event in each.evidence)
    return Placed(
        ticket=ticket,
        because=first.because if first else _state(ticket, team),
        severity=findings[0].severity if findings else None,
        findings=findings,
        grounds=tuple(events) or _holding(ticket),
    )


def _telling(ticket: Ticket, findings: tuple[Finding, ...]) -> Finding | None:
    """Pick the finding that says most: of a blocked ticket that it is, else the gravest."""
    blocked = (each for each in findings if each.rule == "blocked")
    return next(blocked, None) if is_blocked(ticket) else next(iter(findings), None)


def _state(ticket: Ticket, team: Team) -> str:
    history = ticket.fields.get("blocked" if is_blocked(ticket) else "status")
    holder = history.holder if history else None
    hidden = f" ({ask(holder, team)})" if holder and not holder.event else ""
    if is_blocked(ticket):
        return f"{ticket.key} is blocked{hidden}"
    status = ticket.value("status")
    words = "not started" if status in (None, Status.TODO) else str(status).replace("_", " ")
    return f"{ticket.key} is {words}{hidden}"


def _holding(ticket: Ticket) -> tuple[EventKey, ...]:
    history = ticket.fields.get("blocked" if is_blocked(ticket) else "status")
    return (history.holder.event,) if history and history.holder and history.holder.event else ()


def _gravity(placed: Placed) -> tuple[int, str]:
    return -(placed.severity or 0), placed.ticket.key
