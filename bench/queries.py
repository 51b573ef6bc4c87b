"""The ledger's share of a page: what a page asks of the ledger is noted once, and asked again without the page."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection

from sprintmind.ledger.port import Reading
from sprintmind.ledger.sql import SqlReading
from sprintmind.ledger.sqlite import SqliteLedger


@dataclass(slots=True, kw_only=True)
class Query:
    """One question to the ledger."""

    method: str
    given: tuple[object, ...]
    named: dict[str, object]
    taken: int | None = None
    """How many answers were looked at where they are given one after the other; None: all came at once."""

    def ask(self, reading: Reading) -> None:
        """Ask it again, and look at as many answers."""
        answer = getattr(reading, self.method)(*self.given, **self.named)
        if self.taken is not None:
            list(islice(answer, self.taken))


@dataclass(slots=True)
class Notes:
    """What was asked, by reading."""

    readings: list[list[Query]] = field(default_factory=list)

    def ask(self, ledger: SqliteLedger) -> None:
        """Ask everything again, each reading's questions in one."""
        for queries in self.readings:
            with ledger.reading() as reading:
                for each in queries:
                    each.ask(reading)

    def counted(self) -> str:
        """Say how often each method was asked."""
        names = [each.method for queries in self.readings for each in queries]
        return ", ".join(f"{name} {names.count(name)}×" for name in sorted(set(names)))


class NotingLedger(SqliteLedger):
    """Answers as the ledger does, and notes what is asked; what the ledger asks itself for that is not noted again."""

    def __init__(self, path: Path, *, now: Callable[[], datetime]) -> None:
        super().__init__(path, now=now)
        self.notes = Notes()

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """See `Ledger.reading`."""
        queries: list[Query] = []
        self.notes.readings.append(queries)
        with self._translated(), self._readers.begin() as connection:
            yield _NotedReading(connection, queries)


_ASKED = frozenset(name for name in dir(SqlReading) if not name.startswith("_")) - {"access", "feed"}


class _NotedReading(SqlReading):
    def __init__(self, connection: Connection, queries: list[Query]) -> None:
        super().__init__(connection)
        self._queries = queries
        self._under_way = False

    def __getattribute__(self, name: str) -> object:
        found = super().__getattribute__(name)
        if name not in _ASKED or self._under_way:
            return found

        def asked(*given: object, **named: object) -> object:
            query = Query(
                method=name,
                given=tuple(map(_kept, given)),
                named={key: _kept(value) for key, value in named.items()},
            )
            self._queries.append(query)
            self._under_way = True
            try:
                answer = found(*query.given, **query.named)
            finally:
                self._under_way = False
            return _counted(answer, query) if isinstance(answer, Iterator) else answer

        return asked


def _kept(argument: object) -> object:
    """Keep what can be gone through only once."""
    return tuple(argument) if isinstance(argument, Iterator) else argument


def _counted(answers: Iterable[object], query: Query) -> Iterator[object]:
    query.taken = 0
    for each in answers:
        query.taken += 1
        yield each
