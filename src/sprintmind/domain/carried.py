"""Why a ticket was not done: the first reason that the ledger shows, from what stops work to what was not begun."""

from collections.abc import Iterable

from sprintmind.domain.events import EventKey
from sprintmind.domain.findings import Finding
from sprintmind.domain.people import Team
from sprintmind.domain.placing import is_blocked
from sprintmind.domain.redaction import ask
from sprintmind.domain.work import CiState, PullStatus, Status, Ticket

_FIRST = ("blocked", "approval_pending", "dependency_at_risk", "review_stalled", "stale_in_progress", "status_drift")
"""Findings that say why, the most telling first."""


def carried_because(
    ticket: Ticket, findings: Iterable[Finding], *, team: Team, status: str
) -> tuple[str, tuple[EventKey, ...]]:
    """Say why a ticket is not done, and on what that rests.

    Args:
        ticket: As the reader sees it now.
        findings: What the rules find on it now.
        team: Whose people are named.
        status: What it was at the moment asked about.
    """
    by_rule = {each.rule: each for each in findings}
    for rule in _FIRST:
        if rule in by_rule:
            return by_rule[rule].because, by_rule[rule].evidence
    history = ticket.fields.get("blocked")
    if is_blocked(ticket) and history and history.holder:
        hidden = not history.holder.event
        return f"blocked{f' ({ask(history.holder, team)})' if hidden else ''}", _events(history.holder.event)
    failing = [each for each in ticket.pulls if each.own and each.status in _OPEN and each.ci is CiState.FAILING]
    if failing:
        return f"CI is failing on {failing[0].name}", failing[0].ci_evidence
    if status in (Status.TODO, "unknown"):
        return "not started", ()
    return f"in {status.removeprefix('in_').replace('_', ' ')}", ()


_OPEN = (PullStatus.OPEN, PullStatus.DRAFT)


def _events(event: EventKey) -> tuple[EventKey, ...]:
    return (event,) if event else ()
