"""What came to the addresses for webhooks, in the database: the last deliveries, what became of each, and counts.

They stand in `meta` under names of their own: a line about running the system each, of which no fold knows.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from sprintmind.ledger.beside import Received
from sprintmind.ledger.rows import within
from sprintmind.ledger.schema import meta

RECEIVED = "received:"
"""How the names of what is kept of deliveries begin; counts have no further colon."""
KEPT = 50
"""Of how many deliveries of a system it is kept what became of them."""
BODIES = 20
"""Of how many refused ones the body is kept too."""
LARGEST = 256 * 1024
"""Bytes of a body that is kept."""
TOGETHER = 1024 * 1024
"""Bytes of all bodies of a system that are kept; whoever sends many large ones takes no more room than that."""

_VALUE = select(meta.c.value).where(meta.c.name == bindparam("named"))
_NAMED = (
    select(meta.c.name, meta.c.value)
    .where(meta.c.name >= bindparam("start"), meta.c.name < bindparam("end"))
    .order_by(meta.c.name.desc())
)
_WITHIN = _NAMED.with_only_columns(meta.c.value)
_ADD = insert(meta)
_SET = update(meta).where(meta.c.name == bindparam("named")).values(value=bindparam("to"))
_DROP = delete(meta).where(meta.c.name == bindparam("named"))


class SqlReception:
    """What came to the addresses for webhooks, over one connection; see `beside.Reception` for each method."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def note(self, received: Received) -> int:
        """See `Reception.note`."""
        counts = dict(self.counts(received.system))
        number = sum(counts.values()) + 1
        counts[received.outcome] = counts.get(received.outcome, 0) + 1
        self._put(_counts(received.system), counts, new=number == 1)
        kept = msgspec.structs.replace(_Line.of(received), number=number, body=_kept(received))
        self._put(_line(received.system, number), kept, new=True)
        self._let_go(received.system, number)
        return number

    def change(self, received: Received) -> None:
        """See `Reception.change`."""
        self._put(_line(received.system, received.number), _Line.of(received), new=False)

    def last(self, system: str) -> tuple[Received, ...]:
        """See `Reception.last`."""
        rows = self._connection.execute(_WITHIN, within(f"{_counts(system)}:")).scalars()
        return tuple(msgspec.json.decode(row, type=_Line).told(system) for row in rows)

    def find(self, system: str, number: int) -> Received | None:
        """See `Reception.find`."""
        found = self._connection.execute(_VALUE, {"named": _line(system, number)}).scalar()
        return msgspec.json.decode(found, type=_Line).told(system) if found else None

    def counts(self, system: str) -> Mapping[str, int]:
        """See `Reception.counts`."""
        found = self._connection.execute(_VALUE, {"named": _counts(system)}).scalar()
        return msgspec.json.decode(found, type=dict[str, int]) if found else {}

    def drop_bodies(self, *, holding: Callable[[str], bool]) -> None:
        """See `Reception.drop_bodies`."""
        for name, value in self._connection.execute(_NAMED, within(RECEIVED)).all():
            if ":" not in name.removeprefix(RECEIVED):
                continue  # counts
            line = msgspec.json.decode(value, type=_Line)
            if line.body is not None and holding(line.body):
                self._put(name, msgspec.structs.replace(line, body=None, signature=""), new=False)

    def _put(self, name: str, value: object, *, new: bool) -> None:
        written = msgspec.json.encode(value).decode()
        if new:
            self._connection.execute(_ADD, {"name": name, "value": written})
        else:
            self._connection.execute(_SET, {"named": name, "to": written})

    def _let_go(self, system: str, number: int) -> None:
        """Forget the oldest, and the bodies of those that were refused long ago."""
        self._connection.execute(_DROP, {"named": _line(system, number - KEPT)})
        with_bodies = [each for each in self.last(system) if each.body is not None]
        room = TOGETHER
        for place, each in enumerate(with_bodies):
            room -= _size(each.body)
            if place >= BODIES or room < 0:
                self.change(each.without_body())


class _Line(msgspec.Struct, omit_defaults=True):
    """One delivery as it is written."""

    number: int
    at: str
    outcome: str
    event: str = ""
    detail: str = ""
    body: str | None = None
    signature: str = ""
    delivery: str = ""

    @classmethod
    def of(cls, received: Received) -> "_Line":
        return cls(
            number=received.number,
            at=received.at.isoformat(),
            outcome=received.outcome,
            event=received.event,
            detail=received.detail,
            body=received.body,
            signature=received.signature,
            delivery=received.delivery,
        )

    def told(self, system: str) -> Received:
        return Received(
            system=system,
            number=self.number,
            at=datetime.fromisoformat(self.at),
            outcome=self.outcome,
            event=self.event,
            detail=self.detail,
            body=self.body,
            signature=self.signature,
            delivery=self.delivery,
        )


def _kept(received: Received) -> str | None:
    """Give the body of a delivery that can ever be taken again; without a signature it never can."""
    return received.body if received.signature and _size(received.body) <= LARGEST else None


def _size(body: str | None) -> int:
    return len(body.encode()) if body is not None else 0


def _counts(system: str) -> str:
    return f"{RECEIVED}{system}"


def _line(system: str, number: int) -> str:
    return f"{_counts(system)}:{number:012d}"
