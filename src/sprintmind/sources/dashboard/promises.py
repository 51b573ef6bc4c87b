"""A person enters a promise to a customer, or answers one: confirms, rejects or closes it."""

from sprintmind.actions import Done
from sprintmind.domain.events import ClaimId, Promise, Source, SourceEvent, Span, Voice, named
from sprintmind.domain.promises import PromiseAction
from sprintmind.intake import DeliveryError

OUTCOMES = ("kept", "missed", "cancelled")


def promise(done: Done) -> SourceEvent:
    """Read a promise that a person enters; it needs no review, since a person has entered it."""
    action = done.action
    customer = done.team.customer_named(done.needed("customer"))
    if customer is None:
        known = ", ".join(each.name for each in done.team.customers) or "none yet"
        raise DeliveryError(f"{action.customer!r} is no customer; there are: {known}")
    made = Promise(
        id=done.claim_id(),
        event=done.key,
        customer=customer,
        what=done.needed("what"),
        source=Source.DASHBOARD,
        said_at=done.at,
        due=action.due,
        due_phrase=action.due.isoformat() if action.due else None,
        owner=action.owner or action.by,
        tickets=(done.ticket(),) if action.ticket else (),
        voice=Voice(done.claim_id()),
        span=Span(quote=action.what or "", path="dashboard.promise"),
    )
    return SourceEvent(
        key=done.key,
        source=Source.DASHBOARD,
        kind="promise",
        said_at=done.at,
        words=made.what,
        author=action.by,
        promises=(made,),
    )


def answer(done: Done) -> SourceEvent:
    """Read what a person says of a promise that was read from somebody's words."""
    action = done.action
    if action.action == "close" and action.outcome not in OUTCOMES:
        raise DeliveryError(f"a promise closes as {', '.join(OUTCOMES)}, not as {action.outcome!r}")
    answered = PromiseAction(
        event=done.key,
        at=done.at,
        promise=ClaimId(done.needed("promise")),
        action=action.action,
        by=action.by,
        reason=action.reason,
        outcome=action.outcome,
    )
    return SourceEvent(
        key=done.key,
        source=Source.DASHBOARD,
        kind=action.action,
        said_at=done.at,
        words=action.reason,
        author=action.by,
        observations=(answered,),
        touches=frozenset({named("customer", done.needed("customer"))}),
    )
