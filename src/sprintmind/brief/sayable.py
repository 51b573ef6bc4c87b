"""What may be said to a customer of a promise: what it is, for when, and whether it is done; nothing of how we work."""

import re
from datetime import date

from sprintmind.domain.people import Team
from sprintmind.domain.work import Commitment, CommitmentStatus

_PULL = re.compile(r"\w[\w.-]*/[\w.-]+#\d+|#\d+\b|https?://")
_NAME = re.compile(r"\w[\w.’'-]*")


def statement(promise: Commitment, *, finished: bool, undeployed: bool = False, today: date, team: Team) -> str:
    """Write one sentence that a customer may hear.

    Args:
        promise: One that a person stands by and that the whole team may read.
        finished: All its tickets are done, as everybody may see.
        undeployed: The team's deployments are told of, and none of it was seen to succeed.
        today: The team's day.
        team: Whose people, tickets and other customers are not named.
    """
    words = sayable(promise.what, team, customer=promise.customer)
    first = promise.said[0]
    subject = f"“{words}”" if words else f"What we promised on {team.calendar.day(first.said_at)}"
    return f"{subject} {_standing(promise, finished=finished, undeployed=undeployed, today=today)}{_moved(promise)}."


def sayable(what: str, team: Team, *, customer: str) -> str | None:
    """Give the words of a promise if they name no ticket, pull request, person of ours or other customer; else None."""
    if team.ticket_keys(what) or _PULL.search(what):
        return None
    ours = {part for person in team.people if not person.customer for part in _names(person.id, person.name)}
    others = {part for each in team.customers if each.name != customer for part in (each.name, *each.aliases)}
    plain = what.casefold()
    if any(re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", plain) for name in others):
        return None
    return None if any(word in ours for word in _NAME.findall(what)) else what


def _names(id: str, name: str) -> tuple[str, ...]:
    """List how a person is called in a sentence: the id only as it is written, and each part of the name."""
    return (id, *(part for part in name.split() if len(part) > 1))


def _standing(promise: Commitment, *, finished: bool, undeployed: bool, today: date) -> str:
    due = promise.due
    if promise.status is CommitmentStatus.KEPT:
        return "is finished on our side" if undeployed else "is done"
    if promise.status is CommitmentStatus.CANCELLED:
        return "was called off"
    if promise.status is CommitmentStatus.MISSED:
        return f"was due on {due} and did not come in time" if due else "did not come in time"
    if finished:
        return f"is finished on our side, and due on {due}" if due else "is finished on our side"
    if due is None:
        return "is promised, without a date"
    return f"was due on {due} and is still open" if due < today else f"is promised for {due}"


def _moved(promise: Commitment) -> str:
    last = promise.renegotiations[-1] if promise.renegotiations else None
    return f" (moved from {last.before})" if last and last.before and last.after == promise.due else ""
