"""What reports ask of a ledger, on a SQL database; see `glances` for each method."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Connection, Executable, Row, bindparam, delete, insert, select

from sprintmind.domain.events import EventKey, PersonId
from sprintmind.domain.findings import Change, Finding, Transition
from sprintmind.domain.heard import Heard
from sprintmind.ledger.packing import unpacked
from sprintmind.ledger.rows import heard_of, moment_of, parts, text_of
from sprintmind.ledger.schema import events, looks, transitions

PAGE = 20
"""How many events are read at once where one of the last is looked for."""

_LAST = 2**31 - 1
"""No event has a later place: the largest number that its column takes."""

_EVENT = (events.c.heard, events.c.heard_at, events.c.reading, events.c.quotes)
_AFTER: BindParameter[str] = bindparam("after")
_BY: BindParameter[str] = bindparam("by")

_HEARD = select(*_EVENT).where(events.c.key.in_(bindparam("keys", expanding=True)))
_HEARD_BETWEEN = select(*_EVENT).where(events.c.heard_at > _AFTER, events.c.heard_at <= _BY).order_by(events.c.heard)
_NEWEST = (
    select(*_EVENT)
    .where(events.c.source == bindparam("source"), events.c.heard < bindparam("before"))
    .order_by(events.c.heard.desc())
    .limit(PAGE)
)
_TRANSITIONS = (
    select(transitions.c.change, transitions.c.at, transitions.c.state)
    .where(transitions.c.at > _AFTER, transitions.c.at <= _BY)
    .order_by(transitions.c.id)
)
_OF_PERSON = (looks.c.person == bindparam("of_person"), looks.c.page == bindparam("of_page"))
_LOOKED = select(looks.c.at).where(*_OF_PERSON)
_FORGET_LOOK = delete(looks).where(*_OF_PERSON)
_ADD_LOOK = insert(looks)


class SqlGlances:
    """What can be asked over one connection."""

    _connection: Connection

    def heard(self, keys: Iterable[EventKey]) -> tuple[Heard, ...]:
        """Take some events."""
        rows = [row for some in parts(keys) for row in self._read(_HEARD, keys=some)]
        return tuple(sorted(map(heard_of, rows), key=lambda each: each.order))

    def heard_between(self, after: datetime, by: datetime) -> tuple[Heard, ...]:
        """Take the events heard in a time."""
        return tuple(map(heard_of, self._read(_HEARD_BETWEEN, after=text_of(after), by=text_of(by))))

    def newest(self, source: str) -> Iterator[Heard]:
        """Give the events of a source, the last first, a page at a time."""
        before = _LAST
        while page := self._read(_NEWEST, source=source, before=before):
            for each in map(heard_of, page):
                yield each
                before = each.order

    def transitions(self, after: datetime, by: datetime) -> tuple[Transition, ...]:
        """Take how findings changed in a time."""
        return tuple(
            Transition(finding=unpacked(row.state, Finding), change=Change(row.change), at=moment_of(row.at))
            for row in self._read(_TRANSITIONS, after=text_of(after), by=text_of(by))
        )

    def looked(self, person: PersonId, page: str) -> datetime | None:
        """Tell when a person last looked."""
        found = self._connection.execute(_LOOKED, {"of_person": person, "of_page": page}).scalar()
        return moment_of(found) if found is not None else None

    def _read(self, statement: Executable, **values: object) -> Sequence[Row[tuple[Any, ...]]]:
        return self._connection.execute(statement, values).all()


class SqlGlancing(SqlGlances):
    """What looking leaves behind."""

    def look(self, person: PersonId, page: str, *, at: datetime) -> None:
        """Note a look."""
        before = self.looked(person, page)
        if before is None or before < at:
            self._connection.execute(_FORGET_LOOK, {"of_person": person, "of_page": page})
            self._connection.execute(_ADD_LOOK, {"person": person, "page": page, "at": text_of(at)})
