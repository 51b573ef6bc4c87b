"""Issues and comments: their keys are evidence of activity; a comment's text is a document read as English."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import Source, SourceEvent
from sprintmind.reading.comments import read_comment
from sprintmind.sources.github.accounts import Account, account
from sprintmind.sources.github.events import NO_TICKET, Reading, event_key, evidence, full_name
from sprintmind.sources.github.payload import Node


def issues(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read an issue's webhook."""
    return _issue(payload["issue"].object(), payload, reading)


def rest_issue(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a REST object of an issue."""
    return _issue(payload, payload, reading)


def issue_comment(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a comment on an issue or a pull request."""
    comment, issue = payload["comment"].object(), payload["issue"].object()
    deleted = payload["action"].hint() == "deleted"
    written = comment["created_at"].time()
    changed = reading.time(comment["updated_at"], comment["created_at"])
    told = Comment(
        id=comment["id"].number(),
        text="" if deleted else comment["body"].text_or_none() or "",
        said_at=written,
        # GitHub tells no time of a deletion but that of the issue's change.
        changed_at=max(changed, reading.time(issue["updated_at"], comment["updated_at"])) if deleted else changed,
        deleted=deleted,
        writer=account(comment["user"], reading.team),
        place=f"{full_name(payload['repository'])}#{issue['number'].number()} {issue['title'].hint() or ''}".rstrip(),
    )
    return (comment_event(told, reading),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """One version of a comment."""

    id: int
    """GitHub's, the same for all versions."""
    text: str
    """Its words; none once it is deleted."""
    said_at: datetime
    """When the comment was first written; what it claims counts from then."""
    changed_at: datetime
    """When this version came to be."""
    deleted: bool
    """It takes back what earlier versions said."""
    writer: Account
    place: str
    """The issue or pull request that it stands on."""


def comment_event(comment: Comment, reading: Reading) -> SourceEvent:
    """Make the event of one version of a comment; all versions share the document `comment:github:<id>`."""
    touches = reading.tickets(comment.text, comment.place)
    key = event_key(f"comment/{comment.id}", comment.text, comment.said_at, comment.changed_at, comment.deleted)
    document = f"comment:github:{comment.id}"
    claims, promises = read_comment(
        comment.text,
        document=document,
        said_at=comment.said_at,
        author=comment.writer.person,
        team=reading.team,
        source=Source.COMMENT,
        event=key,
        about=next(iter(reading.team.ticket_keys(comment.place)), None),
    )
    return SourceEvent(
        key=key,
        source=Source.COMMENT,
        kind="comment_deleted" if comment.deleted else "comment",
        said_at=comment.changed_at,
        claims=claims,
        promises=promises,
        touches=touches,
        identities=comment.writer.unmapped,
        title=comment.place,
        words=comment.text,
        author=comment.writer.person,
        document=document,
        ignored=None if touches or comment.deleted else NO_TICKET,
    )


def _issue(issue: Node, payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    title, body = issue["title"].hint(), issue["body"].hint()
    at = reading.time(issue["updated_at"], issue["created_at"], payload["repository.updated_at"])
    name = f"{full_name(payload['repository'])}#{issue['number'].number()} {title or ''}".rstrip()
    return (evidence(reading, payload, at=at, texts=(title, body), title=name),)
