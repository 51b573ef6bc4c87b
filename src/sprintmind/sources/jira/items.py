"""What each kind of changelog item says about a ticket's fields."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from sprintmind.domain.events import UNKNOWN_PERSON, TicketKey, Value
from sprintmind.domain.people import Team
from sprintmind.sources.jira.entries import Entry, field_of
from sprintmind.sources.jira.heads import KEY
from sprintmind.sources.jira.payloads import Payload, at, text
from sprintmind.sources.jira.relations import dependency, sentence
from sprintmind.sources.jira.said import Said
from sprintmind.sources.jira.sprints import moved_to
from sprintmind.sources.jira.statuses import BLOCKED, meaning
from sprintmind.sources.jira.times import day
from sprintmind.sources.jira.users import changed_to, person


def read(entry: Entry, team: Team) -> Iterator[Said]:
    """Read what an entry says about the issue's fields, and by its links about other issues."""
    for position, item in enumerate(entry.items):
        reader = _READERS.get(field_of(item))
        if reader:
            changed = _Changed(item=item, entry=entry, team=team, path=f"changelog.items[{position}].toString")
            yield from reader(changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Changed:
    item: Payload
    entry: Entry
    team: Team
    path: str

    @property
    def new(self) -> str:
        return text(self.item, "toString")

    def said(self, field: str, *, value: Value) -> Said:
        return Said(
            subject=self.entry.after.key,
            field=field,
            value=value,
            quote=self.new,
            path=self.path,
            at=self.entry.at,
            sequence=self.entry.sequence,
        )

    def meaning(self, name: str, resolution: str) -> str | None:
        category = self.entry.after.category if name == self.entry.after.status else ""
        return meaning(name, category=category, resolution=resolution, status_map=self.team.status_map)


def _title(changed: _Changed) -> Iterator[Said]:
    if changed.new:
        yield changed.said("title", value=changed.new)


def _status(changed: _Changed) -> Iterator[Said]:
    found = changed.meaning(changed.new, changed.entry.after.resolution)
    if found == BLOCKED:
        yield changed.said("blocked", value=True)
        return
    if changed.meaning(text(changed.item, "fromString"), "") == BLOCKED:
        yield changed.said("blocked", value=False)
    unknown = None if found else f"the status {changed.new!r} is in no list and came without its category"
    yield replace(changed.said("status", value=found), rejected=unknown)


def _resolution(changed: _Changed) -> Iterator[Said]:
    """A resolution matters by itself only where it turns done into cancelled or back."""
    if any(field_of(other) == "status" for other in changed.entry.items):
        return
    status = changed.entry.after.status
    before, after = (changed.meaning(status, text(changed.item, end)) for end in ("fromString", "toString"))
    if after and before != after:
        yield changed.said("status", value=after)


def _assignee(changed: _Changed) -> Iterator[Said]:
    found = changed_to(changed.item, changed.entry.users)
    who = person(found, changed.team) if found else None
    stranger = found.identity if found and who == UNKNOWN_PERSON else None
    yield replace(changed.said("assignee", value=who), identity=stranger)


def _due_date(changed: _Changed) -> Iterator[Said]:
    told = at(changed.item, "to") or at(changed.item, "toString")
    found = day(told, changed.team.calendar.zone)
    if found or not told:
        yield changed.said("due_date", value=found.isoformat() if found else None)


def _sprint(changed: _Changed) -> Iterator[Said]:
    yield changed.said("sprint", value=moved_to(changed.item))


def _parent(changed: _Changed) -> Iterator[Said]:
    told = changed.new.upper()
    if not told or KEY.fullmatch(told):
        yield changed.said("parent", value=told or None)


def _flag(changed: _Changed) -> Iterator[Said]:
    yield changed.said("blocked", value=bool(changed.new))


def _link(changed: _Changed) -> Iterator[Said]:
    for end, stands in (("fromString", False), ("toString", True)):
        told = sentence(text(changed.item, end))
        found = dependency(told[0], changed.entry.after.key, told[1]) if told else None
        if found:
            subject, on = found
            said = changed.said(f"dependency:{on}", value=stands)
            waits = on if stands else None
            yield replace(said, subject=TicketKey(subject), quote=text(changed.item, end), waiting_on=waits)


_READERS: Mapping[str, Callable[[_Changed], Iterator[Said]]] = {
    "summary": _title,
    "status": _status,
    "resolution": _resolution,
    "assignee": _assignee,
    "duedate": _due_date,
    "sprint": _sprint,
    "parent": _parent,
    "issueparentassociation": _parent,
    "epic link": _parent,
    "flagged": _flag,
    "impediment": _flag,
    "link": _link,
}
