"""From the file and the environment to settings, or to a message that names the file, the key and what is near."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sprintmind.errors import ConfigError
from sprintmind.settings.consistency import problems
from sprintmind.settings.environment import overridden
from sprintmind.settings.models import Settings
from sprintmind.settings.nearest import hint
from sprintmind.settings.place import FILE

Place = tuple[str | int, ...]


def load(home: Path, environ: Mapping[str, str]) -> Settings:
    """Read the settings of a home; without a file everything has its default.

    Raises:
        ConfigError: Something in the file or the environment cannot be used; every problem is named.
    """
    path = home / FILE
    document = _document(path)
    given = overridden(Settings, environ)
    for place, (_, value) in given.items():
        _put(document, place, value)
    variables: dict[Place, str] = {place: name for place, (name, _) in given.items()}
    try:
        settings = Settings.model_validate(document)
    except ValidationError as error:
        found = [_told(each, path, variables) for each in error.errors(include_url=False)]
        raise ConfigError("\n".join(found)) from None
    if found := [f"{path}: {place}: {message}" for place, message in problems(settings)]:
        raise ConfigError("\n".join(found))
    return settings


def _document(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not TOML: {error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8: byte {error.start} cannot be read") from error
    except (RecursionError, ValueError) as error:  # nested beyond all sense, or a number of thousands of digits
        raise ConfigError(f"{path} is not TOML that can be read: {error}") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error


def _put(document: dict[str, object], place: tuple[str, ...], value: object) -> None:
    """Set a value inside nested tables; a table that is no table is left for the check to name."""
    first, *rest = place
    if not rest:
        document[first] = value
        return
    table = document.setdefault(first, {})
    if isinstance(table, dict):
        _put(table, tuple(rest), value)


def _told(error: ErrorDetails, path: Path, variables: Mapping[Place, str]) -> str:
    place = error["loc"]
    variable = next((name for at, name in variables.items() if place[: len(at)] == at), None)
    where = f"{variable} ({written(place)})" if variable else f"{path}: {written(place)}"
    return f"{where}: {_message(error)}"


def _message(error: ErrorDetails) -> str:
    *above, key = error["loc"]
    match error["type"]:
        case "extra_forbidden":
            return f"unknown key {str(key)!r}; {hint(str(key), known_keys(tuple(above)))}"
        case "missing":
            return "is missing"
        case "value_error":
            return str(error["ctx"]["error"])
        case "too_short":
            return "expected at least one"
        case "literal_error":
            return f"expected {error['ctx']['expected']}, not {error['input']!r}"
        case kind:
            expected = _EXPECTED.get(kind, error["msg"].removeprefix("Input should be ").removeprefix("a valid "))
            return f"expected {expected}, not {_shown(error['input'])}"


_EXPECTED = {"tuple_type": "a list", "model_type": "a table", "mapping_type": "a table", "dict_type": "a table"}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def written(place: Place) -> str:
    """Write a place as people read it.

    >>> written(("people", 2, "role"))
    'people[2].role'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")


def known_keys(place: Place) -> tuple[str, ...]:
    """List the keys that a table of the file may have."""
    table: type[BaseModel] = Settings
    for part in place:
        if not isinstance(part, int):
            table = next(_tables(table, part), table)
    return tuple(field.alias or name for name, field in table.model_fields.items())


def _tables(table: type[BaseModel], key: str) -> Iterator[type[BaseModel]]:
    for name, field in table.model_fields.items():
        if key == (field.alias or name):
            candidates = (field.annotation, *get_args(field.annotation))
            yield from (each for each in candidates if isinstance(each, type) and issubclass(each, BaseModel))
