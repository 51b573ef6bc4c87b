"""Statements in the driver's own form, each compiled once: SQLAlchemy takes longer around one than SQLite for it."""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Select, UpdateBase
from sqlalchemy.engine.interfaces import DBAPIModule
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from sprintmind.ledger.version import schema_of

Statement = Select[Any] | UpdateBase
Values = Mapping[str, object]
Convert = Callable[[Any], Any]
Parameters = Any
"""By place or by name, as the driver takes them."""


class Statements:
    """Runs statements on one connection, in the transaction that it is in.

    Args:
        connection: In a transaction.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._dialect = connection.dialect
        self._schema = schema_of(connection)
        self._errors = connection.dialect.loaded_dbapi.Error
        self._cursor = connection.connection.cursor()

    def rows(self, statement: Statement, values: Values) -> Sequence[Any]:
        """Take all rows of an answer; the columns are attributes of each."""
        prepared = self._prepared(statement, values)
        try:
            self._cursor.execute(prepared.text, prepared.parameters(values))
            return prepared.rows(self._cursor.fetchall())
        except self._errors as error:
            raise self._as_sqlalchemy_tells(error, prepared.text) from error

    def run(self, statement: Statement, values: Values) -> None:
        """Change what a statement changes."""
        prepared = self._prepared(statement, values)
        try:
            self._cursor.execute(prepared.text, prepared.parameters(values))
        except self._errors as error:
            raise self._as_sqlalchemy_tells(error, prepared.text) from error

    def run_each(self, statement: Statement, rows: Sequence[Values]) -> None:
        """Change what a statement changes with each of some rows of values, all of the same names."""
        if len(rows) == 1:
            self.run(statement, rows[0])
        elif rows:
            prepared = self._prepared(statement, rows[0])
            try:
                self._cursor.executemany(prepared.text, [prepared.parameters(values) for values in rows])
            except self._errors as error:
                raise self._as_sqlalchemy_tells(error, prepared.text) from error

    def _prepared(self, statement: Statement, values: Values) -> "_Prepared":
        return _prepared(statement, tuple(values) if statement.is_insert else (), self._dialect, self._schema)

    def _as_sqlalchemy_tells(self, error: DBAPIModule.Error, text: str) -> DBAPIError:
        """Tell a driver's error as SQLAlchemy tells those of its own statements; a lost connection is let go of."""
        lost = self._dialect.is_disconnect(error, self._connection.connection, None)
        if lost:
            self._connection.invalidate(error)
        return DBAPIError(text, None, error, hide_parameters=True, connection_invalidated=lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prepared:
    """A statement as a driver takes it."""

    text: str
    fixed: Values
    """Values that stand in the statement itself, by name."""
    order: tuple[str, ...] | None
    """In which order the driver takes values; None: it takes them by name."""
    given: tuple[tuple[str, Convert], ...]
    """How values are written, by name; those that are not listed are taken as they are."""
    found: tuple[Convert | None, ...]
    """How values are read, by place; empty if all are taken as they are."""
    row: Callable[[Sequence[Any]], Any]

    def parameters(self, values: Values) -> Parameters:
        """Write values as the driver takes them."""
        named = {**self.fixed, **values}
        for name, convert in self.given:
            named[name] = convert(named[name])
        return named if self.order is None else [named[name] for name in self.order]

    def rows(self, found: Sequence[Sequence[Any]]) -> list[Any]:
        """Read rows as the driver gave them."""
        if not self.found:
            return [self.row(each) for each in found]
        return [self.row([read(v) if read else v for read, v in zip(self.found, each, strict=True)]) for each in found]


@lru_cache(maxsize=1_000)
def _prepared(statement: Statement, names: tuple[str, ...], dialect: Dialect, schema: str | None) -> _Prepared:
    """Compile a statement; an insert, for some columns, and as for many rows: it gives back nothing."""
    translated: dict[str, Any] = {}
    if schema:
        translated = {"schema_translate_map": {None: schema}, "render_schema_translate": True}
    compiled = statement.compile(dialect=dialect, column_keys=names or None, for_executemany=True, **translated)
    if not isinstance(compiled, SQLCompiler):
        raise TypeError(f"{statement!r} is no query and no change of rows")
    columns = statement.selected_columns.items() if isinstance(statement, Select) else ()
    found = [_reading(column.type, dialect) for _, column in columns]
    return _Prepared(
        text=compiled.string,
        fixed={name: bind.effective_value for name, bind in compiled.binds.items() if not bind.required},
        order=tuple(compiled.positiontup) if compiled.positiontup is not None else None,
        given=tuple((name, write) for name, bind in compiled.binds.items() if (write := _writing(bind.type, dialect))),
        found=tuple(found) if any(found) else (),
        row=_row_of([name for name, _ in columns]),
    )


def _row_of(names: Sequence[str]) -> Callable[[Sequence[Any]], Any]:
    kind = namedtuple("Row", names)  # type: ignore[misc] # which columns there are, only the statement knows
    return kind._make


def _writing(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _reading(kind: TypeEngine[Any], dialect: Dialect) -> Convert | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
