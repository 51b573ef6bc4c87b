"""The statements that ask what is kept, built once; a command that asks for nothing else builds no other."""

from sqlalchemy import bindparam, select

from sprintmind.ledger.membership import one_of
from sprintmind.ledger.schema import (
    commitments,
    conflicts,
    erased,
    events,
    meta,
    promised,
    pulls,
    sprint_ends,
    sprints,
    tickets,
    waiting,
)

EVENT = (events.c.heard, events.c.heard_at, events.c.reading, events.c.quotes)
"""The columns of an event with its place."""

EVENTS_OF_KIND = select(*EVENT).where(events.c.kind == bindparam("kind")).order_by(events.c.heard)
ALL_TICKETS = select(tickets.c.state).order_by(tickets.c.key)
TICKETS = select(tickets.c.state).where(one_of(tickets.c.key, "keys"))
_HISTORY = (tickets.c.state, tickets.c.history)
ALL_HISTORIES = select(*_HISTORY).order_by(tickets.c.key)
HISTORIES = select(*_HISTORY).where(one_of(tickets.c.key, "keys"))
ALL_PULLS = select(pulls.c.state).order_by(pulls.c.name)
PULLS = select(pulls.c.state).where(one_of(pulls.c.name, "keys"))
ALL_SPRINTS = select(sprints)
ALL_SPRINT_ENDS = select(sprint_ends)
DUE = select(waiting.c.name).where(waiting.c.until <= bindparam("by"))
ALL_CONFLICTS = select(conflicts.c.state).order_by(conflicts.c.ticket, conflicts.c.id)
ALL_COMMITMENTS = select(commitments.c.state).order_by(commitments.c.id)
COMMITMENTS_TO = select(commitments.c.state).where(one_of(commitments.c.customer, "keys"))
COMMITMENTS = select(commitments.c.state).where(one_of(commitments.c.id, "keys"))
COMMITMENTS_NAMING = select(commitments.c.state).where(
    commitments.c.id.in_(select(promised.c.commitment).where(one_of(promised.c.ticket, "keys")))
)
META = select(meta.c.value).where(meta.c.name == bindparam("named"))
TOMBSTONES = select(erased).order_by(erased.c.kind, erased.c.identity)
