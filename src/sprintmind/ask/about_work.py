"""Questions about the work as a whole: what is blocked, at risk, in dispute or new, what is next, how the sprint is."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta

from sprintmind.ask.about_tickets import first_opened, waiting_on
from sprintmind.ask.lines import NOTHING, Outline, cut, told
from sprintmind.ask.sight import Sight
from sprintmind.ask.subjects import Subjects
from sprintmind.domain.ahead import ticket_status
from sprintmind.domain.authority import Decided, FieldHistory
from sprintmind.domain.evidence import Evidence
from sprintmind.domain.findings import Finding
from sprintmind.domain.inquiries import Inquiry
from sprintmind.domain.telling import listed
from sprintmind.domain.work import CommitmentStatus, Status, Ticket

_STOPS = ("commitment_ci_failing", "approval_pending", "review_stalled", "dependency_at_risk")
"""Rules whose findings say that somebody cannot go on, beside `blocked`."""
_WELL = ("on track", "in time", "on time", "make it")
_FIELDS = ("status", "blocked", "assignee", "due_date", "sprint")


def blocked(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say what is blocked, on what it waits, and who can unblock it."""
    if seen.lost and not seen.named:
        return NOTHING
    tickets = tuple(sight.whole(_asked_about(inquiry, seen, sight)))
    stuck = [each for each in tickets if each.value("blocked") is True and _is_live(each)]
    lines = [line for each in stuck for line in told(sight.witness.blocked(each))]
    if not lines:
        lines += told(_not_blocked(inquiry, seen, sight))
    if inquiry.people or seen.tickets:
        stops = [each for each in sight.findings_on(tickets) if each.rule in _STOPS]
        lines += [line for each in stops for line in told(sight.witness.finding(each))]
    lines += waiting_on(seen.tickets, sight)
    return Outline(lines=first_opened(cut(lines), yes=bool(stuck), inquiry=inquiry))


