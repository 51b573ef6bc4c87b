"""Whole worlds of plans are judged about as their authors judge them; what is learned must not cost what is known."""

from collections import Counter
from statistics import fmean

import pytest

import plan_worlds
from sprintmind.embeddings.choice import Cosines
from sprintmind.embeddings.condition_model import open_conditions

LEAST, RIGHT, CITED = 0.58, 0.72, 0.76
"""Of the verdicts of each world, and of the verdicts and citations of all: a little less than was measured."""
RED, ALL_RED = 3, 7
"""Harmless plans that may be RED, of some fifteen in each world and of all 240 in the worlds that are learned from."""


@pytest.fixture(scope="module")
def judged():
    meaning = Cosines(open_conditions())
    return {
        name: plan_worlds.judged(plan_worlds.world(name, meaning)) for name in (*plan_worlds.NAMES, *plan_worlds.HELD)
    }


def right(verdicts):
    return sum(count for (wanted, found), count in verdicts.items() if wanted == found)


@pytest.mark.parametrize("name", [*plan_worlds.NAMES, *plan_worlds.HELD])
def test_most_verdicts_of_a_world_are_right_and_hardly_any_harmless_plan_is_red(name, judged):
    verdicts, _ = judged[name]
    assert right(verdicts) / verdicts.total() >= LEAST
    assert verdicts["GREEN", "RED"] <= RED


def test_verdicts_and_citations_of_all_worlds_are_about_as_good_as_they_were(judged):
    known = [judged[name] for name in plan_worlds.NAMES]
    verdicts = sum((each for each, _ in known), Counter())
    assert right(verdicts) / verdicts.total() >= RIGHT
    assert fmean(cited for _, cited in known) >= CITED
    assert verdicts["GREEN", "RED"] <= ALL_RED


@pytest.mark.parametrize("name", plan_worlds.NAMES[:4])
def test_the_worlds_that_were_there_first_are_judged_no_worse_than_before(name, judged):
    verdicts, cited = judged[name]
    assert right(verdicts) / verdicts.total() >= 0.65
    assert cited >= 0.75
    assert verdicts["GREEN", "RED"] <= 1
