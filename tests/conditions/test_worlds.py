"""Whole worlds of plans are judged about as their authors judge them; what is learned must not cost what is known."""

import pytest

import plan_worlds
from sprintmind.embeddings.choice import Cosines
from sprintmind.embeddings.condition_model import open_conditions

RIGHT, CITED = 0.65, 0.75
"""Of the verdicts and of the citations of a world: lower than what was measured, so that one sentence fails nothing."""


@pytest.fixture(scope="module")
def meaning():
    return Cosines(open_conditions())


@pytest.mark.parametrize("name", plan_worlds.NAMES)
def test_most_verdicts_of_a_world_are_right_and_hardly_any_harmless_plan_is_red(name, meaning):
    verdicts, cited = plan_worlds.judged(plan_worlds.world(name, meaning))
    right = sum(count for (wanted, found), count in verdicts.items() if wanted == found)
    assert right / verdicts.total() >= RIGHT
    assert cited >= CITED
    assert verdicts["GREEN", "RED"] <= 1
