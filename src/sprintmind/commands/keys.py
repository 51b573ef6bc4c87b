"""Ticket keys as people type them."""

from sprintmind.domain.events import TicketKey
from sprintmind.domain.people import Team
from sprintmind.errors import InputError


def ticket_key(text: str, team: Team, *, option: str) -> TicketKey:
    """Read a key of one of the team's projects; nothing else is a ticket.

    Raises:
        InputError: It is none.
    """
    key = TicketKey(text.strip().upper())
    if team.ticket_keys(key) != (key,):
        projects = " or ".join(team.keys) or "any project, for the team has none"
        raise InputError(f"{option}: {text!r} is not the key of a ticket of {projects}")
    return key
