"""Which issue a payload is about, who may read of it, and how its events are put together."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec

from sprintmind.domain.events import (
    UNKNOWN_PERSON,
    Audience,
    EventKey,
    Name,
    PersonId,
    Source,
    SourceEvent,
    TicketKey,
    Visibility,
    digest,
)
from sprintmind.domain.issues import IssueId
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.sources.jira.payloads import Payload, at, mapping, text
from sprintmind.sources.jira.said import ours
from sprintmind.sources.jira.users import User, person, user

KEY = re.compile(r"[A-Z][A-Z0-9_]*-\d{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The issue that a payload is about."""

    id: IssueId | None
    key: TicketKey
    users: tuple[User, ...]
    """Who is shown in its fields."""
    restricted: bool
    """It has a security level: not everyone may see it."""

    @property
    def identity(self) -> str:
        """The id where it is known, else the key."""
        return self.id or self.key


def head(issue: Payload, path: str = "issue") -> Head:
    """Read which issue it is.

    Raises:
        DeliveryError: It has no key.
    """
    key = text(issue, "key").upper()
    if not KEY.fullmatch(key):
        raise DeliveryError(f"{path}.key: expected an issue's key such as NW-231, found {key!r}")
    number = text(issue, "id")
    shown = (user(mapping(issue, "fields", name)) for name in ("assignee", "reporter", "creator"))
    return Head(
        id=IssueId(number) if number else None,
        key=TicketKey(key),
        users=tuple(each for each in shown if each),
        restricted=bool(at(issue, "fields", "security")),
    )


def audience(delivery: Delivery, team: Team, *, restricted: bool = False, users: Iterable[User] = ()) -> Audience:
    """Tell who may read a delivery; what Jira itself restricts is for those it names."""
    named_here = {who for name in delivery.participants if (who := team.person_named(name))}
    involved = [who for each in users if (who := known(each, team))] if restricted else []
    people = frozenset((*named_here, *involved)) - {UNKNOWN_PERSON}
    if restricted and delivery.visibility is Visibility.TEAM:
        return Audience(visibility=Visibility.PARTICIPANTS, people=people, ask=next(iter(involved), None))
    return Audience(visibility=delivery.visibility, people=people)


def known(who: User | None, team: Team) -> PersonId | None:
    """Tell the person of the team that a user is; None where it is nobody of the team."""
    found = person(who, team) if who else UNKNOWN_PERSON
    return None if found == UNKNOWN_PERSON else found


def strangers(users: Iterable[User | None], team: Team) -> frozenset[str]:
    """List the identities of users who are nobody of the team."""
    return frozenset(each.identity for each in users if each and person(each, team) == UNKNOWN_PERSON)


def foreign(event: SourceEvent, key: str, team: Team) -> SourceEvent:
    """Keep an event about another project's issue as seen only."""
    if ours(key, team):
        return event
    project = key.rpartition("-")[0]
    kept = tuple(each for each in event.observations if any(ours(name.partition(":")[2], team) for name in each.names))
    reason = f"project {project} is not among the team's keys"
    return replace(event, claims=(), promises=(), observations=kept, touches=frozenset(), identities=frozenset(),
                   ignored=reason)  # fmt: skip


def ignored(
    kind: str,
    payload: object,
    reason: str,
    *,
    delivery: Delivery,
    when: datetime | None = None,
    touches: Iterable[Name] = (),
) -> SourceEvent:
    """Keep a payload as seen, with the reason why nothing is read from it."""
    content = msgspec.json.encode(payload, order="sorted").decode()
    return SourceEvent(
        key=EventKey(f"jira:{kind}:{digest(content)}"),
        source=Source.TASK_UPDATE,
        kind=kind,
        said_at=when or delivery.received_at.replace(microsecond=0),
        touches=frozenset(touches),
        audience=audience(delivery, Team()),
        ignored=reason,
    )
