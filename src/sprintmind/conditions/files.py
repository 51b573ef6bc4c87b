"""The files of the lexicon, as they are written."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

AREAS = "areas"


@cache
def facts(name: str) -> Mapping[str, object]:
    """Load one file of the lexicon."""
    text = (files("sprintmind.conditions") / "lexicon" / f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def table(name: str, section: str) -> Mapping[str, str]:
    """Load a section that gives each name a text."""
    found = facts(name)[section]
    if not isinstance(found, dict):
        raise TypeError(f"{name}.{section} is no table")
    return {str(key): str(value) for key, value in found.items()}


@cache
def area_names() -> tuple[str, ...]:
    """Tell the files that hold conditions, one for each area."""
    folder = files("sprintmind.conditions") / "lexicon" / AREAS
    return tuple(sorted(f"{AREAS}/{each.name.removesuffix('.toml')}" for each in folder.iterdir()))
