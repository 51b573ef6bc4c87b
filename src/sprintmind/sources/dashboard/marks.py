"""A person says whose identity it is, or that a finding has been seen."""

from sprintmind.actions import Done
from sprintmind.domain.events import Observation, Source, SourceEvent
from sprintmind.domain.findings import FindingId, FindingMarked
from sprintmind.domain.people import IdentityLinked, identity_in
from sprintmind.intake import DeliveryError


def link(done: Done) -> SourceEvent:
    """Read whose identity it is; without a person it is nobody's again."""
    try:
        identity = identity_in(done.needed("identity"))
    except ValueError as error:
        raise DeliveryError(str(error)) from error
    person = done.action.person
    if person is not None and done.team.person(person) is None:
        raise DeliveryError(f"{person!r} is nobody of the team; there are {', '.join(p.id for p in done.team.people)}")
    return _event(done, IdentityLinked(event=done.key, at=done.at, identity=identity, person=person, by=done.action.by))


def mark(done: Done) -> SourceEvent:
    """Read that a finding was seen, or is to come back later."""
    if done.action.action == "snooze" and done.action.until is None:
        raise DeliveryError("snooze needs a moment at which the finding comes back")
    finding = FindingId(done.needed("finding"))
    seen = FindingMarked(
        event=done.key,
        at=done.at,
        finding=finding,
        by=done.action.by,
        until=done.action.until,
        reason=done.action.reason,
    )
    return _event(done, seen)


def _event(done: Done, observation: Observation) -> SourceEvent:
    return SourceEvent(
        key=done.key,
        source=Source.DASHBOARD,
        kind=done.action.action,
        said_at=done.at,
        words=done.action.reason,
        author=done.action.by,
        observations=(observation,),
    )
