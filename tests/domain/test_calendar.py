from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprintmind.domain.calendar import Calendar

BERLIN = ZoneInfo("Europe/Berlin")
DAYS = st.dates(min_value=date(2024, 1, 1), max_value=date(2027, 12, 31))
NEAR = st.dates(min_value=date(2025, 9, 1), max_value=date(2025, 12, 31))


@st.composite
def calendars(draw):
    away = tuple(tuple(sorted(draw(st.tuples(NEAR, NEAR)))) for _ in range(draw(st.integers(0, 3))))
    return Calendar(
        zone=BERLIN,
        working_days=draw(st.frozensets(st.integers(0, 6))),
        holidays=draw(st.frozensets(NEAR, max_size=10)),
        absences={"priya": away},
    )


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        pytest.param("2025-09-29", "2025-09-29", 0, id="the same day"),
        pytest.param("2025-09-29", "2025-09-30", 1, id="the next day"),
        pytest.param("2025-09-26", "2025-09-27", 0, id="a Saturday counts nothing"),
        pytest.param("2025-09-26", "2025-09-29", 1, id="over a weekend"),
        pytest.param("2025-10-02", "2025-10-03", 0, id="a holiday counts nothing"),
        pytest.param("2025-10-02", "2025-10-06", 1, id="over a holiday and a weekend"),
        pytest.param("2025-10-03", "2025-10-06", 1, id="from a holiday on"),
        pytest.param("2025-10-24", "2025-10-27", 1, id="over the end of summer time"),
        pytest.param("2025-09-30", "2025-09-29", -1, id="backwards"),
        pytest.param("2025-09-27", "2025-09-26", 0, id="a Saturday is no business day late"),
    ],
)
def test_business_days_are_counted_after_the_start_up_to_and_including_the_end(start, end, days):
    calendar = Calendar(holidays=frozenset({date(2025, 10, 3)}))

    assert calendar.days_between(date.fromisoformat(start), date.fromisoformat(end)) == days


def test_a_persons_days_away_count_for_that_person_only():
    calendar = Calendar(absences={"priya": ((date(2025, 10, 6), date(2025, 10, 7)),)})
    start, end = date(2025, 10, 3), date(2025, 10, 8)

    assert calendar.days_between(start, end, "priya") == 1
    assert calendar.days_between(start, end, "tom") == 3
    assert calendar.days_between(start, end) == 3


def test_a_team_may_work_on_other_days():
    calendar = Calendar(working_days=frozenset({6, 0, 1, 2, 3}))

    assert calendar.works(date(2025, 10, 5))
    assert not calendar.works(date(2025, 10, 3))


@pytest.mark.parametrize(
    ("at", "day"),
    [
        pytest.param(datetime(2025, 9, 30, 21, 59, tzinfo=UTC), date(2025, 9, 30), id="before midnight in Berlin"),
        pytest.param(datetime(2025, 9, 30, 22, 0, tzinfo=UTC), date(2025, 10, 1), id="midnight in Berlin, summer"),
        pytest.param(datetime(2025, 10, 26, 22, 30, tzinfo=UTC), date(2025, 10, 26), id="before midnight, winter"),
        pytest.param(datetime(2025, 10, 26, 23, 0, tzinfo=UTC), date(2025, 10, 27), id="midnight in Berlin, winter"),
    ],
)
def test_a_moment_belongs_to_the_teams_day(at, day):
    assert Calendar(zone=BERLIN).day(at) == day


@pytest.mark.parametrize(
    ("day", "hour"),
    [pytest.param(date(2025, 10, 25), 7, id="summer time"), pytest.param(date(2025, 10, 26), 8, id="winter time")],
)
def test_a_dated_word_was_said_at_nine_in_the_teams_zone(day, hour):
    assert Calendar(zone=BERLIN).morning(day) == datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


@given(calendars(), DAYS)
def test_what_is_said_on_a_day_belongs_to_that_day(calendar, day):
    assert calendar.day(calendar.morning(day)) == day


@given(calendars(), NEAR, NEAR, NEAR, st.sampled_from([None, "priya", "tom"]))
def test_spans_add_up(calendar, a, b, c, person):
    parts = calendar.days_between(a, b, person) + calendar.days_between(b, c, person)

    assert parts == calendar.days_between(a, c, person)


@given(calendars(), NEAR, NEAR, st.sampled_from([None, "priya"]))
def test_there_and_back_is_nothing(calendar, a, b, person):
    assert calendar.days_between(a, b, person) == -calendar.days_between(b, a, person)


@given(calendars(), NEAR, st.integers(0, 120), st.sampled_from([None, "priya"]))
def test_a_day_more_adds_one_exactly_if_it_is_a_business_day(calendar, start, length, person):
    end = start + timedelta(days=length)
    after = end + timedelta(days=1)

    more = calendar.days_between(start, after, person) - calendar.days_between(start, end, person)
    assert more == calendar.works(after, person)


@given(calendars(), NEAR, NEAR)
def test_nobody_has_more_business_days_than_the_team(calendar, a, b):
    start, end = sorted((a, b))

    assert 0 <= calendar.days_between(start, end, "priya") <= calendar.days_between(start, end) <= (end - start).days
