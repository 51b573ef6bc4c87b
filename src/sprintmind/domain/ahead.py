"""What is still ahead of a ticket: its status as a word of ours, whose it is, and whether it is to be done."""

from collections.abc import Mapping

from sprintmind.domain.events import PersonId, Value
from sprintmind.domain.work import Status, Ticket

_STATUSES: Mapping[Value, Status] = {status.value: status for status in Status}


def ticket_status(ticket: Ticket) -> Status | None:
    """Tell a ticket's status; None where nobody said anything, or nothing that is a status."""
    return _STATUSES.get(ticket.value("status"))


def ticket_assignee(ticket: Ticket) -> PersonId | None:
    """Tell whose a ticket is; None where nobody is named."""
    value = ticket.value("assignee")
    return PersonId(value) if isinstance(value, str) and value else None


def to_do(ticket: Ticket | None) -> bool:
    """Tell whether a ticket is still to be done; one of which nothing is known is."""
    return ticket is None or (not ticket.deleted and ticket_status(ticket) not in (Status.DONE, Status.CANCELLED))
