"""Questions about promises to customers: what was promised, how each stands, and which dates moved."""

from collections.abc import Iterator

from sprintmind.ask.about_tickets import first_opened
from sprintmind.ask.lines import NOTHING, Line, Outline, cut, told
from sprintmind.ask.sight import Sight
from sprintmind.ask.subjects import Subjects
from sprintmind.domain.checkable import TermKind
from sprintmind.domain.events import TicketKey
from sprintmind.domain.inquiries import Inquiry
from sprintmind.domain.telling import listed
from sprintmind.domain.terms import Vocabulary
from sprintmind.domain.work import Commitment, CommitmentStatus

_ENDED = {"kept": "was", "missed": "was", "cancelled": "was"}


def promises(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say what was promised, with how each promise and its tickets stand."""
    if seen.lost and not seen.named:
        return NOTHING
    found = _asked_for(inquiry, seen, sight)
    lines = [line for each in found for line in _told(each, sight)]
    if not lines and inquiry.yes_or_no and seen.lost:
        return NOTHING
    if not lines:
        lines += told(sight.witness.none(f"No promise{_about(inquiry, sight)}{_kind(inquiry, sight)} is known"))
    return Outline(lines=first_opened(cut(lines), yes=bool(found), inquiry=inquiry))


def moved(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:
    """Say which promised dates moved, from when to when, and who said so."""
    if seen.lost and not seen.named:
        return NOTHING
    found = _asked_for(inquiry, seen, sight)
    lines = [line for each in found for one in sight.witness.renegotiations(each) for line in told(one)]
    yes = bool(lines)
    if not lines:
        lines += told(sight.witness.none(f"The date of no promise moved{_about(inquiry, sight)}"))
    return Outline(lines=first_opened(cut(lines), yes=yes, inquiry=inquiry))


def _asked_for(inquiry: Inquiry, seen: Subjects, sight: Sight) -> tuple[Commitment, ...]:
    found = seen.commitments if inquiry.customers or inquiry.topic else sight.commitments
    keys = {key for each in seen.tickets for key in each.keys}
    if keys:
        found = tuple(each for each in sight.commitments if keys.intersection(each.tickets))
    if inquiry.people:
        found = tuple(each for each in found if each.owner in inquiry.people)
    wanted = _states(inquiry, sight)
    if "overdue" in wanted:
        found = tuple(c for c in found if c.status is CommitmentStatus.OPEN and c.due and c.due < sight.today)
    states = {state for state in CommitmentStatus if state.value in wanted}
    found = tuple(each for each in found if not states or each.status in states)
    if inquiry.until and not inquiry.since:
        found = tuple(each for each in found if each.due and each.due <= inquiry.until)
    return found


def _states(inquiry: Inquiry, sight: Sight) -> frozenset[str]:
    terms = Vocabulary(team=sight.team, today=sight.today).terms(inquiry.text)
    words = {term.value for term in terms if term.kind is TermKind.STATUS}
    return frozenset(words & {"kept", "missed", "overdue", "open", "cancelled"})


def _told(commitment: Commitment, sight: Sight) -> Iterator[Line]:
    yield from told(sight.witness.commitment(commitment))
    for each in sight.witness.renegotiations(commitment):
        yield from told(each)
    if commitment.status is CommitmentStatus.OPEN:
        for ticket in filter(None, (sight.ticket(TicketKey(key)) for key in commitment.tickets[:3])):
            yield from told(sight.witness.status(ticket))


def _kind(inquiry: Inquiry, sight: Sight) -> str:
    wanted = sorted(_states(inquiry, sight))
    return f" that {_ENDED.get(wanted[0], 'is')} {listed(wanted)}" if wanted else ""


def _about(inquiry: Inquiry, sight: Sight) -> str:
    to = f" to {listed(inquiry.customers)}" if inquiry.customers else ""
    by = f" by {listed(sight.witness.name(each) for each in inquiry.people)}" if inquiry.people else ""
    with_ = f" with {listed(inquiry.tickets)}" if inquiry.tickets else ""
    return f"{to}{by}{with_}"
