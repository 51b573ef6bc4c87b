"""What is true now, as the ledger keeps it."""

from sprintmind.domain.moments import Moment
from sprintmind.domain.states import State
from sprintmind.ledger.port import Reading


def present(reading: Reading, moment: Moment, *, history: bool = False) -> State | None:
    """Take the state as it is kept; None where the past is asked for, or what waited counts by now.

    Args:
        reading: The ledger.
        moment: Of which the state is wanted.
        history: With every field's history; its quotes are empty.
    """
    if not moment.is_now or reading.due(moment.now):
        return None
    return State(
        tickets=reading.tickets(history=history),
        commitments=reading.commitments(),
        pulls=reading.pulls(),
        sprints=reading.sprints(),
    )
