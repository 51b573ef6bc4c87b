"""The statements of the ledger, built once: building one takes longer than running it."""

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update

from sprintmind.ledger.kept_statements import EVENT
from sprintmind.ledger.membership import one_of
from sprintmind.ledger.schema import (
    aliases,
    bodies,
    claims,
    commitments,
    concerned,
    conflicts,
    cursors,
    deliveries,
    events,
    findings,
    live,
    mental_models,
    meta,
    neighbours,
    outbox,
    promised,
    pulls,
    sprint_ends,
    sprints,
    tickets,
    touches,
    transitions,
    waiting,
)
from sprintmind.ledger.telling import ERASURE

# ---------------------------------------------------------------- facts

_touching = select(touches.c.heard).where(one_of(touches.c.name, "names"))

EVENTS_KNOWN = select(events.c.key).where(one_of(events.c.key, "keys"))
LAST_ORDER = select(func.max(events.c.heard).label("at"))
ADD_EVENT = insert(events)
ADD_BODY = insert(bodies)
BODIES_KNOWN = select(bodies.c.digest).where(one_of(bodies.c.digest, "keys"))
ADD_TOUCHES = insert(touches)
ADD_DELIVERY = insert(deliveries)
EVENTS_TOUCHING = (
    select(touches.c.name, *EVENT)
    .join_from(touches, events, events.c.heard == touches.c.heard)
    .where(one_of(touches.c.name, "names"))
)
EVENTS_HEARD_BY = select(*EVENT).where(events.c.heard_at <= bindparam("heard_by")).order_by(events.c.heard)
ALL_EVENTS = select(*EVENT).order_by(events.c.heard)
DELIVERIES_TOUCHING = (
    select(*EVENT, events.c.delivery, bodies.c.packed)
    .join(bodies, bodies.c.digest == events.c.body)
    .where(events.c.heard.in_(_touching), bodies.c.packed.is_not(None))
    .order_by(events.c.heard)
)
ALL_DELIVERIES = (
    select(*EVENT, events.c.delivery, bodies.c.packed)
    .join(bodies, bodies.c.digest == events.c.body)
    .where(bodies.c.packed.is_not(None))
    .order_by(events.c.heard)
)
HEARD_AT = select(events.c.key, events.c.heard_at).where(one_of(events.c.key, "keys"))
TOLD = (
    select(*EVENT, events.c.delivery, bodies.c.packed)
    .join(bodies, bodies.c.digest == events.c.body)
    .where(one_of(events.c.key, "keys"))
)
READ_AGAIN = (
    update(events)
    .where(events.c.heard == bindparam("at_heard"))
    .values(
        reading=bindparam("reading"),
        quotes=bindparam("quotes"),
        ignored=bindparam("ignored"),
        reader=bindparam("reader"),
        said_at=bindparam("said_at"),
    )
)
FORGET_TOUCHES = delete(touches).where(touches.c.heard == bindparam("at_heard"))

NAMES_WITHIN = (
    select(touches.c.name).distinct().where(touches.c.name >= bindparam("start"), touches.c.name < bindparam("end"))
)
IDENTITIES = (
    select(touches.c.name, func.count().label("seen"), func.min(events.c.source).label("source"))
    .join(events, events.c.heard == touches.c.heard)
    .where(touches.c.name >= bindparam("start"), touches.c.name < bindparam("end"), events.c.kind != "link")
    .group_by(touches.c.name)
)

# ---------------------------------------------------------------- state

LIVE_TICKETS = select(tickets.c.state).join_from(live, tickets, tickets.c.key == live.c.ticket).order_by(live.c.ticket)
ADD_LIVE = insert(live)
FORGET_LIVE = delete(live).where(one_of(live.c.ticket, "keys"))
_older_keys = select(aliases.c.key).where(one_of(aliases.c.ticket, "keys"))
LOOKING_AT = (
    select(neighbours.c.ticket)
    .distinct()
    .where(or_(one_of(neighbours.c.other, "keys"), neighbours.c.other.in_(_older_keys)))
)
ADD_NEIGHBOUR = insert(neighbours)
FORGET_NEIGHBOURS = delete(neighbours).where(one_of(neighbours.c.ticket, "keys"))
ADD_PULL = insert(pulls)
FORGET_PULLS = delete(pulls).where(one_of(pulls.c.name, "keys"))
ADD_SPRINT = insert(sprints)
FORGET_SPRINTS = delete(sprints).where(one_of(sprints.c.name, "keys"))
ADD_SPRINT_END = insert(sprint_ends)
FORGET_SPRINT_ENDS = delete(sprint_ends).where(one_of(sprint_ends.c.name, "keys"))
ADD_WAITING = insert(waiting)
FORGET_WAITING = delete(waiting).where(one_of(waiting.c.name, "keys"))
CURRENT_KEYS = select(aliases.c.key, aliases.c.ticket).where(one_of(aliases.c.key, "keys"))
ADD_TICKET = insert(tickets)
SET_TICKET = (
    update(tickets)
    .where(tickets.c.key == bindparam("its_key"))
    .values(state=bindparam("its_state"), history=bindparam("its_history"))
)
ADD_ALIAS = insert(aliases)

