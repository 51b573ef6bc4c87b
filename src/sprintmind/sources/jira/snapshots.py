"""An issue as it stands, as one event."""

from datetime import tzinfo

from sprintmind.domain.events import EventKey, Source, SourceEvent, digest, named
from sprintmind.domain.issues import IssueSeen
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery
from sprintmind.reading.markup import plain
from sprintmind.sources.jira.entries import standing
from sprintmind.sources.jira.heads import Head, audience, foreign, known, strangers
from sprintmind.sources.jira.payloads import Payload, at, mapping, text
from sprintmind.sources.jira.relatives import flagged, links_of, parent_of
from sprintmind.sources.jira.said import claims
from sprintmind.sources.jira.sprints import sprints_of
from sprintmind.sources.jira.timing import Times, timed
from sprintmind.sources.jira.users import user


def snapshot(issue: Payload, times: Times, *, head: Head, delivery: Delivery, team: Team) -> SourceEvent:
    """Turn an issue as it stands into one event; a created issue and a backfill of it give the same one."""
    zone = team.calendar.zone
    key = EventKey(f"jira:issue/{head.identity}:{digest(_content(issue, times, head, zone))}")
    readers = audience(delivery, team, restricted=head.restricted, users=head.users)
    said = tuple(timed(issue, times, head=head, team=team))
    told, parent = parent_of(issue)
    seen = IssueSeen(
        event=key, at=times.updated, id=head.id, key=head.key, entries=times.entry_ids, total=times.total,
        parent=parent, tells_parent=told,
    )  # fmt: skip
    creator = user(mapping(issue, "fields", "creator")) or user(mapping(issue, "fields", "reporter"))
    found = claims(said, key, team=team, audience=readers, repeats=True)
    event = SourceEvent(
        key=key,
        source=Source.TASK_UPDATE,
        kind="issue",
        said_at=times.updated,
        claims=found,
        observations=(
            seen,
            *(each.seen(key, times.updated) for each in sprints_of(mapping(issue, "fields"), zone) or ()),
        ),
        touches=frozenset({named("ticket", head.key)}),
        identities=strangers((creator,), team) | {each.identity for each in said if each.identity},
        title=f"{head.key} {text(issue, 'fields', 'summary')}".strip(),
        words=plain(at(issue, "fields", "description")),
        author=known(creator, team),
        audience=readers,
        ignored=None if found else "the issue comes without any field that is tracked",
    )
    return foreign(event, head.key, team)


def _content(issue: Payload, times: Times, head: Head, zone: tzinfo) -> tuple[object, ...]:
    """Tell what a reading uses, without what the team's settings add."""
    fields = mapping(issue, "fields")
    shown = standing(issue, head)
    assignee = user(mapping(fields, "assignee"))
    return (
        (str(times.created), str(times.updated), times.fresh, times.entry_ids, times.total, head.restricted),
        (head.key, text(fields, "summary"), shown.status, shown.category, shown.resolution, text(fields, "duedate")),
        ("assignee" in fields, assignee.content if assignee else None, flagged(issue), parent_of(issue)),
        tuple(each.content for each in sprints_of(fields, zone) or ()),
        tuple(links_of(issue, head.key)),
        text(fields, "resolutiondate"),
    )
