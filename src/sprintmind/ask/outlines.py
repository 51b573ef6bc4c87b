"""What is to be said for each kind of question, from the ledger alone."""

from collections.abc import Callable, Iterator, Mapping

from sprintmind.ask import about_promises, about_tickets, about_work
from sprintmind.ask.lines import NOTHING, Line, Outline, told
from sprintmind.ask.sight import Sight
from sprintmind.ask.subjects import Subjects, subjects
from sprintmind.domain.inquiries import Inquiry, Intent


def _none(inquiry: Inquiry, seen: Subjects, sight: Sight) -> Outline:  # noqa: ARG001  # all are called alike
    """Leave it to memory; how the tickets that are named stand is told beside."""
    beside = tuple(sight.witness.status(ticket) for ticket in seen.tickets)
    return Outline(unknown=True, beside=beside)


_OUTLINES: Mapping[Intent, Callable[[Inquiry, Subjects, Sight], Outline]] = {
    Intent.UNBLOCK: about_work.blocked,
    Intent.APPROVALS: about_tickets.approvals,
    Intent.DEPENDENCIES: about_tickets.dependencies,
    Intent.CONFLICTS: about_work.conflicts,
    Intent.CORRECTIONS: about_work.corrections,
    Intent.WHY: about_tickets.why,
    Intent.MOVED: about_promises.moved,
    Intent.PROMISES: about_promises.promises,
    Intent.CHANGES: about_work.changes,
    Intent.NEXT: about_work.next_steps,
    Intent.RISK: about_work.risk,
    Intent.BLOCKED: about_work.blocked,
    Intent.SPRINT: about_work.sprint,
    Intent.CI: about_tickets.ci,
    Intent.REVIEW: about_tickets.review,
    Intent.DUE: about_tickets.due,
    Intent.OWNER: about_tickets.owner,
    Intent.SAID: _none,
    Intent.DEPLOYED: about_tickets.deployed,
    Intent.STATUS: about_tickets.status,
    Intent.OTHER: _none,
}


def outline(inquiry: Inquiry, sight: Sight) -> Outline:
    """Tell what the ledger answers to a question."""
    seen = subjects(inquiry, sight)
    if (seen.strange and not seen.tickets) or inquiry.unsure:
        return Outline(lines=tuple(_strange(inquiry, seen)), unknown=True)
    if inquiry.mine and not inquiry.people:
        return Outline(lines=(Line(text="I do not know who asks: say who you are, and ask again"),), unknown=True)
    found = _OUTLINES[inquiry.intent](inquiry, seen, sight)
    if found is NOTHING or (found.unknown and not found.lines):
        return _general(inquiry, seen, sight, found)
    return found


def _strange(inquiry: Inquiry, seen: Subjects) -> Iterator[Line]:
    for key in seen.strange:
        yield Line(text=f"Nothing is known of a ticket {key}")
    for name in inquiry.unsure:
        yield Line(text=f"I cannot tell who {name} is: it could be two people")


def _general(inquiry: Inquiry, seen: Subjects, sight: Sight, found: Outline) -> Outline:
    """Answer a question that names something and wants nothing in particular with how that stands."""
    if inquiry.intent not in (Intent.OTHER, Intent.SPRINT, Intent.WHY, Intent.NEXT) or seen.lost:
        return found
    if seen.tickets or inquiry.people:
        return about_tickets.status(inquiry, seen, sight)
    if seen.commitments:
        return Outline(lines=tuple(line for each in seen.commitments for line in told(sight.witness.commitment(each))))
    return found
