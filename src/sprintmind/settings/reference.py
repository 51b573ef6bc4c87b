"""The table of all settings, from which the docs are made."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sprintmind.settings.environment import inner, variable
from sprintmind.settings.models import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One setting."""

    place: str
    """`team.timezone`, `people[].role`."""
    default: object
    """None where it must be given."""
    variable: str | None
    """The variable of the environment that overrides it; None inside lists of tables, which are set as a whole."""
    description: str


def reference() -> tuple[Row, ...]:
    """List every setting, in the order of the file."""
    return tuple(_rows(Settings, ""))


def _rows(table: type[BaseModel], above: str) -> Iterator[Row]:
    for name, field in table.model_fields.items():
        place = f"{above}{field.alias or name}"
        listed = _listed(field)
        if nested := inner(field):
            yield from _rows(nested, f"{place}.")
            continue
        yield _row(place, field, description=listed.__doc__ if listed else field.description)
        if listed:
            yield from _rows(listed, f"{place}[].")


def _row(place: str, field: FieldInfo, *, description: str | None) -> Row:
    source = variable(field)
    default = None if field.is_required() else field.default
    return Row(
        place=place, default=default, variable=source.variable if source else None, description=description or ""
    )


def _listed(field: FieldInfo) -> type[BaseModel] | None:
    """Tell which table a field holds a list of."""
    tables = (each for each in get_args(field.annotation) if isinstance(each, type) and issubclass(each, BaseModel))
    return next(tables, None)
