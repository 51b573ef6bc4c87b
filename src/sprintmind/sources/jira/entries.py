"""Entries of a changelog, each with how the issue stood right after it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from sprintmind.domain.events import TicketKey
from sprintmind.sources.jira.heads import Head
from sprintmind.sources.jira.payloads import Payload, at, mapping, number, rows, text
from sprintmind.sources.jira.times import moment
from sprintmind.sources.jira.users import User, user

_SYSTEM = frozenset(("summary", "status", "assignee", "duedate", "parent", "resolution"))
"""Fields that have the same id everywhere, in whatever language their names are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How an issue stands, as far as a changelog entry needs it to be understood."""

    key: TicketKey
    status: str = ""
    """The status's name; empty where it is not known."""
    category: str = ""
    resolution: str = ""

    def before(self, items: Iterable[Payload], shown: "Standing") -> "Standing":
        """Tell how it stood before these items; the category is known of the status that is shown only."""
        earlier = self
        for item in items:
            match field_of(item):
                case "status":
                    status = text(item, "fromString")
                    earlier = replace(earlier, status=status, category=shown.category if status == shown.status else "")
                case "resolution":
                    earlier = replace(earlier, resolution=text(item, "fromString"))
                case "key":
                    earlier = replace(earlier, key=TicketKey(text(item, "fromString").upper() or earlier.key))
        return earlier


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry: what changed, when, by whom, and how the issue stood then."""

    id: str
    at: datetime
    items: tuple[Payload, ...]
    author: User | None
    after: Standing
    users: tuple[User, ...]
    """Everybody whom the payload shows."""

    @property
    def sequence(self) -> int | None:
        """Jira's own order of entries."""
        return number({"id": self.id}, "id")


def field_of(item: Payload) -> str:
    """Name the field of a changelog item, in lower case; the id of a system's field, else its displayed name."""
    field = text(item, "fieldId").lower()
    return field if field in _SYSTEM else text(item, "field").lower()


def standing(issue: Payload, head: Head) -> Standing:
    """Read how an issue stands in a payload."""
    status = mapping(issue, "fields", "status")
    return Standing(
        key=head.key,
        status=text(status, "name"),
        category=text(status, "statusCategory", "key") or text(status, "statusCategory", "name"),
        resolution=text(issue, "fields", "resolution", "name"),
    )


def logged(issue: Payload, histories: Iterable[Payload], *, head: Head, zone: tzinfo) -> tuple[Entry, ...]:
    """Read a REST changelog, earliest entry first, telling for each how the issue stood after it."""
    read = [(moment(at(each, "created"), zone), number(each, "id") or 0, each) for each in histories]
    told = sorted(
        ((when, sequence, each) for when, sequence, each in read if when), key=lambda entry: entry[:2], reverse=True
    )
    authors = [user(mapping(each, "author")) for _, _, each in told]
    users = (*head.users, *(each for each in authors if each))
    shown = after = standing(issue, head)
    found: list[Entry] = []
    for (when, _, each), author in zip(told, authors, strict=True):
        items = rows(each, "items")
        found.append(Entry(id=text(each, "id"), at=when, items=items, author=author, after=after, users=users))
        after = after.before(items, shown)
    return tuple(reversed(found))


def announced(body: Payload, *, head: Head, when: datetime) -> Entry:
    """Read the changelog of an update webhook; what the issue shows counts as far as it is what was changed."""
    items = rows(body, "changelog", "items")
    by = user(mapping(body, "user"))
    shown = standing(mapping(body, "issue"), head)
    after = shown
    for item in items:
        if field_of(item) == "status" and text(item, "toString") != shown.status:
            after = Standing(key=head.key, status=text(item, "toString"))
    for item in items:
        if field_of(item) == "resolution":
            after = replace(after, resolution=text(item, "toString"))
    users = (*head.users, *((by,) if by else ()))
    return Entry(id=text(body, "changelog", "id"), at=when, items=items, author=by, after=after, users=users)
