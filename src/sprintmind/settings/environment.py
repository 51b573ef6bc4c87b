"""Settings that come from the environment instead of the file."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sprintmind.errors import ConfigError

Reader = Callable[[str], object]


def word(text: str) -> object:
    """Take the text as it is."""
    return text.strip()


def words(text: str) -> object:
    """Read a list, separated by commas.

    >>> words("NW, PAY")
    ['NW', 'PAY']
    """
    return [part.strip() for part in text.split(",") if part.strip()]


def pairs(text: str) -> object:
    """Read a table of one line, `name = value` separated by commas.

    >>> pairs("Ready for QA = in_qa, Parked = todo")
    {'Ready for QA': 'in_qa', 'Parked': 'todo'}
    """
    parts = (part.partition("=") for part in text.split(",") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


def rows(text: str) -> object:
    """Read a list of tables, written as JSON."""
    return json.loads(text)


@dataclass(frozen=True)
class FromEnvironment:
    """Names the variable that overrides a setting, and how its text is read."""

    variable: str
    reads: Reader = word


def variable(field: FieldInfo) -> FromEnvironment | None:
    """Tell which variable overrides a setting; None for those inside a list of tables."""
    return next((each for each in field.metadata if isinstance(each, FromEnvironment)), None)


def inner(field: FieldInfo) -> type[BaseModel] | None:
    """Tell which table a field holds; None where it holds a value or a list."""
    table = field.annotation
    return table if isinstance(table, type) and issubclass(table, BaseModel) else None


def variables(table: type[BaseModel]) -> Iterator[str]:
    """Name every variable that may hold a setting."""
    for field in table.model_fields.values():
        nested, source = inner(field), variable(field)
        if nested:
            yield from variables(nested)
        elif source:
            yield source.variable


def overridden(
    table: type[BaseModel], environ: Mapping[str, str], place: tuple[str, ...] = ()
) -> dict[tuple[str, ...], tuple[str, object]]:
    """Collect what the environment sets, by place in the file: the variable and the value read from it.

    Raises:
        ConfigError: A variable holds what its reader cannot read.
    """
    found: dict[tuple[str, ...], tuple[str, object]] = {}
    for name, field in table.model_fields.items():
        here = (*place, field.alias or name)
        nested, source = inner(field), variable(field)
        if nested:
            found |= overridden(nested, environ, here)
        elif source and source.variable in environ:
            found[here] = (source.variable, _read(source, environ[source.variable]))
    return found


def _read(source: FromEnvironment, text: str) -> object:
    try:
        return source.reads(text)
    except ValueError as error:
        raise ConfigError(f"{source.variable} must hold JSON, a list of tables: {error}") from error
