"""The team that every case has, and how a case changes it."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from pydantic import BaseModel, JsonValue

_TEAM = tomllib.loads(files("sprintmind.evals").joinpath("team.toml").read_text(encoding="utf-8"))


class _Person(BaseModel):
    id: str
    name: str
    github: tuple[str, ...] = ()
    jira: tuple[str, ...] = ()


_PEOPLE = {person.id: person for person in map(_Person.model_validate, _TEAM["people"])}


def team_settings(changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Give the settings of the cases' team with a case's changes in them; tables are merged, all else is replaced."""
    return _merged(_TEAM, changes)


def login(person: str) -> str:
    """Tell a person's login at GitHub; of somebody outside the team, the name itself."""
    return _PEOPLE[person].github[0] if person in _PEOPLE else person


def account(person: str) -> dict[str, JsonValue]:
    """Tell how the tracker shows a person; somebody outside the team has an account of that name."""
    if person in _PEOPLE:
        return {"accountId": _PEOPLE[person].jira[0], "displayName": _PEOPLE[person].name, "active": True}
    return {"accountId": f"account-{person}", "displayName": person, "active": True}


def _merged(base: Mapping[str, JsonValue], changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    merged = dict(base)
    for key, change in changes.items():
        before = merged.get(key)
        merged[key] = _merged(before, change) if isinstance(before, dict) and isinstance(change, dict) else change
    return merged
