"""When sprints start and end, folded and kept beside the rest of the state, inside one transaction."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sprintmind.domain.backing import accepted
from sprintmind.domain.events import Name, TicketKey
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.sprint_starts import sprint_starts
from sprintmind.domain.sprint_views import CARRY_OVER, OVERRUN
from sprintmind.domain.sprints import SprintEnd
from sprintmind.ledger.port import Reading, Writing


def keep_sprints(transaction: Writing, touched: Collection[Name], *, team: Team, now: datetime) -> frozenset[str]:
    """Keep when sprints start and end.

    Args:
        transaction: The one in which it happens.
        touched: Names of the sprints that some events touched.
        team: Whose day it is.
        now: What was shown for later waits.

    Returns:
        The names of those of which something else is known than was.
    """
    if not touched:
        return frozenset()
    found = sprint_starts(touched, transaction.touching, team=team, by=now)
    transaction.wait(found.waiting)
    starts, ends = transaction.sprints(), transaction.sprint_ends()
    changed = frozenset(
        name
        for name in found.names | found.known.keys() | found.ends.keys()
        if (starts.get(name), ends.get(name)) != (found.known.get(name), found.ends.get(name))
    )
    if changed:
        transaction.keep_sprints(found.known, found.ends, instead_of=found.names)
    return changed


def in_sprints(reading: Reading, sprints: Collection[str], *, policy: Policy) -> frozenset[TicketKey]:
    """Find the tickets still to be done that are in some sprints, or that were, where a rule reads that."""
    if not sprints:
        return frozenset()
    live = reading.live_tickets()
    if CARRY_OVER in policy.rules_on:
        live = reading.tickets([ticket.key for ticket in live], history=True)
    return frozenset(
        ticket.key
        for ticket in live
        if ticket.value("sprint") in sprints
        or any(claim.value in sprints for claim in accepted(ticket.fields.get("sprint")))
    )


def sprint_ends(reading: Reading, policy: Policy) -> Mapping[str, SprintEnd]:
    """Tell when sprints end, if a rule asks for it."""
    return reading.sprint_ends() if OVERRUN in policy.rules_on else {}
