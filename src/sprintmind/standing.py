"""What stands: tickets, promises and conflicts as they are kept, for a command that asks for nothing else.

A question of the past, for which events are folded, is answered by what is only loaded then.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Protocol

from sprintmind.domain.authority import Conflict
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.redaction import commitment_for, conflict_for, ticket_for
from sprintmind.domain.states import Asked, State
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Commitment, CommitmentStatus, Ticket
from sprintmind.identities import with_links
from sprintmind.ledger.kept import KeptLedger
from sprintmind.present import is_kept, present


class Past(Protocol):
    """Tells the state of any moment, from a reading of its own."""

    def __call__(self, asked: Asked, *, history: bool = False) -> State:
        """Tell it, with every field's history or without."""


class Standing:
    """What one workspace keeps.

    Args:
        ledger: Where everything is kept.
        team: The people file's.
        policy: By which findings are judged.
        clock: Tells the time, or `SPRINTMIND_NOW`.
        past: Folds what is not kept.
    """

    def __init__(
        self, *, ledger: KeptLedger, team: Team, policy: Policy, clock: Callable[[], datetime], past: Past
    ) -> None:
        self._ledger = ledger
        self._team = team
        self._policy = policy
        self._clock = clock
        self._past = past

    def now(self) -> datetime:
        """Tell the time, or `SPRINTMIND_NOW`."""
        return self._clock()

    @property
    def team(self) -> Team:
        """The team, with the links that people made since the people file."""
        with self._ledger.reading() as reading:
            return with_links(self._team, reading)

    def tickets(self, moment: Moment, caller: Caller, *, deleted: bool = False) -> tuple[Ticket, ...]:
        """Tell every ticket's state, by key; deleted ones only where asked for."""
        tickets = self._state(moment).tickets
        shown = (t for t in tickets if t.known and (deleted or not t.deleted))
        return tuple(ticket_for(caller, ticket, team=self._team) for ticket in shown)

    def commitments(self, moment: Moment, caller: Caller, *, disputed: bool = False) -> tuple[Commitment, ...]:
        """Tell every promise, the soonest due first; rejected ones only where asked for."""
        shown = (commitment_for(caller, each) for each in self._commitments(moment))
        kept = (c for c in shown if c and (disputed or c.status is not CommitmentStatus.DISPUTED))
        return by_due(kept)

    def conflicts(self, moment: Moment, caller: Caller, *, closed: bool = False) -> tuple[Conflict, ...]:
        """Tell the open conflicts, by ticket; the closed too where asked for."""
        every = self._conflicts(moment)
        shown = (conflict_for(caller, each, team=self._team) for each in every if closed or each.open)
        return tuple(conflict for conflict in shown if conflict)

    def _state(self, moment: Moment, *, history: bool = False) -> State:
        with self._ledger.reading() as reading:
            kept = present(reading, moment, history=history)
        return kept or self._past(self._asked(moment), history=history)

    def _commitments(self, moment: Moment) -> Sequence[Commitment]:
        """Take every promise; those of now without the tickets beside them."""
        with self._ledger.reading() as reading:
            if is_kept(reading, moment):
                return reading.commitments()
        return self._past(self._asked(moment)).commitments

    def _conflicts(self, moment: Moment) -> Sequence[Conflict]:
        """Take every conflict; those of now from the rows that keep what the challengers said."""
        with self._ledger.reading() as reading:
            if is_kept(reading, moment):
                return reading.conflicts()
        return conflicts_of(self._past(self._asked(moment)).tickets)

    def _asked(self, moment: Moment) -> Asked:
        return Asked(moment=moment, team=self._team, policy=self._policy)


def by_due(found: Iterable[Commitment]) -> tuple[Commitment, ...]:
    """Order promises, the soonest due first."""
    return tuple(sorted(found, key=lambda each: (each.due or date.max, each.customer, each.id)))


def conflicts_of(tickets: Iterable[Ticket]) -> list[Conflict]:
    """List every conflict of some tickets."""
    return [c for ticket in tickets for history in ticket.fields.values() for c in history.conflicts]