def risk(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say what the rules find, gravest first."""
    if seen.lost and not seen.named:
        return NOTHING
    if "overdue" in inquiry.text.casefold():
        return _overdue(inquiry, seen, sight)
    found = _findings(inquiry, seen, sight)
    lines = [line for each in found for line in told(sight.witness.finding(each))]
    if not lines:
        lines += told(sight.witness.none(f"No rule finds a risk{_about(inquiry, seen, sight)}"))
    well = any(each in inquiry.text.casefold() for each in _WELL)
    return Outline(lines=first_opened(cut(lines), yes=bool(found) != well, inquiry=inquiry))


def _overdue(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say which promises and tickets should have been done before today."""
    keys = {key for each in (*seen.tickets, *sight.mine(inquiry.people)) for key in each.keys}
    promised = [
        each
        for each in sight.commitments
        if each.status is CommitmentStatus.OPEN and each.due and each.due < sight.today
        if not (keys or inquiry.people or seen.commitments)
        or (each.owner in inquiry.people or keys & {*each.tickets} or each in seen.commitments)
    ]
    late = [
        each
        for each in (seen.tickets or sight.mine(inquiry.people) or (() if inquiry.people else sight.live))
        if _is_live(each) and "" < str(each.value("due_date") or "")[:10] < sight.today.isoformat()
    ]
    lines = [line for each in promised for line in told(sight.witness.commitment(each))]
    lines += [line for each in sight.whole(late) for line in told(sight.witness.due(each))]
    if not lines:
        lines += told(sight.witness.none(f"Nothing is overdue{_about(inquiry, seen, sight)}"))
    return Outline(lines=first_opened(cut(lines), yes=bool(promised or late), inquiry=inquiry))


def conflicts(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say where sources disagree."""
    if seen.lost and not seen.named:
        return NOTHING
    keys = {key for each in (*seen.tickets, *sight.mine(inquiry.people)) for key in each.keys}
    found = [each for each in sight.conflicts if not (keys or inquiry.people) or each.subject in keys]
    lines = [line for each in found for line in told(sight.witness.conflict(each))]
    if not lines:
        lines += told(
            sight.witness.none(f"No sources disagree{_about(inquiry, seen, sight).replace(' for', ' about', 1)}")
        )
    return Outline(lines=first_opened(cut(lines), yes=bool(found), inquiry=inquiry))


def next_steps(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:  # noqa: ARG001
    """Say what somebody should do: the risks that wait for them, then their tickets, what is under way first."""
    mine = sight.mine(inquiry.people)
    keys = {each.key for each in mine}
    waits = [f for f in sight.findings if not inquiry.people or f.ask in inquiry.people or keys & {*f.tickets}]
    lines = [line for each in waits[:4] for line in told(sight.witness.finding(each))]
    order = (Status.IN_PROGRESS, Status.IN_REVIEW, Status.IN_QA, Status.TODO)
    ranked = sorted(
        mine, key=lambda each: (_rank(ticket_status(each), order), str(each.value("due_date") or "9"), each.key)
    )
    free = [each for each in ranked if each.value("blocked") is not True]
    lines += [line for each in sight.whole(free[:4]) for line in told(sight.witness.status(each))]
    if not lines:
        whose = f" for {listed(sight.witness.name(each) for each in inquiry.people)}" if inquiry.people else ""
        lines += told(sight.witness.none(f"The ledger holds nothing that is to be done{whose}"))
    return Outline(lines=cut(lines))


def sprint(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say how the sprint is: how many tickets stand where, what is blocked, the gravest risks, the promises."""
    if inquiry.people or seen.tickets or seen.lost:
        return NOTHING
    name, tickets = _current(sight)
    lines = list(told(_counted(name, tickets, sight)))
    stuck = [each for each in tickets if each.value("blocked") is True and _is_live(each)]
    lines += [line for each in sight.whole(stuck[:3]) for line in told(sight.witness.blocked(each))]
    grave = [each for each in sight.findings if each.rule != "blocked"][:3]
    lines += [line for each in grave for line in told(sight.witness.finding(each))]
    promised = [each for each in sight.commitments if each.status is CommitmentStatus.OPEN][:3]
    lines += [line for each in promised for line in told(sight.witness.commitment(each))]
    return Outline(lines=tuple(lines))


def changes(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say what changed in some days, since the last business day if none is named."""
    if seen.lost and not seen.named:
        return NOTHING
    since = inquiry.since or _last_business_day(sight)
    until = inquiry.until or sight.today
    tickets = seen.tickets or sight.mine(inquiry.people, over=True) or (() if inquiry.people else sight.tickets)
    start = datetime.combine(since, time(), sight.team.calendar.zone)
    touched = [each for each in tickets if each.last_evidence_at and each.last_evidence_at >= start]
    newest = sorted(touched, key=lambda each: (each.last_evidence_at, each.key), reverse=True)[:30]
    found = [each for ticket in sight.whole(newest) for each in _changed(ticket, since, until, sight)]
    promises = seen.commitments or (() if inquiry.people or seen.tickets else sight.commitments)
    for each in promises:
        told_of = (sight.witness.commitment(each), *sight.witness.renegotiations(each))
        found += [one for one in told_of if one.at and since <= sight.team.calendar.day(one.at) <= until]
    found.sort(key=lambda each: (each.at or start, each.text))
    lines = [line for each in found for line in told(each)]
    if not lines:
        about = _about(inquiry, seen, sight)
        lines += told(sight.witness.none(f"Nothing that the ledger keeps changed{about} from {since} to {until}"))
    return Outline(lines=cut(lines, most=12))


def corrections(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:  # noqa: ARG001  # all are called alike
    """Say what people corrected."""
    heard = [claim for each in sight.heard("correct") for claim in each.event.claims]
    keys = {claim.subject for claim in heard if not inquiry.tickets or claim.subject in inquiry.tickets}
    decided = [
        each
        for ticket in filter(None, map(sight.ticket, sorted(keys)))
        for history in ticket.fields.values()
        for each in history.decided
        if each.claim.source == "feedback"
    ]
    lines = [line for each in decided for line in told(sight.witness.claim(each))]
    return Outline(lines=cut(lines) or tuple(told(sight.witness.none("Nobody corrected what the sources say"))))


def _asked_about(inquiry: Inquiry, seen: Subjects, sight: Sight) -> tuple[Ticket, ...]:
    if seen.tickets:
        return seen.tickets
    if inquiry.customers:
        keys = {key for each in seen.commitments for key in each.tickets}
        waiting = {name.casefold() for name in inquiry.customers}
        return tuple(each for each in sight.live if keys & each.keys or _waits_on(each).casefold() in waiting)
    if inquiry.people:
        names = {*inquiry.people, *(sight.witness.name(each) for each in inquiry.people)}
        return tuple(each for each in sight.live if each.value("assignee") in names or _waits_on(each) in names)
    return tuple(each for each in sight.live if each.value("blocked") is True)


def _waits_on(ticket: Ticket) -> str:
    history = ticket.fields.get("blocked")
    on = history.holder.waiting_on if history and history.value is True and history.holder else None
    return on or ""


def _not_blocked(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Evidence:
    if seen.tickets:
        return sight.witness.none(f"Nobody says that {listed(each.key for each in seen.tickets)} is blocked")
    whose = _about(inquiry, seen, sight)
    return sight.witness.none(f"Nobody says that any ticket{whose.replace(' for', ' of', 1)} is blocked")


def _findings(inquiry: Inquiry, seen: Subjects, sight: Sight) -> tuple[Finding, ...]:
    if seen.tickets:
        return sight.findings_on(seen.tickets)
    found = sight.findings
    if seen.commitments:
        keys = {key for each in seen.commitments for key in each.tickets}
        ids = {id_ for each in seen.commitments for id_ in each.ids}
        return tuple(each for each in found if each.commitment in ids or keys.intersection(each.tickets))
    if inquiry.customers:
        return ()
    if inquiry.people:
        keys = {key for each in sight.mine(inquiry.people) for key in each.keys}
        return tuple(each for each in found if each.ask in inquiry.people or keys.intersection(each.tickets))
    return found


def _about(inquiry: Inquiry, seen: Subjects, sight: Sight) -> str:
    named = [
        *(each.key for each in seen.tickets),
        *(sight.witness.name(each) for each in inquiry.people),
        *inquiry.customers,
    ]
    return f" for {listed(named)}" if named else ""


def _is_live(ticket: Ticket) -> bool:
    return ticket_status(ticket) not in (Status.DONE, Status.CANCELLED)


def _rank(status: Status | None, order: tuple[Status, ...]) -> int:
    return order.index(status) if status in order else len(order)


def _current(sight: Sight) -> tuple[str, tuple[Ticket, ...]]:
    """Find the sprint that runs today and its tickets; without one, all tickets that are to be done."""
    begun = {start: name for name, start in sight.reading.sprints().items() if start <= sight.today}
    name = begun[max(begun)] if begun else ""
    tickets = tuple(each for each in sight.tickets if name and each.value("sprint") == name)
    return (name, tickets) if tickets else ("", sight.live)


def _counted(name: str, tickets: tuple[Ticket, ...], sight: Sight) -> Evidence:
    words = {
        Status.DONE: "done",
        Status.IN_QA: "in QA",
        Status.IN_REVIEW: "in review",
        Status.IN_PROGRESS: "in progress",
        Status.TODO: "to do",
        Status.CANCELLED: "cancelled",
    }
    standing = [ticket_status(each) for each in tickets]
    told_of = [
        f"{standing.count(one)} {'is' if standing.count(one) == 1 else 'are'} {word}"
        for one, word in words.items()
        if one in standing
    ]
    where = f"in {name}" if name else "that are to be done"
    noun = "ticket" if len(tickets) == 1 else "tickets"
    return sight.witness.none(f"Of {len(tickets)} {noun} {where}, {listed(told_of) or 'none has a status'}")


def _last_business_day(sight: Sight) -> date:
    day = sight.today - timedelta(days=1)
    while not sight.team.calendar.works(day) and sight.today - day < timedelta(days=14):
        day -= timedelta(days=1)
    return day


def _changed(ticket: Ticket, since: date, until: date, sight: Sight) -> Iterator[Evidence]:
    for name in (*_FIELDS, *sorted(each for each in ticket.fields if each.startswith("approval:"))):
        history = ticket.fields.get(name)
        for before, each in _moves(history) if history else ():
            if each.claim.event and since <= sight.team.calendar.day(each.claim.said_at) <= until:
                yield sight.witness.change(each, before=before)
    for pull in ticket.pulls:
        for at in (pull.opened_at, pull.merged_at):
            if at and since <= sight.team.calendar.day(at) <= until:
                yield sight.witness.pull(pull, on=ticket.key)
                break


def _moves(history: FieldHistory) -> Iterable[tuple[Decided | None, Decided]]:
    """Give each claim that gave the field another value, with the one before it."""
    before: Decided | None = None
    for each in history.decided:
        if each.applied and (before is None or each.claim.value != before.claim.value):
            if before is not None or _is_news(each):
                yield before, each
            before = each


def _is_news(first: Decided) -> bool:
    """Tell whether the first that was said of a field is news: that a new ticket is somebody's to do is not."""
    field, value = first.claim.field, first.claim.value
    return bool(value) and field not in ("assignee", "sprint") and value != Status.TODO
