"""What was answered to whom, and what language models took for it; each call is one short transaction of its own."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, insert, select

from sprintmind.domain.events import EventKey, PersonId
from sprintmind.domain.evidence import Answer, AnswerId, CallTrace
from sprintmind.ledger.answering import Calls
from sprintmind.ledger.packing import packed, unpacked
from sprintmind.ledger.rows import parts, text_of
from sprintmind.ledger.schema import asks, model_calls

_IDS: BindParameter[str] = bindparam("ids", expanding=True)
_KNOWN = select(asks.c.id).where(asks.c.id == bindparam("wanted"))
_KEEP = insert(asks)
_ANSWER = select(asks.c.answer).where(asks.c.id == bindparam("wanted"))
_LAST = select(asks.c.answer).order_by(asks.c.asked_at.desc(), asks.c.id).limit(bindparam("count"))
_OF_PERSON = _LAST.where(asks.c.person == bindparam("by"))
_OF_NOBODY = _LAST.where(asks.c.person.is_(None))
_ALL = select(asks.c.id, asks.c.person, asks.c.answer)
_ERASE = delete(asks).where(asks.c.id.in_(_IDS))
_CALLED = insert(model_calls)
_SUM = (
    select(
        model_calls.c.purpose,
        model_calls.c.model,
        func.count().label("calls"),
        func.count(model_calls.c.error).label("failed"),
        func.sum(model_calls.c.input_tokens).label("given"),
        func.sum(model_calls.c.output_tokens).label("taken"),
        func.sum(model_calls.c.milliseconds).label("milliseconds"),
    )
    .group_by(model_calls.c.purpose, model_calls.c.model)
    .order_by(model_calls.c.purpose, model_calls.c.model)
)


class SqlAsks:
    """See `port.Asks` for each method.

    Args:
        begin: Opens a connection in a transaction.
    """

    def __init__(self, begin: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._begin = begin

    def keep(self, answer: Answer) -> None:
        """See `Asks.keep`."""
        row = {
            "id": answer.id,
            "asked_at": text_of(answer.asked_at),
            "person": answer.person,
            "answer": packed(answer),
        }
        with self._begin() as connection:
            if connection.execute(_KNOWN, {"wanted": answer.id}).first() is None:
                connection.execute(_KEEP, row)

    def answer(self, id: AnswerId) -> Answer | None:
        """See `Asks.answer`."""
        with self._begin() as connection:
            found = connection.execute(_ANSWER, {"wanted": id}).scalar()
        return unpacked(found, Answer) if found is not None else None

    def answers(self, *, person: PersonId | None, count: int) -> tuple[Answer, ...]:
        """See `Asks.answers`."""
        statement, asked = (_OF_PERSON, {"by": person}) if person else (_OF_NOBODY, {})
        with self._begin() as connection:
            rows = connection.execute(statement, {**asked, "count": count}).all()
        return tuple(unpacked(row.answer, Answer) for row in rows)

    def erase(self, *, citing: Iterable[EventKey] = (), person: PersonId | None = None) -> int:
        """See `Asks.erase`."""
        gone = frozenset(citing)
        with self._begin() as connection:
            rows = connection.execute(_ALL).all()
            ids = [
                row.id
                for row in rows
                if (person and row.person == person)
                or gone.intersection(each.event for each in unpacked(row.answer, Answer).evidence)
            ]
            for part in parts(ids):
                connection.execute(_ERASE, {"ids": part})
        return len(ids)

    def called(self, calls: Sequence[CallTrace], *, purpose: str, at: datetime) -> None:
        """See `Asks.called`."""
        rows = [
            {
                "at": text_of(at),
                "purpose": purpose,
                "model": each.model,
                "input_tokens": each.input_tokens,
                "output_tokens": each.output_tokens,
                "milliseconds": round(each.took.total_seconds() * 1000),
                "error": each.failed,
            }
            for each in calls
        ]
        if rows:
            with self._begin() as connection:
                connection.execute(_CALLED, rows)

    def calls(self) -> tuple[Calls, ...]:
        """See `Asks.calls`."""
        with self._begin() as connection:
            return tuple(
                Calls(
                    purpose=row.purpose,
                    model=row.model,
                    calls=row.calls,
                    failed=row.failed,
                    input_tokens=int(row.given),
                    output_tokens=int(row.taken),
                    took=timedelta(milliseconds=int(row.milliseconds)),
                )
                for row in connection.execute(_SUM)
            )
