"""A ticket as a document: its values, what each rests on, and its pull requests."""

from collections.abc import Mapping
from datetime import datetime

from sprintmind.domain.authority import FieldHistory
from sprintmind.domain.events import Claim, EventKey
from sprintmind.domain.work import PullRequest, Ticket
from sprintmind.shapes.claims import why
from sprintmind.shapes.conflicts import seen_conflicts
from sprintmind.shapes.reader import Document, Reader, restricted


def ticket(found: Ticket, reader: Reader) -> Document:
    """Write a ticket's state."""
    document: Document = {
        "key": found.key,
        "title": found.value("title"),
        "status": found.value("status"),
        "assignee": found.value("assignee"),
        "due_date": found.value("due_date"),
        "sprint": found.value("sprint"),
        "blocked": bool(found.value("blocked")),
        "pulls": [pull(each) for each in found.pulls],
        "conflicts": len(seen_conflicts(found, reader)),
        "fields": {
            name: _field(history, history.holder, reader)
            for name, history in sorted(found.fields.items())
            if history.holder
        },
    }
    document |= {"deleted": True} if found.deleted else {}
    return document | ({"history_incomplete": True} if found.history_incomplete else {})


def ticket_with_history(found: Ticket, heard: Mapping[EventKey, datetime], reader: Reader) -> Document:
    """Write a ticket's state and every claim about it."""
    return ticket(found, reader) | {"history": why(found, heard, reader)}


def pull(found: PullRequest) -> Document:
    """Write a pull request."""
    return {
        "repo": found.repository,
        "number": found.number,
        "state": found.status.value,
        "ci": found.ci.value,
        "head": found.head,
        "title": found.title,
        "author": found.author,
        "url": found.url,
    }


def _field(history: FieldHistory, holder: Claim, reader: Reader) -> Document:
    seen = reader.sees(holder.audience)
    document: Document = {
        "value": history.value,
        "source": holder.source.value,
        "said_at": reader.time(holder.said_at),
        "event": holder.event if seen else None,
    }
    return document if seen else document | {"restricted": restricted(holder.audience)}
