"""Ways back and outages that a plan names beside what it does."""

import pytest

from lesson_builders import check, verdict


@pytest.mark.parametrize(
    "text",
    [
        "Friday deploy of billing with dependency updates and a rollback plan.",
        "Friday deploy of billing with dependency updates and a tested rollback plan.",
        "With a rollback plan at hand we do the Friday deploy with dependency updates.",
        "The rollback plan is tested and we do the Friday deploy with dependency updates.",
    ],
)
def test_a_way_back_that_is_there_takes_no_danger_out_of_a_plan(text):
    assert verdict(check(text)) == "RED"


@pytest.mark.parametrize(
    "text",
    [
        "Rollback plan: a Friday deploy with dependency updates.",
        "The rollback plan is to repeat the Friday deploy with the dependency updates.",
        "Thursday we ship, and the Friday deploy with dependency updates is our rollback plan.",
    ],
)
def test_what_the_way_back_would_do_is_no_part_of_a_plan(text):
    assert verdict(check(text)) == "GREEN"


@pytest.mark.parametrize(
    "text",
    [
        "Friday deploy with dependency updates and if anything breaks we revert.",
        "Friday deploy with dependency updates and if it fails roll back.",
        "We do the Friday deploy with dependency updates, should it fail we go back.",
    ],
)
def test_what_is_done_anyway_stays_though_it_is_said_what_happens_when_it_breaks(text):
    assert verdict(check(text)) == "RED"


def test_what_is_done_only_when_something_breaks_is_no_danger():
    assert verdict(check("We repeat the Friday deploy with dependency updates if anything breaks.")) == "GREEN"


@pytest.mark.parametrize(
    "text",
    [
        "Friday deploy with dependency updates to fix the outage.",
        "Friday deploy with dependency updates as a hotfix for the checkout outage.",
        "During the ongoing incident we do the Friday deploy with dependency updates.",
    ],
)
def test_a_plan_against_an_outage_that_lasts_is_not_of_the_past(text):
    assert verdict(check(text)) == "RED"
