"""One changelog entry as an event, told by a webhook or by a REST changelog alike."""

from sprintmind.domain.events import EventKey, Source, SourceEvent, TicketKey, digest, named
from sprintmind.domain.issues import IssueSeen
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery
from sprintmind.sources.jira.entries import Entry, field_of
from sprintmind.sources.jira.heads import KEY, Head, audience, foreign, known, strangers
from sprintmind.sources.jira.items import read
from sprintmind.sources.jira.payloads import text
from sprintmind.sources.jira.said import claims
from sprintmind.sources.jira.statuses import meaning
from sprintmind.sources.jira.users import changed_to


def change(entry: Entry, *, head: Head, delivery: Delivery, team: Team) -> SourceEvent:
    """Turn an entry into its event; the same entry gives the same event, whoever tells it."""
    key = EventKey(f"jira:issue/{head.identity}/change/{entry.id}:{digest(_content(entry, head))}")
    readers = audience(delivery, team, restricted=head.restricted, users=head.users)
    said = tuple(read(entry, team))
    found = claims(said, key, team=team, audience=readers)
    previous = _previous_key(entry)
    fields = ", ".join(dict.fromkeys(text(item, "field") for item in entry.items)) or "nothing"
    author = known(entry.author, team)
    touches = {named("ticket", entry.after.key)} | ({named("person", author)} if author else set())
    event = SourceEvent(
        key=key,
        source=Source.TASK_UPDATE,
        kind="issue_updated",
        said_at=entry.at,
        claims=found,
        observations=(_sighting(entry, head, key, previous),),
        touches=frozenset(touches),
        identities=strangers((entry.author,), team) | {each.identity for each in said if each.identity},
        title=f"{entry.after.key}: {fields}",
        author=author,
        audience=readers,
        ignored=None if found or previous else f"changed only {fields}: nothing that is tracked",
    )
    return foreign(event, entry.after.key, team)


def _sighting(entry: Entry, head: Head, event: EventKey, previous: TicketKey | None) -> IssueSeen:
    entries = (entry.id,) if entry.id else ()
    return IssueSeen(event=event, at=entry.at, id=head.id, key=entry.after.key, previous_key=previous, entries=entries)


def _previous_key(entry: Entry) -> TicketKey | None:
    told = next((text(item, "fromString").upper() for item in entry.items if field_of(item) == "key"), "")
    return TicketKey(told) if KEY.fullmatch(told) else None


def _content(entry: Entry, head: Head) -> tuple[object, ...]:
    """Tell what a reading uses, without what the team's settings add."""
    items = tuple(
        (field_of(item), *(text(item, name) for name in ("from", "fromString", "to", "toString")))
        for item in entry.items
    )
    return (entry.after.key, str(entry.at), items, _standing(entry), _assignees(entry), head.restricted)


def _standing(entry: Entry) -> tuple[object, ...]:
    """Tell what is used of the issue around the entry, the category only as far as it adds to the name."""
    if not any(field_of(item) in ("status", "resolution") for item in entry.items):
        return ()
    after = entry.after
    return (after.status, meaning(after.status, category=after.category), after.resolution)


def _assignees(entry: Entry) -> tuple[object, ...]:
    named_here = (changed_to(item, entry.users) for item in entry.items if field_of(item) == "assignee")
    return tuple(each.content for each in named_here if each)
