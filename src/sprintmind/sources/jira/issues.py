"""Issues in webhooks and REST objects: created, changed, deleted, or as they stand with their changelog."""

from collections.abc import Iterator
from datetime import datetime, tzinfo

from sprintmind.domain.events import EventKey, Source, SourceEvent, digest, named
from sprintmind.domain.issues import IssueSeen
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.sources.jira.changes import change
from sprintmind.sources.jira.comments import comment
from sprintmind.sources.jira.entries import announced, logged
from sprintmind.sources.jira.heads import audience, foreign, head, ignored, known
from sprintmind.sources.jira.payloads import Payload, at, mapping, number, rows, text
from sprintmind.sources.jira.relatives import parent_of
from sprintmind.sources.jira.snapshots import snapshot
from sprintmind.sources.jira.times import moment
from sprintmind.sources.jira.timing import Times
from sprintmind.sources.jira.users import user

CLOSE = range(-1, 6)  # seconds from an issue's `updated` to the timestamp of the webhook that goes with it


def created(body: Payload, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    """Read a webhook of a new issue: every field, said when it was created."""
    issue = mapping(body, "issue")
    zone = team.calendar.zone
    began = moment(at(issue, "fields", "created"), zone) or announced_at(body, zone)
    times = Times(created=began, updated=max(began, moment(at(issue, "fields", "updated"), zone) or began), whole=True)
    yield snapshot(issue, times, head=head(issue), delivery=delivery, team=team)


def updated(body: Payload, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    """Read a webhook of a changed issue: what its changelog changed, and the comment that came with it."""
    issue = head(mapping(body, "issue"))
    when = announced_at(body, team.calendar.zone)
    if mapping(body, "changelog"):
        entry = announced(body, head=issue, when=when)
        yield change(entry, head=issue, delivery=delivery, team=team)
    elif mapping(body, "transition"):
        entry = announced({**body, "changelog": _transition(body)}, head=issue, when=when)
        yield change(entry, head=issue, delivery=delivery, team=team)
    if mapping(body, "comment"):
        yield comment(mapping(body, "comment"), issue, delivery=delivery, team=team)
    if not any(mapping(body, name) for name in ("changelog", "transition", "comment")):
        reason = "the issue was updated, and it is not said in what"
        event = ignored(
            "issue_updated", body, reason, delivery=delivery, when=when, touches={named("ticket", issue.key)}
        )
        yield foreign(event, issue.key, team)


def deleted(body: Payload, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    """Read a webhook of a deleted issue: a tombstone."""
    issue = head(mapping(body, "issue"))
    when = announced_at(body, team.calendar.zone, exact=True)
    told, parent = parent_of(mapping(body, "issue"))
    key = EventKey(f"jira:issue/{issue.identity}/deleted:{digest(issue.key, str(when), told, parent)}")
    seen = IssueSeen(event=key, at=when, id=issue.id, key=issue.key, deleted=True, parent=parent, tells_parent=told)
    event = SourceEvent(
        key=key,
        source=Source.TASK_UPDATE,
        kind="issue_deleted",
        said_at=when,
        observations=(seen,),
        title=f"{issue.key} deleted",
        author=known(user(mapping(body, "user")), team),
        audience=audience(delivery, team, restricted=issue.restricted, users=issue.users),
    )
    yield foreign(event, issue.key, team)


def shown(issue: Payload, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    """Read a REST issue: its history's entries, the issue as it stands, and its comments."""
    issue_head = head(issue)
    zone = team.calendar.zone
    told = [moment(at(issue, "fields", name), zone) for name in ("created", "updated")]
    times_told = [each for each in told if each]
    touches = {named("ticket", issue_head.key)}
    if not times_told:
        reason = "the issue comes without its fields `created` and `updated`: nobody knows when it was so"
        yield foreign(ignored("issue", issue, reason, delivery=delivery, touches=touches), issue_head.key, team)
        return
    histories = rows(issue, "changelog", "histories")
    entries = logged(issue, histories, head=issue_head, zone=zone)
    for entry in entries:
        yield change(entry, head=issue_head, delivery=delivery, team=team)
    # An empty changelog tells no more than the webhook of a new issue, which has none: both are one event.
    total = number(issue, "changelog", "total") or None
    times = Times(
        created=times_told[0],
        updated=max(times_told),
        entries=entries,
        entry_ids=tuple(sorted({text(each, "id") for each in histories} - {""})),
        total=total,
        whole="histories" in mapping(issue, "changelog") and len(histories) >= (total or 0),
    )
    yield snapshot(issue, times, head=issue_head, delivery=delivery, team=team)
    for each in rows(issue, "fields", "comment", "comments"):
        yield comment(each, issue_head, delivery=delivery, team=team)


def announced_at(body: Payload, zone: tzinfo, *, exact: bool = False) -> datetime:
    """Tell when a webhook's change happened: the issue's own `updated` where it is of the same moment.

    A REST changelog tells that moment, and a webhook's timestamp is some milliseconds later.

    Raises:
        DeliveryError: It tells no time.
    """
    stamp = moment(at(body, "timestamp"), zone)
    written = moment(at(body, "issue", "fields", "updated"), zone)
    if stamp and written and not exact and round((stamp - written).total_seconds()) in CLOSE:
        return written
    found = stamp or written
    if not found:
        raise DeliveryError("timestamp: expected milliseconds since 1970")
    return found


def _transition(body: Payload) -> Payload:
    """Put the oldest servers' way to tell a transition as a changelog."""
    ends = {"fromString": text(body, "transition", "from_status"), "toString": text(body, "transition", "to_status")}
    return {"id": "", "items": [{"field": "status", **ends}]}
