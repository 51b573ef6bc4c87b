"""What is true now, as the ledger keeps it."""

from collections.abc import Callable

from sprintmind.domain.moments import Moment
from sprintmind.domain.states import State
from sprintmind.domain.work import Ticket
from sprintmind.ledger.kept import Kept

Wanted = bool | Callable[[Ticket], bool]
"""Whose histories are wanted: of all tickets or none, or at least of those of which this tells so."""


def is_kept(reading: Kept, moment: Moment) -> bool:
    """Tell whether the ledger keeps the state of a moment: it is now, and nothing that waited counts by now."""
    return moment.is_now and not reading.due(moment.now)


def present(reading: Kept, moment: Moment, *, history: Wanted = False) -> State | None:
    """Take the state as it is kept; None where the past is asked for, or what waited counts by now.

    Args:
        reading: The ledger.
        moment: Of which the state is wanted.
        history: With whose fields' histories; their quotes are empty.
    """
    if not is_kept(reading, moment):
        return None
    return State(
        tickets=_tickets(reading, history),
        commitments=reading.commitments(),
        pulls=reading.pulls(),
        sprints=reading.sprints(),
        sprint_ends=reading.sprint_ends(),
    )


def _tickets(reading: Kept, history: Wanted) -> tuple[Ticket, ...]:
    """Take all tickets, with the histories that are wanted; most tickets' are of no account, and take longest."""
    if isinstance(history, bool):
        return reading.tickets(history=history)
    every = reading.tickets()
    whole = {each.key: each for each in reading.tickets([each.key for each in every if history(each)], history=True)}
    return tuple(whole.get(each.key, each) for each in every)
