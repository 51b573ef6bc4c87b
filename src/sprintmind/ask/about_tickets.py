"""Questions about tickets: how they stand and why, whose they are, when they are due, what they wait on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from sprintmind.ask.lines import NOTHING, Line, Outline, answer_is, cut, opened, told
from sprintmind.ask.sight import Sight
from sprintmind.ask.subjects import Subjects
from sprintmind.domain.ahead import ticket_status
from sprintmind.domain.authority import Decision
from sprintmind.domain.deployments import is_live
from sprintmind.domain.events import TicketKey
from sprintmind.domain.inquiries import Inquiry
from sprintmind.domain.likeness import WORD
from sprintmind.domain.telling import listed, said_status
from sprintmind.domain.work import CiState, CommitmentStatus, PullRequest, PullStatus, Status, Ticket

_HOW_KNOWN = ("know", "says who", "according")
_ALL = frozenset(Status)
_UNDONE = _ALL - {Status.DONE, Status.CANCELLED}


def status(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say how tickets stand: the ones named, those of somebody, or those in a status."""
    if seen.tickets:
        lines = [line for ticket in seen.tickets for line in _standing(ticket, inquiry, sight)]
        return Outline(lines=cut(lines), unknown=all(ticket_status(each) is None for each in seen.tickets))
    if inquiry.customers and seen.commitments:
        return Outline(lines=tuple(line for each in seen.commitments for line in told(sight.witness.commitment(each))))
    if seen.lost or not (inquiry.people or inquiry.statuses):
        return NOTHING
    wanted = inquiry.statuses or _UNDONE
    found = [each for each in sight.in_status(wanted) if not inquiry.people or each.value("assignee") in inquiry.people]
    return Outline(lines=_listed(found, wanted, inquiry, sight))


