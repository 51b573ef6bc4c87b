"""What memory has still to be told, handed out to whoever tells it; each call is one short transaction of its own."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from sprintmind.ledger.rows import moment_of, parts, text_of
from sprintmind.ledger.schema import outbox, retained
from sprintmind.ledger.telling import ERASURE, Queued, Waiting

_IDS: BindParameter[int] = bindparam("ids", expanding=True)
_DOCUMENTS: BindParameter[str] = bindparam("documents", expanding=True)

_earlier = outbox.alias("earlier")
_pending = and_(outbox.c.delivered_at.is_(None), outbox.c.parked_at.is_(None))
_first_of_its_document = ~exists().where(
    _earlier.c.document == outbox.c.document,
    _earlier.c.id < outbox.c.id,
    _earlier.c.delivered_at.is_(None),
    _earlier.c.parked_at.is_(None),
)
_FREE = (
    select(outbox.c.document)
    .where(
        _pending,
        or_(outbox.c.leased_until.is_(None), outbox.c.leased_until <= bindparam("now")),
        or_(outbox.c.retry_at.is_(None), outbox.c.retry_at <= bindparam("due")),
        _first_of_its_document,
    )
    .order_by(outbox.c.id)
    .limit(bindparam("count"))
    .with_for_update(of=outbox, skip_locked=True)
)
"""The first row of a document stands for all of its rows: whoever holds it tells the document, and nobody else."""

_LEASE = (
    update(outbox)
    .where(_pending, outbox.c.document.in_(_DOCUMENTS))
    .values(leased_until=bindparam("until"), lessee=bindparam("by"))
)
_LEASED = (
    select(outbox.c.id, outbox.c.document, outbox.c.kind, outbox.c.attempts)
    .where(_pending, outbox.c.document.in_(_DOCUMENTS))
    .order_by(outbox.c.id)
)
_MINE = and_(outbox.c.id.in_(_IDS), outbox.c.lessee == bindparam("by"))
_NO_LEASE = {"leased_until": None, "lessee": None}
_DELIVERED = update(outbox).where(_MINE).values(delivered_at=bindparam("at"), retry_at=None, error=None, **_NO_LEASE)
_FORGOTTEN = delete(outbox).where(_MINE, outbox.c.kind == ERASURE)
_OVERTAKEN = (
    update(outbox)
    .where(outbox.c.parked_at.is_not(None), outbox.c.document.in_(_DOCUMENTS))
    .values(delivered_at=bindparam("at"), parked_at=None, error=None)
)
_FAILED = (
    update(outbox)
    .where(_MINE)
    .values(
        attempts=outbox.c.attempts + 1,
        retry_at=bindparam("again_at"),
        parked_at=bindparam("given_up_at"),
        error=bindparam("because"),
        **_NO_LEASE,
    )
)
_RETURNED = update(outbox).where(_MINE).values(**_NO_LEASE)
_UNPARK = update(outbox).where(outbox.c.parked_at.is_not(None)).values(parked_at=None, retry_at=None, attempts=0)
_COUNTS = select(
    func.count(),
    func.count(outbox.c.parked_at),
    func.min(outbox.c.queued_at),
    func.count(outbox.c.leased_until),
    func.max(outbox.c.leased_until),
).where(outbox.c.delivered_at.is_(None))
_LAST_ERROR = (
    select(outbox.c.error)
    .where(outbox.c.delivered_at.is_(None), outbox.c.error.is_not(None))
    .order_by(func.coalesce(outbox.c.parked_at, outbox.c.retry_at).desc(), outbox.c.id.desc())
    .limit(1)
)
_KNOWN = select(retained.c.document, retained.c.parts).where(retained.c.document.in_(_DOCUMENTS))
_FORGET = delete(retained).where(retained.c.document.in_(_DOCUMENTS))
_KEEP = insert(retained)
_COUNT_RETAINED = select(func.count()).select_from(retained)


_Row = Row[int, str, str, int]
"""Number, document, kind and attempts."""


class SqlOutbox:
    """See `port.Outbox` for each method.

    Args:
        begin: Opens a transaction that may write, and waits for no writer of facts where the database can do without.
    """

    def __init__(self, begin: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._begin = begin

    def lease(
        self, *, by: str, count: int, now: datetime, until: datetime, impatient: bool = False
    ) -> tuple[Queued, ...]:
        due = until if impatient else now
        with self._begin() as connection:
            asked = {"now": text_of(now), "due": text_of(due), "count": count}
            documents = list(connection.execute(_FREE, asked).scalars())
            if not documents:
                return ()
            connection.execute(_LEASE, {"documents": documents, "until": text_of(until), "by": by})
            rows = connection.execute(_LEASED, {"documents": documents}).all()
        found: dict[str, list[_Row]] = defaultdict(list)
        for row in rows:
            found[row.document].append(row)
        return tuple(_queued(each, found[each]) for each in documents)

    def delivered(self, items: Sequence[Queued], *, by: str, at: datetime) -> None:
        documents = [item.document for item in items]
        with self._begin() as connection:
            for ids in _some(item.ids for item in items):
                connection.execute(_FORGOTTEN, {"ids": ids, "by": by})
                connection.execute(_DELIVERED, {"ids": ids, "by": by, "at": text_of(at)})
            for some in parts(documents):
                connection.execute(_OVERTAKEN, {"documents": some, "at": text_of(at)})

    def failed(
        self, item: Queued, *, by: str, error: str, retry_at: datetime | None, parked_at: datetime | None = None
    ) -> None:
        values = {
            "again_at": text_of(retry_at) if retry_at else None,
            "given_up_at": text_of(parked_at) if parked_at else None,
            "because": error,
        }
        with self._begin() as connection:
            connection.execute(_FAILED, {"ids": list(item.ids), "by": by, **values})

    def returned(self, items: Sequence[Queued], *, by: str) -> None:
        with self._begin() as connection:
            for ids in _some(item.ids for item in items):
                connection.execute(_RETURNED, {"ids": ids, "by": by})

    def unpark(self) -> int:
        with self._begin() as connection:
            return connection.execute(_UNPARK).rowcount

    def waiting(self) -> Waiting:
        with self._begin() as connection:
            pending, parked, oldest, leased, free_at = connection.execute(_COUNTS).one()
            error = connection.execute(_LAST_ERROR).scalar()
        return Waiting(
            pending=pending - parked,
            parked=parked,
            oldest=moment_of(oldest) if oldest else None,
            error=error,
            leased=leased,
            free_at=moment_of(free_at) if free_at else None,
        )

    def retained(self, documents: Iterable[str]) -> dict[str, int]:
        with self._begin() as connection:
            rows = [row for some in parts(documents) for row in connection.execute(_KNOWN, {"documents": some})]
        return {row.document: row.parts for row in rows}

    def retain(self, kept: dict[str, int], *, at: datetime) -> None:
        with self._begin() as connection:
            for some in parts(kept):
                connection.execute(_FORGET, {"documents": some})
            rows = [{"document": name, "parts": count, "at": text_of(at)} for name, count in kept.items() if count]
            if rows:
                connection.execute(_KEEP, rows)

    def documents(self) -> int:
        with self._begin() as connection:
            return int(connection.execute(_COUNT_RETAINED).scalar_one())


def _queued(document: str, rows: Sequence[_Row]) -> Queued:
    kinds = [row.kind for row in rows]
    told = [kind for kind in kinds if kind != ERASURE]
    return Queued(
        document=document,
        kind=told[-1] if told else ERASURE,
        erases=ERASURE in kinds,
        ids=tuple(row.id for row in rows),
        attempts=max(row.attempts for row in rows),
    )


def _some(ids: Iterable[tuple[int, ...]]) -> Iterable[list[int]]:
    """Divide row numbers into as many as one statement takes."""
    every = sorted(each for some in ids for each in some)
    return (every[start : start + 500] for start in range(0, len(every), 500))
