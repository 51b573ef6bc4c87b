"""What is true, now or at a moment of the past: from the cache where it is up to date, else folded from the events."""

from functools import partial

from sprintmind.domain.backing import looks_back
from sprintmind.domain.derivation import (
    dossier,
    is_known,
    ticket_state,
    whole_state,
)
from sprintmind.domain.events import TicketKey
from sprintmind.domain.findings import Finding
from sprintmind.domain.heard import Heard
from sprintmind.domain.people import Team
from sprintmind.domain.states import Asked, State
from sprintmind.domain.viewing import Work, views
from sprintmind.domain.work import Ticket
from sprintmind.identities import links_in, with_links
from sprintmind.learned import open_plans
from sprintmind.ledger.port import Reading
from sprintmind.newest import newest
from sprintmind.present import Wanted, present
from sprintmind.record import read_anew
from sprintmind.risk import evaluate


def state_at(reading: Reading, asked: Asked, *, history: Wanted = False) -> State:
    """Tell the state of everything at a moment.

    Args:
        reading: The ledger.
        asked: The moment and the rules.
        history: With every field's history, of all tickets or at least of those of which this tells so; of the present,
            its quotes are empty.
    """
    if stored := present(reading, asked.moment, history=history):
        return stored
    team, heard = known(reading, asked)
    return whole_state(heard, team=team, window=asked.policy.window, by=asked.moment.said_by)


def ticket_at(reading: Reading, key: TicketKey, asked: Asked) -> Ticket | None:
    """Tell one ticket's state at a moment, with its whole history; None if nothing is known of it."""
    if asked.moment.known_at:
        return next((ticket for ticket in state_at(reading, asked).tickets if key in ticket.keys), None)
    team = with_links(asked.team, reading)
    bearing = dossier(key, reading.touching)
    ticket = ticket_state(bearing, team=team, window=asked.policy.window, by=asked.moment.said_by)
    return ticket if is_known(ticket) else None


def findings_at(reading: Reading, asked: Asked) -> tuple[Finding, ...]:
    """Evaluate the rules for everything at a moment; nothing is stored."""
    whole = partial(looks_back, policy=asked.policy)
    return findings_in(state_at(reading, asked, history=whole), reading, asked)


def findings_in(state: State, reading: Reading, asked: Asked) -> tuple[Finding, ...]:
    """Evaluate the rules for a state that has the histories of what looks back; nothing is stored."""
    work = Work(
        tickets={ticket.key: ticket for ticket in state.tickets},
        commitments=state.commitments,
        pulls=state.pulls,
        sprints=state.sprints,
        sprint_ends=state.sprint_ends,
        plans=open_plans(reading, None, policy=asked.policy),
        newest=newest(reading, asked.policy, by=asked.moment.known_at or asked.moment.said_by),
    )
    team = with_links(asked.team, reading)
    return evaluate(views(work, team=team, policy=asked.policy, now=asked.moment.said_by))


def known(reading: Reading, asked: Asked) -> tuple[Team, tuple[Heard, ...]]:
    """Take what was known at a moment: the team with the links made by then, and the events as it read them.

    A link made since reaches into the past; what was known before it is read from the raw deliveries again.
    """
    team = with_links(asked.team, reading)
    by = asked.moment.known_at
    heard = reading.events(heard_by=by)
    then = asked.team.linked(links_in(heard))
    if then.links == team.links:
        return team, heard
    anew = {each.order: read_anew(each, delivery, team=then) for each, delivery in reading.deliveries(None)}
    return then, tuple(anew.get(each.order, each) for each in heard)
