"""What the tracker said of tickets soon after their pull requests were merged: what a merge means to a team."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from sprintmind.domain.events import Source
from sprintmind.domain.work import Status, Ticket

SOON = timedelta(days=3)
ENOUGH = 5
"""Fewer tickets say nothing about a team's habit."""
MOST = 0.6
"""The share that makes a habit."""


def after_merges(tickets: Iterable[Ticket]) -> Counter[Status]:
    """Count what the tracker said first after the last merge of each ticket: in QA or done."""
    found = (_first_after(ticket, merged) for ticket in tickets if (merged := _merged(ticket)))
    return Counter(status for status in found if status)


def merged_means(counts: Counter[Status]) -> Status | None:
    """Tell what a merge means to most; None where there are too few, or it is now one and now the other.

    >>> merged_means(Counter({Status.IN_QA: 7, Status.DONE: 2}))
    <Status.IN_QA: 'in_qa'>
    >>> merged_means(Counter({Status.IN_QA: 2}))
    """
    total = counts.total()
    (status, count) = counts.most_common(1)[0] if counts else (None, 0)
    return status if total >= ENOUGH and count >= MOST * total else None


def _merged(ticket: Ticket) -> datetime | None:
    """Tell when the last of a ticket's pull requests was merged; None while one is not."""
    own = [pull for pull in ticket.pulls if pull.own and not pull.reverted and (pull.merged_at or not pull.closed_at)]
    merged = [pull.merged_at for pull in own if pull.merged_at]
    return max(merged) if merged and len(merged) == len(own) else None


def _first_after(ticket: Ticket, merged: datetime) -> Status | None:
    history = ticket.fields.get("status")
    claims = (decided.claim for decided in history.decided if not decided.claim.rejected) if history else ()
    said = sorted(
        (claim.said_at, str(claim.value))
        for claim in claims
        if claim.source is Source.TASK_UPDATE and merged <= claim.said_at <= merged + SOON
    )
    words = (Status(value) for _, value in said if value in (Status.IN_QA, Status.DONE))
    return next(words, None)