def why(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say why a ticket stands as it does: what holds it, who said what, where sources disagree."""
    if not seen.tickets:
        return NOTHING
    lines: list[Line] = []
    for ticket in seen.tickets:
        lines += told(sight.witness.status(ticket))
        lines += _reasons(ticket, sight)
        if len(lines) == 1 or any(word in inquiry.text.casefold() for word in _HOW_KNOWN):
            lines += _history(ticket, sight)
    return Outline(lines=cut(lines), beside=tuple(sight.witness.assignee(each) for each in seen.tickets))


def owner(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say whose tickets are, or which tickets are somebody's or nobody's."""
    if seen.tickets:
        lines = [line for ticket in seen.tickets for line in told(sight.witness.assignee(ticket))]
        return Outline(lines=cut(lines), unknown=not any(each.value("assignee") for each in seen.tickets))
    if seen.lost:
        return NOTHING
    if inquiry.people:
        return Outline(lines=_listed(sight.mine(inquiry.people), _UNDONE, inquiry, sight))
    free = [each for each in sight.live if not each.value("assignee")]
    if not free:
        return Outline(lines=tuple(told(sight.witness.none("Every ticket that is still to be done has an assignee"))))
    return Outline(lines=cut([line for each in sight.whole(free) for line in told(sight.witness.assignee(each))]))


def due(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say when tickets and promises are due, or what is due in some days."""
    if seen.tickets:
        return _due_of(seen, sight)
    if seen.lost and not seen.commitments:
        return NOTHING
    promises = seen.commitments or sight.commitments
    promises = tuple(c for c in promises if c.status is CommitmentStatus.OPEN and _falls(str(c.due or ""), inquiry))
    if inquiry.people:
        promises = tuple(each for each in promises if each.owner in inquiry.people)
    lines = [line for each in promises for line in told(sight.witness.commitment(each))]
    if not seen.commitments:
        mine = sight.mine(inquiry.people) if inquiry.people else sight.live
        dated = [each for each in mine if _falls(str(each.value("due_date") or ""), inquiry)]
        lines += [line for each in sight.whole(dated) for line in told(sight.witness.due(each))]
    if not lines:
        lines += told(sight.witness.none(f"No promise and no ticket{_whose(inquiry, sight)} is due{_when(inquiry)}"))
    return Outline(lines=cut(lines))


def approvals(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say which approvals were given, and which are pending."""
    if seen.lost and not seen.tickets:
        return NOTHING
    tickets = seen.tickets or sight.mine(inquiry.people) or tuple(
        each for each in sight.live if any(name.startswith("approval:") for name in each.fields)
    )  # fmt: skip
    lines = [line for each in sight.whole(tickets) for found in sight.witness.approvals(each) for line in told(found)]
    if not lines and seen.tickets:
        none = f"No approval for {listed(each.key for each in seen.tickets)} is known"
        pulls = [line for each in seen.tickets for found in sight.witness.pulls(each) for line in told(found)]
        return Outline(lines=cut([*told(sight.witness.none(none)), *pulls]), unknown=not pulls)
    return Outline(lines=cut(lines) or tuple(told(sight.witness.none("No approval is pending"))))


def dependencies(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:  # noqa: ARG001  # all are called alike
    """Say what tickets depend on, and what depends on them."""
    if not seen.tickets:
        return NOTHING
    lines: list[Line] = []
    for ticket in seen.tickets:
        lines += [line for found in sight.witness.dependencies(ticket) for line in told(found)]
        lines += _waiting_on(ticket, sight)
    if not lines:
        keys = listed(each.key for each in seen.tickets)
        lines += told(
            sight.witness.none(f"Nobody said that {keys} depends on anything, or that anything depends on it")
        )
    return Outline(lines=cut(lines))


def review(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say how the reviews of pull requests stand."""
    if seen.lost and not seen.tickets:
        return NOTHING
    tickets = seen.tickets or sight.mine(inquiry.people) or (() if inquiry.people else sight.live)
    if (not seen.tickets and inquiry.statuses) or "in review" in inquiry.text.casefold():
        return status(inquiry, seen, sight)
    return _pulls(tickets, inquiry, sight)


def ci(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say how CI is on the pull requests of tickets."""
    if seen.lost and not seen.tickets:
        return NOTHING
    return _pulls(seen.tickets or sight.mine(inquiry.people) or (() if inquiry.people else sight.live), inquiry, sight)


def deployed(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say where tickets were deployed to; that they are merged or done does not say that they are live."""
    if seen.lost and not seen.tickets:
        return NOTHING
    tickets = seen.tickets or tuple(sight.whole(each for each in sight.tickets if _is_deployed(each)))
    lines = [line for each in tickets for found in sight.witness.deployments(each) for line in told(found)]
    if not seen.tickets:
        return Outline(lines=cut(lines) or tuple(told(sight.witness.none("No deployment of any ticket was seen"))))
    if lines:
        yes = all(_is_live(each) for each in seen.tickets)
        return Outline(lines=first_opened(cut(lines), yes=yes, inquiry=inquiry))
    none = sight.witness.none(f"No deployment of {listed(each.key for each in seen.tickets)} was seen")
    beside = [line for each in seen.tickets for line in _standing(each, replace(inquiry, statuses=frozenset()), sight)]
    return Outline(lines=cut([*told(none), *beside]))


def waiting_on(tickets: Iterable[Ticket], sight: Sight) -> Iterator[Line]:
    """Say what waits on some tickets."""
    for ticket in tickets:
        yield from _waiting_on(ticket, sight)


def _is_deployed(ticket: Ticket) -> bool:
    return any(pull.deployments for pull in ticket.pulls)


def _is_live(ticket: Ticket) -> bool:
    """Tell whether every pull request that was merged for a ticket runs in production."""
    merged = [each for each in ticket.pulls if each.own and each.status is PullStatus.MERGED]
    return bool(merged) and all(is_live(each) for each in merged)


def _standing(ticket: Ticket, inquiry: Inquiry, sight: Sight) -> Iterator[Line]:
    opening = ""
    if inquiry.statuses:
        opening = answer_is(yes=ticket_status(ticket) in inquiry.statuses, inquiry=inquiry)
    yield from told(sight.witness.status(ticket), opening=opening)
    if inquiry.people and not inquiry.yes_or_no:
        yield from told(sight.witness.assignee(ticket))
    if ticket.value("blocked") is True:
        yield from told(sight.witness.blocked(ticket))
    for found in (*sight.witness.pulls(ticket), *sight.witness.conflicts(ticket)):
        yield from told(found)


def _reasons(ticket: Ticket, sight: Sight) -> Iterator[Line]:
    """Say what keeps a ticket where it is."""
    if ticket.value("blocked") is True:
        yield from told(sight.witness.blocked(ticket))
    held = (
        *sight.witness.pulls(ticket),
        *sight.witness.dependencies(ticket),
        *sight.witness.approvals(ticket),
        *sight.witness.conflicts(ticket),
    )
    for found in held:
        yield from told(found)


def _history(ticket: Ticket, sight: Sight) -> Iterator[Line]:
    """Say who moved the status last, and who contradicts it."""
    history = ticket.fields.get("status")
    moved = [each for each in history.decided if each.decision is Decision.ACCEPTED and each.applied] if history else []
    for each in moved[-2:]:
        yield from told(sight.witness.claim(each))


def _waiting_on(ticket: Ticket, sight: Sight) -> Iterator[Line]:
    for key in sorted({*sight.looking_at(ticket.keys)} - ticket.keys):
        other = sight.ticket(TicketKey(key))
        if other is None:
            continue
        history = other.fields.get("blocked")
        if history and history.holder and history.value is True and history.holder.waiting_on in ticket.keys:
            yield from told(sight.witness.blocked(other))
        for found in sight.witness.dependencies(other):
            if any(key in found.text for key in ticket.keys):
                yield from told(found)


def _due_of(seen: Subjects, sight: Sight) -> Outline:
    keys = {key for each in seen.tickets for key in each.keys}
    promises = [each for each in sight.commitments if keys.intersection(each.tickets)]
    dated = [each for each in seen.tickets if each.value("due_date")]
    lines = [line for each in dated for line in told(sight.witness.due(each))]
    lines += [line for each in promises for line in told(sight.witness.commitment(each))]
    lines += [line for each in seen.tickets if each not in dated for line in told(sight.witness.due(each))]
    return Outline(lines=cut(lines), unknown=not dated and not any(each.due for each in promises))


def _falls(day: str, inquiry: Inquiry) -> bool:
    """Tell whether a date lies in the days asked about."""
    first, last = str(inquiry.since or ""), str(inquiry.until or "")
    return bool(day) and first <= day[:10] and (not last or day[:10] <= last)


def _when(inquiry: Inquiry) -> str:
    first = f" from {inquiry.since}" if inquiry.since else ""
    return (
        f"{first} to {inquiry.until}" if inquiry.until and first else f" by {inquiry.until}" if inquiry.until else first
    )


def _whose(inquiry: Inquiry, sight: Sight) -> str:
    return f" of {listed(sight.witness.name(each) for each in inquiry.people)}" if inquiry.people else ""


def _listed(found: Iterable[Ticket], wanted: frozenset[Status], inquiry: Inquiry, sight: Sight) -> tuple[Line, ...]:
    tickets = tuple(sight.whole(found))
    if not tickets:
        how = "still to be done" if wanted == _UNDONE else listed(sorted(said_status(each.value) for each in wanted))
        return tuple(told(sight.witness.none(f"No ticket{_whose(inquiry, sight)} is {how}")))
    return cut([line for each in tickets for line in told(sight.witness.status(each))])


def _pulls(tickets: Iterable[Ticket], inquiry: Inquiry, sight: Sight) -> Outline:
    found = tuple(sight.whole(each for each in tickets if each.pulls))
    wanted = frozenset(inquiry.pulls)
    meant = [
        (ticket, pull)
        for ticket in found
        for pull in sorted(ticket.pulls, key=lambda each: each.number)
        if not wanted or pull.number in wanted
    ]
    if meant:
        lines = [line for ticket, pull in meant for line in told(sight.witness.pull(pull, on=ticket.key))]
        so = _is_so(inquiry.text, [pull for _, pull in meant])
        return Outline(lines=cut(lines) if so is None else first_opened(cut(lines), yes=so, inquiry=inquiry))
    keys = [each.key for each in tickets if not each.pulls] if inquiry.tickets else []
    none = (
        f"No pull request works on {listed(keys)}" if keys else "No pull request works on a ticket that is to be done"
    )
    return Outline(lines=tuple(told(sight.witness.none(none))), unknown=bool(inquiry.pulls))


def _is_so(text: str, pulls: Sequence[PullRequest]) -> bool | None:
    """Tell whether a pull request is as a question asks; None where it asks for nothing that has a yes or no."""
    words = frozenset(WORD.findall(text.casefold()))
    for asked, holds in _QUESTIONS:
        if words & asked:
            return any(map(holds, pulls))
    return None


_QUESTIONS: tuple[tuple[frozenset[str], Callable[[PullRequest], bool]], ...] = (
    (frozenset({"red", "failing", "fails", "failed", "broken"}), lambda pull: pull.ci is CiState.FAILING),
    (frozenset({"green", "passing", "passes", "passed"}), lambda pull: pull.ci is CiState.PASSING),
    (frozenset({"merged"}), lambda pull: pull.status is PullStatus.MERGED),
    (frozenset({"reviewed", "reviews"}), lambda pull: bool(pull.reviews)),
    (frozenset({"draft"}), lambda pull: pull.status is PullStatus.DRAFT),
)


def first_opened(lines: Iterable[Line], *, yes: bool, inquiry: Inquiry) -> tuple[Line, ...]:
    """Open the first line with yes or no where the question wants that."""
    all_lines = tuple(lines)
    return opened(all_lines, answer_is(yes=yes, inquiry=inquiry)) if all_lines else ()
