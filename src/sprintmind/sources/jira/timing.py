"""When each field of an issue as it stands was last changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo

from sprintmind.domain.people import Team
from sprintmind.sources.jira.entries import Entry, field_of
from sprintmind.sources.jira.fields import read
from sprintmind.sources.jira.heads import Head
from sprintmind.sources.jira.items import read as read_entry
from sprintmind.sources.jira.payloads import Payload, at, mapping, text
from sprintmind.sources.jira.said import Said
from sprintmind.sources.jira.sprints import current, sprints_of
from sprintmind.sources.jira.statuses import BLOCKED, meaning
from sprintmind.sources.jira.times import moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """What is known of when an issue's fields changed."""

    created: datetime
    updated: datetime
    entries: tuple[Entry, ...] = ()
    entry_ids: tuple[str, ...] = ()
    total: int | None = None
    whole: bool = False
    """The entries are all that ever changed."""

    @property
    def fresh(self) -> bool:
        """A field without an entry stands as it was created."""
        return self.whole or self.updated <= self.created


def timed(issue: Payload, times: Times, *, head: Head, team: Team) -> Iterator[Said]:
    """Say of each field when it last changed; what nobody has ever filled in is not said at all."""
    last = _last(times, head, team)
    for said in read(issue, head, team):
        logged = last.get(said.place)
        if logged and _left_behind(issue, said, logged, team.calendar.zone):
            yield logged.when(logged.at, logged.sequence)
        elif logged and logged.value == said.value and not logged.rejected:
            yield said.when(logged.at, logged.sequence)
        elif logged or not times.fresh:
            yield said.when(_since(issue, said, team.calendar.zone) or times.updated, None)
        elif said.value is not None or said.rejected:
            yield said.when(times.created, 0)
    yield from _beneath(times, head, team)


def _last(times: Times, head: Head, team: Team) -> dict[tuple[str, str], Said]:
    """Find the newest entry's word on each field; an old key of the issue is the issue."""
    old = {entry.after.key for entry in times.entries}
    said = (each for entry in times.entries for each in read_entry(entry, team))
    return {(head.key if each.subject in old else each.subject, each.field): each for each in said}


def _left_behind(issue: Payload, said: Said, logged: Said, zone: tzinfo) -> bool:
    """Tell whether an issue was taken out of its sprint and shows only sprints that it had been in before."""
    found = sprints_of(mapping(issue, "fields"), zone) if said.field == "sprint" else None
    return found is not None and logged.value is None and not current(found)


def _since(issue: Payload, said: Said, zone: tzinfo) -> datetime | None:
    """Tell since when it is so where the changelog does not: work that ended, a sprint that closed without it."""
    if said.field == "status" and said.value in ("done", "cancelled"):
        return moment(at(issue, "fields", "resolutiondate"), zone)
    if said.field == "sprint" and said.value is None:
        closed = (each.completed for each in sprints_of(mapping(issue, "fields"), zone) or ())
        return max((each for each in closed if each), default=None)
    return None


def _beneath(times: Times, head: Head, team: Team) -> Iterator[Said]:
    """Say the status at creation of an issue that now stands in `Blocked`, which is no status."""
    items = [item for entry in times.entries for item in entry.items if field_of(item) == "status"]
    if not times.whole or not items:
        return
    first, last = text(items[0], "fromString"), text(items[-1], "toString")
    found = meaning(first, status_map=team.status_map)
    if found not in (None, BLOCKED) and meaning(last, status_map=team.status_map) == BLOCKED:
        path = "changelog.histories[0].items.fromString"
        yield Said(subject=head.key, field="status", value=found, quote=first, path=path, at=times.created, sequence=0)
