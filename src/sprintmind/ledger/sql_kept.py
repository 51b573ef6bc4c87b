"""What is kept in a SQL database, on all of them alike; `sql` asks and writes the rest."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from sqlalchemy import Connection

from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import ClaimId, Name, TicketKey
from sprintmind.domain.findings import Finding
from sprintmind.domain.heard import Heard
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.tombstones import Kind, Tombstone
from sprintmind.domain.work import Commitment, PullRequest, Ticket
from sprintmind.ledger import kept_statements as sql
from sprintmind.ledger.packing import unpacked
from sprintmind.ledger.prepared import Statement, Statements
from sprintmind.ledger.rows import heard_of, moment_of, parts, text_of, ticket_of

State = TypeVar("State", PullRequest, Commitment, Finding)


class SqlKept:
    """What can be asked of what is kept over one connection; see `kept.Kept` for each method."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._statements = Statements(connection)

    def of_kind(self, kind: str) -> tuple[Heard, ...]:
        return tuple(map(heard_of, self._rows(sql.EVENTS_OF_KIND, kind=kind)))

    def tickets(self, keys: Iterable[TicketKey] | None = None, *, history: bool = False) -> tuple[Ticket, ...]:
        if keys is None:
            rows = self._rows(sql.ALL_HISTORIES if history else sql.ALL_TICKETS)
        else:
            statement = sql.HISTORIES if history else sql.TICKETS
            rows = [row for part in parts(keys) for row in self._rows(statement, keys=part)]
        return tuple(ticket_of(row.state, row.history if history else None) for row in rows)

    def pulls(self, names: Iterable[Name] | None = None) -> tuple[PullRequest, ...]:
        return self._states(PullRequest, sql.ALL_PULLS, (sql.PULLS, names))

    def sprints(self) -> Mapping[str, date]:
        return {row.name: date.fromisoformat(row.start) for row in self._rows(sql.ALL_SPRINTS) if row.start}

    def sprint_ends(self) -> Mapping[str, SprintEnd]:
        return {row.name: unpacked(row.state, SprintEnd) for row in self._rows(sql.ALL_SPRINT_ENDS)}

    def due(self, by: datetime) -> frozenset[Name]:
        return frozenset(row.name for row in self._rows(sql.DUE, by=text_of(by)))

    def conflicts(self) -> tuple[Conflict, ...]:
        return tuple(unpacked(row.state, Conflict) for row in self._rows(sql.ALL_CONFLICTS))

    def commitments(
        self,
        *,
        of: Iterable[str] | None = None,
        naming: Iterable[TicketKey] | None = None,
        ids: Iterable[ClaimId] | None = None,
    ) -> tuple[Commitment, ...]:
        some = (sql.COMMITMENTS_TO, of), (sql.COMMITMENTS_NAMING, naming), (sql.COMMITMENTS, ids)
        return self._states(Commitment, sql.ALL_COMMITMENTS, *some)

    def remembered(self, name: str) -> str | None:
        found = self._connection.execute(sql.META, {"named": name}).scalar()
        return str(found) if found is not None else None

    def tombstones(self) -> tuple[Tombstone, ...]:
        rows = self._rows(sql.TOMBSTONES)
        return tuple(Tombstone(kind=Kind(row.kind), identity=row.identity, at=moment_of(row.at)) for row in rows)

    def _rows(self, statement: Statement, **values: object) -> Sequence[Any]:
        return self._statements.rows(statement, values)

    def _states(
        self, kind: type[State], everything: Statement, *some: tuple[Statement, Iterable[str] | None]
    ) -> tuple[State, ...]:
        """Unpack the states that any of some statements finds by its keys; all, if no keys are given."""
        asked = [(statement, keys) for statement, keys in some if keys is not None]
        if not asked:
            return tuple(unpacked(row.state, kind) for row in self._rows(everything))
        found = {row.state for statement, keys in asked for p in parts(keys) for row in self._rows(statement, keys=p)}
        return tuple(unpacked(state, kind) for state in sorted(found))
