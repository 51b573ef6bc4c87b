from datetime import date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from sprintmind.domain.standpoint import Standpoint
from work_builders import BERLIN, CALENDAR, TEAM, moment

AT = Standpoint(team=TEAM, now=moment("2025-10-08"))


@given(
    st.datetimes(datetime(2025, 8, 1), datetime(2025, 11, 1), timezones=st.just(BERLIN)),  # noqa: DTZ001 the zone is given
    st.sampled_from([None, "dana", "tom"]),
)
def test_a_wait_is_as_long_as_the_calendar_says(since, person):
    wait = AT.wait(since, person)

    assert wait.day == CALENDAR.day(since)
    assert wait.days == CALENDAR.days_between(wait.day, date(2025, 10, 8), person)


def test_what_is_due_is_counted_from_today():
    assert AT.days_until(AT.today) == 0
    assert AT.days_until(AT.today + timedelta(days=6)) == 4
    assert AT.days_until(AT.today - timedelta(days=7)) == -4


def test_a_person_is_named_and_other_words_stay_as_they_are():
    assert AT.name("dana") == "Dana Fox"
    assert AT.name("the vendor") == "the vendor"
    assert (AT.known("dana"), AT.known("the vendor"), AT.known(None)) == ("dana", None, None)
