"""Sprints as Jira shows them: objects, the text that old servers put into issues, names in a changelog."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from sprintmind.domain.events import EventKey
from sprintmind.domain.sprints import STATES, SprintSeen
from sprintmind.sources.jira.payloads import Payload, at, mapping, text
from sprintmind.sources.jira.times import moment

_OLD = re.compile(r"service\.sprint\.Sprint@\w*\[(?P<fields>.*)\]\s*$", re.DOTALL)
_OLD_FIELD = re.compile(r"(\w+)=(.*?)(?=,[A-Za-z]+=|$)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprint:
    """One sprint as a payload shows it."""

    id: str
    name: str
    state: str
    start: datetime | None = None
    end: datetime | None = None
    completed: datetime | None = None
    created: datetime | None = None
    board: str = ""

    @property
    def content(self) -> tuple[object, ...]:
        """What a reading uses."""
        moments = (self.start, self.end, self.completed)
        return (self.id, self.name, self.state, self.board, *(str(each or "") for each in moments))

    def seen(self, event: EventKey, when: datetime) -> SprintSeen:
        """Turn it into an observation."""
        return SprintSeen(
            event=event,
            at=when,
            id=self.id,
            name=self.name,
            state=self.state,
            start=self.start,
            end=self.end,
            completed=self.completed,
            board=self.board,
        )


def sprint(value: object, zone: tzinfo) -> Sprint | None:
    """Read one sprint, an object or an old server's text; None of anything else."""
    payload = _old(value) if isinstance(value, str) else mapping(value)
    state = text(payload, "state").lower()
    if not (text(payload, "id") and text(payload, "name") and state in STATES):
        return None
    names = ("startDate", "endDate", "completeDate", "createdDate")
    start, end, completed, created = (moment(at(payload, name), zone) for name in names)
    return Sprint(
        id=text(payload, "id"),
        name=text(payload, "name"),
        state=state,
        start=start,
        end=end,
        completed=completed,
        created=created,
        board=text(payload, "originBoardId") or text(payload, "boardId") or text(payload, "rapidViewId"),
    )


def sprints_of(fields: Payload, zone: tzinfo) -> tuple[Sprint, ...] | None:
    """Read an issue's sprints, whichever field holds them, in order of id; None where no field tells."""
    candidates = [fields[name] for name in fields if name.startswith("customfield_") or name == "closedSprints"]
    listed = [each for value in candidates if isinstance(value, list) for each in value]
    read = (sprint(value, zone) for value in (*listed, at(fields, "sprint")))
    found = {each.id: each for each in read if each}
    if not found and "sprint" not in fields:
        return None
    return tuple(sorted(found.values(), key=lambda each: (len(each.id), each.id)))


def current(found: Iterable[Sprint]) -> Sprint | None:
    """Tell the sprint that an issue is in: an issue is in one open sprint at most."""
    return next((each for state in ("active", "future") for each in found if each.state == state), None)


def moved_to(item: Payload) -> str | None:
    """Read which sprint a changelog item put an issue into; None for none.

    An issue keeps its closed sprints: `38` to `38, 40` is a move to the sprint 40, and `38, 40` to `38` to none.
    """
    before, after = ({each for each in re.split(r"[,\s]+", text(item, end)) if each} for end in ("from", "to"))
    ids = [each for each in re.split(r"[,\s]+", text(item, "to")) if each]
    shown = text(item, "toString")
    added = [place for place, each in enumerate(ids) if each not in before]
    if ids and not added and before != after:
        return None
    names = [shown] if len(ids) < 2 else shown.split(", ")
    if len(names) == len(ids) and added:
        return names[added[-1]] or None
    return names[-1] or None


def _old(words: str) -> Payload:
    found = _OLD.search(words)
    pairs = _OLD_FIELD.findall(found["fields"]) if found else []
    return {name: None if value == "<null>" else value for name, value in pairs}
