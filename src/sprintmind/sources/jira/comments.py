"""Comments on issues: English with the authority of speech; an edit is a new version of the same document."""

import re
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import EventKey, Source, SourceEvent, digest, named
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.reading.comments import read_comment
from sprintmind.reading.markup import plain
from sprintmind.sources.jira.heads import Head, audience, foreign, known, strangers
from sprintmind.sources.jira.payloads import Payload, at, mapping, text
from sprintmind.sources.jira.times import moment
from sprintmind.sources.jira.users import User, user

_ISSUE = re.compile(r"/issue/(\d+)/comment/")


def comment(
    payload: Payload, head: Head | None, *, delivery: Delivery, team: Team, deleted_at: datetime | None = None
) -> SourceEvent:
    """Turn a comment, or its end, into an event.

    Args:
        payload: The comment.
        head: Its issue; None where the payload does not tell it, as with old servers.
        delivery: What came.
        team: What the reading may know.
        deleted_at: When it went: a last version that says nothing any more.

    Raises:
        DeliveryError: It has no id or no time.
    """
    version = _version(payload, team, deleted=deleted_at is not None)
    ticket, issue = (head.key, head.id) if head else (None, _issue(payload))
    restricted = version.restricted or bool(head and head.restricted)
    key = EventKey(f"jira:comment/{version.id}:{digest(version.content, ticket or issue, restricted, str(deleted_at))}")
    document = f"comment:jira:{version.id}"
    claims, promises = read_comment(
        version.words,
        document=document,
        said_at=version.created,
        author=known(version.author, team),
        team=team,
        source=Source.COMMENT,
        event=key,
        about=ticket,
    )
    users = (*(head.users if head else ()), *((version.author,) if version.author else ()))
    touched = named("ticket", ticket) if ticket else named("issue", issue or "unknown")
    event = SourceEvent(
        key=key,
        source=Source.COMMENT,
        kind="comment_deleted" if deleted_at else "comment",
        said_at=deleted_at or version.updated,
        claims=claims,
        promises=promises,
        touches=frozenset({touched}),
        identities=strangers((version.author,), team),
        words=version.words,
        title=f"Comment on {ticket or f'issue {issue}'}",
        author=known(version.author, team),
        document=document,
        audience=audience(delivery, team, restricted=restricted, users=users),
    )
    return foreign(event, ticket, team) if ticket else event


@dataclass(frozen=True, slots=True, kw_only=True)
class _Version:
    id: str
    words: str
    author: User | None
    created: datetime
    updated: datetime
    restricted: bool

    @property
    def content(self) -> tuple[object, ...]:
        author = self.author.content if self.author else ()
        return (self.words, author, str(self.created), str(self.updated))


def _version(payload: Payload, team: Team, *, deleted: bool) -> _Version:
    number = text(payload, "id")
    created = moment(at(payload, "created"), team.calendar.zone)
    if not number or not created:
        raise DeliveryError("comment: expected an id and a time of creation")
    return _Version(
        id=number,
        words="" if deleted else plain(at(payload, "body")),
        author=user(mapping(payload, "author")),
        created=created,
        updated=moment(at(payload, "updated"), team.calendar.zone) or created,
        restricted=bool(at(payload, "visibility")),
    )


def _issue(payload: Payload) -> str:
    found = _ISSUE.search(text(payload, "self"))
    return found[1] if found else ""
