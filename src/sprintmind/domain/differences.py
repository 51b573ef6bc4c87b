"""What is otherwise than it was: tickets and promises compared with themselves, findings by their transitions."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from sprintmind.domain.accounts import Change
from sprintmind.domain.authority import FieldHistory
from sprintmind.domain.events import ClaimId, EventKey, PersonId, TicketKey, Value
from sprintmind.domain.findings import Change as Turn
from sprintmind.domain.findings import FindingId, Transition
from sprintmind.domain.outline import Outline
from sprintmind.domain.people import Team
from sprintmind.domain.redaction import RESTRICTED, ask
from sprintmind.domain.work import Commitment, CommitmentStatus, Ticket

_FIELDS = ("status", "blocked", "assignee", "due_date", "sprint")
_WORDS = {"status": "status", "assignee": "assignee", "due_date": "due date", "sprint": "sprint"}
_ENDED = {
    CommitmentStatus.KEPT: "was kept",
    CommitmentStatus.MISSED: "was missed",
    CommitmentStatus.CANCELLED: "was cancelled",
    CommitmentStatus.DISPUTED: "was rejected: it is no promise",
    CommitmentStatus.OPEN: "is open again",
}


def is_compared(name: str) -> bool:
    """Tell whether a field's changes are told."""
    return name in _FIELDS or name.startswith("approval:")


def ticket_changes(before: Outline | None, after: Ticket, *, team: Team) -> Iterator[Change]:
    """Compare a ticket with itself; both as the reader may see them.

    Args:
        before: As it stood then; None if nothing was known of it.
        after: As it stands now.
        team: Whose people are named.
    """
    if after.deleted and before and not before.deleted:
        yield _ticket_change(after, f"{after.key} was deleted", None, team)
        return
    approvals = sorted(name for name in after.fields if name.startswith("approval:") and RESTRICTED not in name)
    for name in (*_FIELDS, *approvals):
        history = after.fields.get(name)
        was = before.value(name) if before else None
        if history is None or history.holder is None or history.value == was or (was is None and not history.value):
            continue
        yield _ticket_change(after, _sentence(after.key, name, was, history.value, team), history, team)


def promise_changes(
    before: Mapping[ClaimId, Commitment], after: Iterable[Commitment], *, fresh: frozenset[EventKey], now: datetime
) -> Iterator[Change]:
    """Compare promises with themselves; both as the reader may see them.

    Args:
        before: As they stood then, by every id.
        after: As they stand now.
        fresh: The events heard since.
        now: When a promise ended of which nothing says when.
    """
    for each in after:
        was = next((before[known] for known in sorted(each.ids) if known in before), None)
        if was is None:
            due = f", due {each.due}" if each.due else ""
            yield _promise_change(each, f"{each.customer} was promised “{each.what}”{due}", fresh, now)
            continue
        if was.due != each.due:
            moved = f"from {was.due or 'no date'} to {each.due or 'no date'}"
            yield _promise_change(each, f"the promise of “{each.what}” to {each.customer} moved {moved}", fresh, now)
        if was.status is not each.status:
            ended = _ENDED[each.status]
            yield _promise_change(each, f"the promise of “{each.what}” to {each.customer} {ended}", fresh, now)


def risk_changes(transitions: Iterable[Transition]) -> Iterator[Change]:
    """Tell how findings changed, each once: what opened and ended in the meantime is left out."""
    by_finding: dict[FindingId, list[Transition]] = {}
    for each in transitions:
        by_finding.setdefault(each.finding.id, []).append(each)
    for told in by_finding.values():
        first, last = told[0], told[-1]
        if first.change is Turn.OPENED and last.change is Turn.RESOLVED:
            continue
        turn = Turn.OPENED if first.change is Turn.OPENED else last.change
        yield _risk_change(last, turn)


def _risk_change(last: Transition, turn: Turn) -> Change:
    finding = last.finding
    over = turn is Turn.RESOLVED
    text = f"no longer: {finding.because}" if over else f"{turn.value}, {finding.severity.word}: {finding.because}"
    return Change(
        at=last.at,
        kind="risk",
        subject=finding.id,
        text=text,
        people=frozenset((finding.ask,)) if finding.ask else frozenset(),
        tickets=frozenset(finding.tickets),
        grounds=finding.evidence,
    )


def _ticket_change(ticket: Ticket, text: str, history: FieldHistory | None, team: Team) -> Change:
    holder = history.holder if history else None
    at = (holder.said_at if holder else None) or ticket.last_evidence_at
    assignee = ticket.value("assignee")
    return Change(
        at=at or datetime.min.replace(tzinfo=team.calendar.zone),
        kind="ticket",
        subject=ticket.key,
        text=f"{text} ({ask(holder, team)})" if holder and not holder.event else text,
        people=frozenset((PersonId(assignee),)) if isinstance(assignee, str) and assignee else frozenset(),
        tickets=ticket.keys,
        grounds=(holder.event,) if holder and holder.event else (),
    )


def _sentence(key: TicketKey, name: str, was: Value, value: Value, team: Team) -> str:
    if name == "blocked":
        return f"{key} is {'blocked' if value else 'no longer blocked'}"
    kind, _, whose = name.partition(":")
    what = f"the approval of {key} by {_shown('by', whose, team)}" if kind == "approval" else f"{key} {_WORDS[name]}"
    before = f"{_shown(name, was, team)} → " if was else ""
    return f"{what}: {before}{_shown(name, value, team) or 'none'}"


def _shown(name: str, value: Value, team: Team) -> str:
    if value in (None, False, ""):
        return ""
    if name in ("assignee", "by"):
        person = team.person(PersonId(str(value)))
        return person.name if person else str(value)
    return str(value).replace("_", " ") if name == "status" or name.startswith("approval") else str(value)


def _promise_change(promise: Commitment, text: str, fresh: frozenset[EventKey], now: datetime) -> Change:
    told = [each for each in promise.said if each.event in fresh]
    return Change(
        at=told[-1].said_at if told else now,
        kind="promise",
        subject=promise.id,
        text=text,
        people=frozenset((promise.owner,)) if promise.owner else frozenset(),
        tickets=frozenset(promise.tickets),
        customer=promise.customer,
        grounds=tuple(dict.fromkeys(each.event for each in (told or promise.said[-1:]))),
    )
