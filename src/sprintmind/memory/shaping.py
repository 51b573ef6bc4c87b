"""The shape in which an answer is wanted, from its JSON schema."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, create_model

from sprintmind.errors import InputError
from sprintmind.memory.port import Schema

_Kinds = Mapping[object, Any]
_PLAIN: _Kinds = {"string": str, "integer": int, "number": float, "boolean": bool}
_LISTS: _Kinds = {"string": list[str], "integer": list[int], "number": list[float], "boolean": list[bool]}


def shape_of(schema: Schema) -> type[BaseModel]:
    """Make a model of an object whose properties are texts, numbers, yes or no, or lists of these.

    Raises:
        InputError: The schema is of anything else.
    """
    properties = schema.get("properties")
    if not isinstance(properties, Mapping) or not properties:
        raise InputError("a response schema must be that of an object with properties")
    required = schema.get("required")
    needed = frozenset(required if isinstance(required, list | tuple) else ())
    fields: dict[str, Any] = {
        str(name): _field(str(name), given, needed=name in needed) for name, given in properties.items()
    }
    made: type[BaseModel] = create_model("Answer", __config__=ConfigDict(extra="forbid"), **fields)
    return made


def _field(name: str, given: object, *, needed: bool) -> tuple[Any, Any]:
    wanted = given.get("type") if isinstance(given, Mapping) else None
    if wanted == "array" and isinstance(given, Mapping):
        items = given.get("items")
        wanted, kinds = (items.get("type") if isinstance(items, Mapping) else None), _LISTS
    else:
        kinds = _PLAIN
    if wanted not in kinds:
        raise InputError(
            f"a response schema's property {name!r} must be {', '.join(map(str, _PLAIN))}, or an array of these"
        )
    return (kinds[wanted], ...) if needed else (kinds[wanted] | None, None)
