"""What people do in a case, done to the application."""

from sprintmind.answers import Ingested
from sprintmind.app import App
from sprintmind.domain.events import ClaimId, PersonId, TicketKey
from sprintmind.domain.findings import FindingId
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import OPERATOR
from sprintmind.errors import InputError
from sprintmind.evals.given import (
    Acknowledge,
    Correct,
    Forget,
    Link,
    Order,
    PromiseAdded,
    PromiseAnswered,
    Settle,
    Withdraw,
)
from sprintmind.evals.preflight import Told, tell


def obey(order: Order, app: App) -> Ingested:
    """Do what a person does.

    Raises:
        InputError: It is refused, or there is nothing of the kind that the order names.
    """
    return tell(order, app) if isinstance(order, Told) else _done(order, app)


def _done(
    order: Forget | Correct | Settle | Withdraw | PromiseAdded | PromiseAnswered | Link | Acknowledge, app: App
) -> Ingested:
    match order:
        case Correct():
            return _correct(order, app)
        case Settle():
            return app.settle(_conflict(order, app), value=order.value, by=PersonId(order.by), reason=order.reason)
        case Withdraw():
            return app.withdraw(_claim(order, app), by=PersonId(order.by))
        case PromiseAdded():
            return _promise(order, app)
        case PromiseAnswered():
            found = _commitment(order, app)
            return app.answer_promise(found, action=order.action, by=PersonId(order.by), reason=order.reason)
        case Link() | Acknowledge() | Forget():
            return _beside(order, app)


def _beside(order: Link | Acknowledge | Forget, app: App) -> Ingested:
    """Do what says nothing about a ticket or a promise."""
    match order:
        case Link():
            return app.link(order.identity, _person(order.person), by=PersonId(order.by))
        case Acknowledge():
            snooze, finding = order.until is not None, FindingId(order.finding)
            return app.acknowledge(finding, by=PersonId(order.by), until=order.until, snooze=snooze)
        case Forget():
            app.forget(person=order.person, document=order.document)
            return Ingested()


def _correct(order: Correct, app: App) -> Ingested:
    return app.correct(
        order.text,
        by=PersonId(order.by),
        ticket=TicketKey(order.ticket) if order.ticket else None,
        field=order.field,
        value=order.value,
        reason=order.reason,
    )


def _promise(order: PromiseAdded, app: App) -> Ingested:
    return app.promise(
        customer=order.customer,
        what=order.what,
        due=order.due,
        by=PersonId(order.by),
        owner=_person(order.owner),
        ticket=TicketKey(order.ticket) if order.ticket else None,
    )


def _conflict(order: Settle, app: App) -> str:
    for conflict in app.conflicts(Moment(now=app.now()), OPERATOR, closed=True):
        about = (conflict.subject, conflict.field, str(conflict.challenger.value))
        if about == (order.ticket, order.field, order.challenger):
            return conflict.id
    raise InputError(f"there is no conflict about {order.field} of {order.ticket} with {order.challenger}")


def _claim(order: Withdraw, app: App) -> ClaimId:
    ticket = app.ticket(TicketKey(order.ticket), Moment(now=app.now()), OPERATOR)
    for history in ticket.fields.values():
        for decided in history.decided:
            if order.quote in decided.claim.span.quote:
                return decided.claim.id
    raise InputError(f"nothing was read about {order.ticket} from words like {order.quote!r}")


def _commitment(order: PromiseAnswered, app: App) -> ClaimId:
    for commitment in app.commitments(Moment(now=app.now()), OPERATOR, disputed=True):
        if order.what.casefold() in commitment.what.casefold():
            return commitment.id
    raise InputError(f"nothing like {order.what!r} was promised")


def _person(id: str | None) -> PersonId | None:
    return PersonId(id) if id else None
