"""A ledger whose state an older version folded, which made less of the same events."""

import sqlite3
from contextlib import closing
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import get_args

import pytest

from spoken import MONDAY
from sprintmind.bootstrap import open_app
from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import digest
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.states import FOLD
from sprintmind.domain.work import Commitment, PullRequest, Ticket
from sprintmind.intake import Delivery
from sprintmind.opening import open_standing
from sprintmind.settings.loading import load

SHAPES = {"3": "9c2943059cc3b923"}
"""What a state of each version of the fold is made of."""


def opened(home, told):
    return open_app(home, settings=load(home, {}), now=lambda: MONDAY, notice=told.append)


def of_an_older_fold(home, *, remembered):
    """Leave a ledger as an older version left it: a state with less in it, and a note of what that was made with."""
    (home / "sprintmind.toml").write_text('[team]\nkeys = ["NW"]\n')
    app = opened(home, [])
    app.ingest([Delivery(source="standup", body=b"- NW-1 is done.\n", received_at=MONDAY, filename="daily.md")])
    with closing(sqlite3.connect(home / "default.db")) as connection, connection:
        connection.execute("DELETE FROM claims")
        note = remembered.format(fingerprint=load(home, {}).fingerprint())
        connection.execute("UPDATE meta SET value = ? WHERE name = 'team'", (note,))
    assert not app.verify().same


@pytest.mark.parametrize(
    "remembered",
    [
        pytest.param("{fingerprint}", id="before folds had versions"),
        pytest.param("{fingerprint}/2", id="of another version"),
    ],
)
def test_a_state_that_an_older_fold_made_is_folded_anew_once(tmp_path, remembered):
    of_an_older_fold(tmp_path, remembered=remembered)
    settings = load(tmp_path, {})
    assert open_standing(tmp_path, workspace="default", chosen=settings.chosen(), now=lambda: MONDAY) is None
    told = []
    assert opened(tmp_path, told).verify().same
    assert told == ["this version makes more of what was heard: 1 event was folded anew"]
    assert opened(tmp_path, told).verify().same
    assert len(told) == 1
    assert open_standing(tmp_path, workspace="default", chosen=settings.chosen(), now=lambda: MONDAY)


def shape(kind, seen):
    """Describe a type by the names of its fields, and of theirs."""
    if is_dataclass(kind) and kind not in seen:
        seen[kind] = [each.name for each in fields(kind)]
        for each in fields(kind):
            shape(each.type, seen)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        seen[kind] = [each.value for each in kind]
    for part in get_args(kind):
        shape(part, seen)


def test_a_state_of_another_shape_has_another_fold():
    seen = {}
    for kind in (Ticket, PullRequest, Commitment, Conflict, KeptLesson, PlanCheck, SprintEnd):
        shape(kind, seen)
    told = sorted((kind.__name__, described) for kind, described in seen.items())
    assert SHAPES[FOLD] == digest(*told), "raise FOLD in domain/states.py, and note here what a state is made of now"
