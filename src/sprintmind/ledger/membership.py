"""One of several, as a condition: one parameter for all of them, so that a statement is the same for one and for many.

SQLAlchemy's own `in_` writes the statement anew for each number of values, which takes longer than running it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ARRAY, ColumnElement, Dialect, String, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import NullType, TypeDecorator, TypeEngine

_encoder = msgspec.json.Encoder()


def one_of(column: ColumnElement[str], parameter: str) -> ColumnElement[Any]:
    """Say that a column's text is one of those that a parameter lists; of none it never is."""
    return _OneOf(column, bindparam(parameter, type_=_Texts()))


class _Texts(TypeDecorator[Sequence[str]]):
    """Several texts as one parameter: an array where the database has arrays, else JSON."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return ARRAY(String()) if dialect.name == "postgresql" else String()

    def process_bind_param(self, value: Sequence[str] | None, dialect: Dialect) -> Sequence[str]:
        return list(value or ()) if dialect.name == "postgresql" else _encoder.encode(value or ()).decode()


class _OneOf(FunctionElement[Any]):
    name = "one_of"
    type = NullType()  # of a Boolean, SQLAlchemy would ask SQLite whether it is 1, and SQLite no index
    inherit_cache = True


@compiles(_OneOf)
def _in_json(element: _OneOf, compiler: SQLCompiler, **options: object) -> str:
    column, values = (compiler.process(each, **options) for each in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608  # a column's name and a parameter's


@compiles(_OneOf, "postgresql")
def _in_array(element: _OneOf, compiler: SQLCompiler, **options: object) -> str:
    column, values = (compiler.process(each, **options) for each in element.clauses)
    return f"{column} = ANY({values})"
