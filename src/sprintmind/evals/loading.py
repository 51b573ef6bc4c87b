"""From files to cases: where they are, and what is wrong with one that cannot be used."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml
from pydantic import ValidationError

from sprintmind.errors import InputError
from sprintmind.evals.schema import Case

_CHECKOUT = Path(__file__).parents[3] / "evals" / "cases"
_INSTALLED = Path(__file__).parent / "cases"


def cases_folder() -> Path:
    """Find the cases: the checkout's own, or those that an installed package carries."""
    return _CHECKOUT if _CHECKOUT.is_dir() else _INSTALLED


def find_cases(paths: Iterable[Path] = (), *, containing: str = "") -> tuple[Path, ...]:
    """List case files.

    Args:
        paths: Files and folders to look in; none means all cases that there are.
        containing: Only files whose path or text contains this, in any case.

    Raises:
        InputError: A path does not exist.
    """
    files = (file for path in (tuple(paths) or (cases_folder(),)) for file in _files(path))
    wanted = containing.casefold()
    return tuple(file for file in files if wanted in f"{file}\n{file.read_text(encoding='utf-8')}".casefold())


def load_case(file: Path) -> Case:
    """Read one case.

    Raises:
        InputError: It is no YAML, or says something that no case can say; the message names the file and the place.
    """
    try:
        written = yaml.load(file.read_text(encoding="utf-8"), Loader=_Plain)  # noqa: S506 -- _Plain is a SafeLoader
        return Case.model_validate_json(json.dumps(written))
    except yaml.YAMLError as error:
        raise InputError(f"{file}: is no YAML: {error}") from error
    except ValidationError as error:
        raise InputError(f"{file}: {_first(error)}") from error


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(path.rglob("*.yaml"))
    elif path.is_file():
        yield path
    else:
        raise InputError(f"{path}: no such file or folder of cases")


def _first(error: ValidationError) -> str:
    wrong = error.errors(include_url=False)[0]
    return f"{'.'.join(str(part) for part in wrong['loc']) or 'the case'}: {wrong['msg']}"


class _Plain(yaml.SafeLoader):
    """Leaves dates as they are written: JSON, which the strict schema reads, has none."""

    yaml_implicit_resolvers = {  # noqa: RUF012 -- PyYAML's own way to be extended
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
