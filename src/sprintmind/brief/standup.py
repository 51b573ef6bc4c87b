"""A standup drafted from evidence, and what a person's tickets wait on; no line without something to cite."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from sprintmind.domain.ahead import to_do
from sprintmind.domain.briefs import Line, Standup, holding
from sprintmind.domain.chains import followed
from sprintmind.domain.events import TicketKey
from sprintmind.domain.neighbours import waits as waited_for
from sprintmind.domain.people import Person
from sprintmind.domain.placing import is_blocked
from sprintmind.domain.prose import name_of
from sprintmind.domain.redaction import ask
from sprintmind.domain.work import Commitment, PullRequest, PullStatus, Status, Ticket
from sprintmind.sight import Sight

SOON = 2  # business days until a promise is due


def draft(
    mine: Sequence[Ticket], promises: Iterable[Commitment], seen: Sight, person: Person, *, since: datetime
) -> Standup:
    """Draft a person's standup.

    Args:
        mine: Their tickets that are still to be done.
        promises: Their open promises.
        seen: What they may see.
        person: Whose it is.
        since: What was done from then on is told.
    """
    began = [each for each in mine if each.value("status") not in (None, Status.TODO)]
    return Standup(
        yesterday=(*_coded(seen, person, since=since), *_moved(seen, person, since=since)),
        today=(*(_goes_on(each) for each in began), *_due(promises, seen)),
        blockers=tuple(waits(mine, seen, person)),
    )


def waits(mine: Iterable[Ticket], seen: Sight, person: Person) -> Iterator[Line]:
    """List what a person's tickets wait on: blockers, approvals, other tickets, reviews."""
    tickets = seen.by_key()
    for each in mine:
        if is_blocked(each):
            yield _blocker(each, seen)
        yield from _approvals(each, seen)
        yield from _dependencies(each, tickets)
    for pull in _pulls(seen):
        if pull.author == person.id and pull.status is PullStatus.OPEN and pull.own and not pull.reviews:
            since = f" since {seen.team.calendar.day(pull.ready_since)}" if pull.ready_since else ""
            yield Line(text=f"{pull.name} has waited for a review{since}.", subject=pull.name, grounds=(pull.event,))


def _blocker(ticket: Ticket, seen: Sight) -> Line:
    holder = ticket.fields["blocked"].holder
    if holder is None or not holder.event:
        return Line(text=f"{ticket.key} is blocked ({ask(holder, seen.team) if holder else ''}).", subject=ticket.key)
    on = holder.waiting_on or holder.unblocker
    whom = name_of(on, seen.team) or on
    text = f"{ticket.key} is blocked{f', waiting on {whom}' if whom else ''}."
    return Line(text=text, subject=ticket.key, grounds=holding(ticket, "blocked"))


def _approvals(ticket: Ticket, seen: Sight) -> Iterator[Line]:
    for name, history in sorted(ticket.fields.items()):
        kind, _, who = name.partition(":")
        if kind == "approval" and history.value == "pending" and holding(ticket, name):
            whom = name_of(who, seen.team) or who
            text = f"{ticket.key} waits for the approval of {whom}."
            yield Line(text=text, subject=ticket.key, grounds=holding(ticket, name))


def _dependencies(ticket: Ticket, tickets: dict[TicketKey, Ticket]) -> Iterator[Line]:
    for key, history in waited_for(ticket):
        other = tickets.get(key)
        if history.field == "blocked" or not to_do(other) or history.holder is None or not history.holder.event:
            continue
        status = str(other.value("status") or "not started").replace("_", " ") if other else "of which nothing is known"
        text = (
            f"{ticket.key} waits on {key}, which is {status}." if other else f"{ticket.key} waits on {key}, {status}."
        )
        yield Line(text=text, subject=ticket.key, grounds=(history.holder.event,))


def _pulls(seen: Sight) -> Iterator[PullRequest]:
    found = {pull.name: pull for each in seen.tickets for pull in each.pulls} | {each.name: each for each in seen.pulls}
    return iter(sorted(found.values(), key=lambda each: each.name))


def _coded(seen: Sight, person: Person, *, since: datetime) -> Iterator[Line]:
    """Tell what a person did with code: opened, merged, reviewed."""
    for pull in _pulls(seen):
        new = sorted(key for key in pull.works_on if key not in pull.title)
        keys = f" for {', '.join(new)}" if new else ""
        if pull.author == person.id:
            merged = _within(pull.merged_at, since, seen.now)
            if merged or _within(pull.opened_at, since, seen.now):
                done = "Merged" if merged else "Opened"
                text = f"{done} {pull.name}{keys}: {pull.title}."
                yield Line(text=text, subject=pull.name, grounds=(pull.event,))
        for review in pull.reviews:
            if review.reviewer == person.id and _within(review.at, since, seen.now):
                verdict = "approved it" if review.approves else "asked for changes"
                text = f"Reviewed {pull.name} ({pull.title}){keys}, and {verdict}."
                yield Line(text=text, subject=pull.name, grounds=(review.event,))


def _moved(seen: Sight, person: Person, *, since: datetime) -> Iterator[Line]:
    """Tell which of a person's tickets got another status."""
    for each in seen.tickets:
        history = each.fields.get("status")
        holder = history.holder if history else None
        if holder and each.value("assignee") == person.id and _within(holder.said_at, since, seen.now):
            text = f"{each.key} is {str(each.value('status')).replace('_', ' ')}{_title(each)}."
            yield Line(text=text, subject=each.key, grounds=holding(each, "status"))


def _goes_on(ticket: Ticket) -> Line:
    status = str(ticket.value("status")).replace("_", " ")
    text = f"{ticket.key} is {status}{_title(ticket)}."
    return Line(text=text, subject=ticket.key, grounds=holding(ticket, "status"))


def _due(promises: Iterable[Commitment], seen: Sight) -> Iterator[Line]:
    """Tell which promises are due soon, and the first link that is broken."""
    calendar, tickets = seen.team.calendar, seen.by_key()
    for each in promises:
        if each.due and calendar.days_between(seen.today, each.due) <= SOON and not each.needs_review:
            broken = followed(each, tickets, deploys=seen.deploys).broken
            rest = f", and breaks at its {broken.name}: {broken.shows}" if broken else ""
            text = f"“{each.what}” for {each.customer} {'was' if each.due < seen.today else 'is'} due {each.due}{rest}."
            yield Line(text=text, subject=each.id, grounds=tuple(dict.fromkeys(p.event for p in each.said)))


def _within(at: datetime | None, since: datetime, now: datetime) -> bool:
    return at is not None and since <= at <= now


def _title(ticket: Ticket) -> str:
    title = ticket.value("title")
    return f" ({title})" if isinstance(title, str) and title and holding(ticket, "title") else ""
