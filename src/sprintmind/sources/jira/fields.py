"""What an issue's fields say, each as it stands in the payload."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sprintmind.domain.events import UNKNOWN_PERSON, TicketKey, Value
from sprintmind.domain.people import Team
from sprintmind.sources.jira.entries import Standing, standing
from sprintmind.sources.jira.heads import Head
from sprintmind.sources.jira.payloads import Payload, mapping, text
from sprintmind.sources.jira.relatives import flagged, links_of, parent_of
from sprintmind.sources.jira.said import Said
from sprintmind.sources.jira.sprints import current, sprints_of
from sprintmind.sources.jira.statuses import BLOCKED, meaning
from sprintmind.sources.jira.times import day
from sprintmind.sources.jira.users import person, user

UNTIMED = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands where it is not yet known when something was said."""


def read(issue: Payload, head: Head, team: Team) -> Iterator[Said]:
    """Read every field that the payload holds, untimed; one that is left out says nothing."""
    shown = _Shown(issue=issue, head=head, team=team)
    for reader in _READERS:
        yield from reader(shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    issue: Payload
    head: Head
    team: Team

    @property
    def fields(self) -> Payload:
        return mapping(self.issue, "fields")

    @property
    def standing(self) -> Standing:
        return standing(self.issue, self.head)

    def meaning(self) -> str | None:
        shown = self.standing
        given = {"category": shown.category, "resolution": shown.resolution}
        return meaning(shown.status, **given, status_map=self.team.status_map)

    def said(self, field: str, *, value: Value, path: str, quote: str) -> Said:
        return Said(subject=self.head.key, field=field, value=value, path=f"fields.{path}", quote=quote, at=UNTIMED)


def _title(shown: _Shown) -> Iterator[Said]:
    title = text(shown.fields, "summary")
    if title:
        yield shown.said("title", value=title, path="summary", quote=title)


def _status(shown: _Shown) -> Iterator[Said]:
    name = shown.standing.status
    found = shown.meaning() if name else None
    if found == BLOCKED:
        yield shown.said("blocked", value=True, path="status.name", quote=name)
    elif name:
        unknown = None if found else f"the status {name!r} is in no list and has no category"
        yield replace(shown.said("status", value=found, path="status.name", quote=name), rejected=unknown)


def _assignee(shown: _Shown) -> Iterator[Said]:
    if "assignee" not in shown.fields:
        return
    found = user(mapping(shown.fields, "assignee"))
    who = person(found, shown.team) if found else None
    said = shown.said("assignee", value=who, path="assignee", quote=found.name if found else "")
    yield replace(said, identity=found.identity) if found and who == UNKNOWN_PERSON else said


def _due_date(shown: _Shown) -> Iterator[Said]:
    told = shown.fields.get("duedate", "")
    found = day(told, shown.team.calendar.zone)
    if found or told is None:
        value = found.isoformat() if found else None
        yield shown.said("due_date", value=value, path="duedate", quote=text(shown.fields, "duedate"))


def _sprint(shown: _Shown) -> Iterator[Said]:
    """Name the open sprint; work that ended in a closed one stays in it."""
    found = sprints_of(shown.fields, shown.team.calendar.zone)
    if found is None:
        return
    ended = shown.meaning() in ("done", "cancelled")
    sprint = current(found) or (found[-1] if found and ended else None)
    name = sprint.name if sprint else None
    yield shown.said("sprint", value=name, path="sprint", quote=name or "")


def _parent(shown: _Shown) -> Iterator[Said]:
    told, parent = parent_of(shown.issue)
    if told:
        yield shown.said("parent", value=parent, path="parent.key", quote=parent or "")


def _flag(shown: _Shown) -> Iterator[Said]:
    """A flag blocks; that there is none says nothing: people tell blockers elsewhere too."""
    if flagged(shown.issue):
        yield shown.said("blocked", value=True, path="flagged", quote="Impediment")


def _links(shown: _Shown) -> Iterator[Said]:
    for subject, on, words in links_of(shown.issue, shown.head.key):
        said = shown.said(f"dependency:{on}", value=True, path="issuelinks", quote=words)
        yield replace(said, subject=TicketKey(subject), waiting_on=on)


_READERS: tuple[Callable[[_Shown], Iterator[Said]], ...] = (
    _title,
    _status,
    _assignee,
    _due_date,
    _sprint,
    _parent,
    _flag,
    _links,
)
