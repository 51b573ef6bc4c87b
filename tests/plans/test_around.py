"""A freeze of the team is met by a moment, by a span that runs into it, and by a day without an hour."""

from datetime import date, datetime, timedelta

import pytest

from lesson_builders import BERLIN, NOW
from sprintmind.conditions.plans.kinds import plan_of
from sprintmind.domain.freezes import Freeze
from sprintmind.plans.around import with_freezes
from sprintmind.plans.examining import timed

FREEZE = Freeze(
    name="Black Friday",
    start=datetime(2025, 11, 27, tzinfo=BERLIN),
    end=datetime(2025, 12, 1, 9, tzinfo=BERLIN),
)


def frozen(text, at=None):
    plan = plan_of(text, at=at, zone=BERLIN)
    return [each.words for each in with_freezes(plan, [FREEZE], when=timed(plan, now=NOW)).facts]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("Deploy on 2025-11-28.", ["2025-11-28"], id="a day without an hour"),
        pytest.param("Deploy on 28 Nov at 10:00.", ["2025-11-28T10:00+01:00"], id="a moment"),
        pytest.param("Deploy on 26 Nov, 22:00-02:00.", ["2025-11-26T22:00+01:00"], id="a range that runs into it"),
        pytest.param("Deploy on 26 Nov at 23:00, takes 2 hours.", ["2025-11-26T23:00+01:00"], id="how long it takes"),
        pytest.param("Deploy on 26 Nov at 23:00.", [], id="an instant before it"),
        pytest.param("Deploy on 2025-12-01.", [], id="the day on whose morning it ends"),
        pytest.param("Deploy soon.", [], id="no day at all"),
    ],
)
def test_a_plan_falls_into_a_freeze_by_what_its_text_says(text, words):
    assert frozen(text) == words


def test_a_day_that_is_given_is_enough():
    assert frozen("Deploy the shop.", at=date(2025, 11, 28)) == ["2025-11-28"]
    assert frozen("Deploy the shop.", at=date(2025, 11, 26)) == []


def test_a_moment_that_is_given_may_run_into_it():
    late = datetime(2025, 11, 26, 23, tzinfo=BERLIN)
    assert frozen("Deploy the shop, takes two hours.", at=late) == [(late).isoformat(timespec="minutes")]
    assert frozen("Deploy the shop, takes two hours.", at=late - timedelta(hours=2)) == []