ADD_CLAIM = insert(claims)
FORGET_CLAIM = delete(claims).where(and_(claims.c.ticket == bindparam("of_ticket"), claims.c.claim == bindparam("id")))
ALL_CLAIMS = select(claims)
CLAIM_BY_ID = select(claims.c.ticket, claims.c.event).where(claims.c.claim == bindparam("id"))

ADD_CONFLICT = insert(conflicts)
FORGET_CONFLICTS = delete(conflicts).where(one_of(conflicts.c.ticket, "keys"))

FORGET_ALL_OF_TICKETS = (
    delete(tickets).where(one_of(tickets.c.key, "keys")),
    FORGET_LIVE,
    delete(aliases).where(or_(one_of(aliases.c.key, "keys"), one_of(aliases.c.ticket, "keys"))),
    delete(claims).where(one_of(claims.c.ticket, "keys")),
    FORGET_CONFLICTS,
    FORGET_NEIGHBOURS,
)

ADD_COMMITMENT = insert(commitments)
ADD_PROMISED = insert(promised)
_theirs = select(commitments.c.id).where(commitments.c.customer == bindparam("customer"))
FORGET_PROMISED = delete(promised).where(promised.c.commitment.in_(_theirs))
FORGET_COMMITMENTS = delete(commitments).where(commitments.c.customer == bindparam("customer"))

ALL_FINDINGS = select(findings.c.state).order_by(findings.c.id)
FINDINGS_ON = select(findings.c.state).where(one_of(findings.c.subject, "keys"))
FINDINGS_CONCERNING = select(findings.c.state).where(
    findings.c.id.in_(select(concerned.c.finding).where(one_of(concerned.c.ticket, "keys")))
)
ADD_FINDING = insert(findings)
ADD_CONCERNED = insert(concerned)
FORGET_FINDINGS = delete(findings).where(one_of(findings.c.id, "keys"))
FORGET_CONCERNED = delete(concerned).where(one_of(concerned.c.finding, "keys"))
ADD_TRANSITION = insert(transitions)
STORIES = select(transitions).where(one_of(transitions.c.finding, "keys"), transitions.c.at >= bindparam("since"))
ALL_STORIES = select(transitions).where(transitions.c.at >= bindparam("since"))
LAST_TRANSITION = select(func.max(transitions.c.id))

# ---------------------------------------------------------------- operational

QUEUE = insert(outbox)
QUEUE_AGAIN = (
    update(outbox)
    .where(outbox.c.kind != ERASURE)
    .values(delivered_at=None, attempts=0, retry_at=None, leased_until=None, lessee=None, error=None, parked_at=None)
)
MODELS = select(mental_models).order_by(mental_models.c.name)
FORGET_MODEL = delete(mental_models).where(mental_models.c.name == bindparam("named"))
ADD_MODEL = insert(mental_models)
QUEUED_DOCUMENTS = select(func.count(func.distinct(outbox.c.document))).where(outbox.c.delivered_at.is_(None))
BACKLOG = select(func.count()).select_from(outbox).where(outbox.c.delivered_at.is_(None))
COUNT_EVENTS = select(func.count()).select_from(events)
COUNT_CLAIMS = select(func.count()).select_from(claims)
LAST_HEARD = select(events.c.source, func.max(events.c.heard_at).label("at")).group_by(events.c.source)
CURSORS = select(cursors.c.name, cursors.c.value).where(cursors.c.system == bindparam("of_system"))
FORGET_CURSOR = delete(cursors).where(cursors.c.system == bindparam("of_system"), cursors.c.name == bindparam("named"))
ADD_CURSOR = insert(cursors)
SET_META = update(meta).where(meta.c.name == bindparam("named")).values(value=bindparam("value"))
ADD_META = insert(meta)
