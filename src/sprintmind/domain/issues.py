"""What the tracker's observations say: which keys are one issue, which issue is gone, whose part it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NewType

from sprintmind.domain.events import Name, Observation, TicketKey, named

IssueId = NewType("IssueId", str)
"""The tracker's own number of an issue; it stays when the issue moves to another project."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueSeen(Observation):
    """An issue stood under a key at a moment."""

    id: IssueId | None
    """None where the source did not tell it; then the key is all there is."""
    key: TicketKey
    previous_key: TicketKey | None = None
    """The key that it gave up at this moment."""
    deleted: bool = False
    entries: tuple[str, ...] = ()
    """Ids of the changelog entries that this shows."""
    total: int | None = None
    """How many entries the changelog says it has."""
    parent: TicketKey | None = None
    tells_parent: bool = False
    """`parent` is what the source says, None included."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The issue, and its tickets by every key that this tells."""
        keys = (named("ticket", key) for key in (self.key, self.previous_key) if key)
        return (named("issue", self.id), *keys) if self.id else tuple(keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """One issue with everything that its observations say about it."""

    id: IssueId | None
    key: TicketKey
    """The newest."""
    keys: frozenset[TicketKey]
    """All keys that it has had, `key` among them."""
    deleted: bool = False
    history_incomplete: bool = False
    """Some changelog had more entries than all observations together show."""
    parent: TicketKey | None = None


def issues(observations: Iterable[Observation]) -> tuple[Issue, ...]:
    """Join what was seen into issues, in order of their keys.

    The id is the identity. A key that two issues have had belongs to the one last seen under it.

    Args:
        observations: All that touch these issues, in any order and with any repeats; other kinds are passed over.
    """
    return _issues(frozenset(each for each in observations if isinstance(each, IssueSeen)))


@lru_cache(maxsize=500)
def _issues(shown: frozenset[IssueSeen]) -> tuple[Issue, ...]:
    """Join them; the same are asked for several times for one ticket, and again with its next event."""
    seen = sorted(shown, key=_order)
    owners = _owners(seen)
    groups: dict[str, list[IssueSeen]] = {}
    for each in seen:
        groups.setdefault(each.id or owners[each.key], []).append(each)
    held = ((group, frozenset(key for key, owner in owners.items() if owner == name)) for name, group in groups.items())
    return tuple(sorted((_issue(group, keys) for group, keys in held if keys), key=lambda issue: issue.key))


def by_key(found: Iterable[Issue]) -> Mapping[TicketKey, Issue]:
    """Index issues by every key that they have had."""
    return {key: issue for issue in found for key in issue.keys}


def _order(seen: IssueSeen) -> tuple[datetime, int, bool, bool, str, str]:
    newest = max((int(entry) for entry in seen.entries if entry.isdecimal()), default=0)
    return (seen.at, newest, seen.deleted, seen.previous_key is not None, seen.key, seen.event)


def _owners(seen: list[IssueSeen]) -> dict[TicketKey, str]:
    """Tell for each key whose it is; an issue without an id goes by its key until an id is seen under it."""
    owners: dict[TicketKey, str] = {}
    for each in seen:
        owners.update({key: each.id for key in (each.previous_key, each.key) if key and each.id})
    for each in seen:
        keys = [key for key in (each.key, each.previous_key) if key]
        owner = next((owners[key] for key in keys if key in owners), each.key)
        owners = {**dict.fromkeys(keys, owner), **owners}
    return owners


def _issue(group: list[IssueSeen], keys: frozenset[TicketKey]) -> Issue:
    shown = {entry for each in group for entry in each.entries}
    return Issue(
        id=next((each.id for each in group if each.id), None),
        key=next(key for each in reversed(group) for key in (each.key, each.previous_key) if key in keys),
        keys=keys,
        deleted=any(each.deleted for each in group),
        history_incomplete=max((each.total or 0 for each in group), default=0) > len(shown),
        parent=next((each.parent for each in reversed(group) if each.tells_parent), None),
    )
