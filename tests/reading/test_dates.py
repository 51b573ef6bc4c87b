from datetime import date

import pytest

from sprintmind.domain.calendar import Calendar
from sprintmind.reading.dates import dates, resolve

MONDAY = date(2025, 9, 29)
FRIDAY = date(2025, 10, 3)


@pytest.mark.parametrize(
    ("phrase", "said", "day"),
    [
        pytest.param("by Friday", MONDAY, date(2025, 10, 3), id="the next one"),
        pytest.param("Friday", FRIDAY, date(2025, 10, 10), id="a weekday said on that day is a week later"),
        pytest.param("next Friday", MONDAY, date(2025, 10, 10), id="next is of the week after this one"),
        pytest.param("this Friday", MONDAY, date(2025, 10, 3), id="this is of this week"),
        pytest.param("Friday week", MONDAY, date(2025, 10, 10), id="Friday week"),
        pytest.param("Monday next week", MONDAY, date(2025, 10, 6), id="Monday next week"),
        pytest.param("last Friday", MONDAY, date(2025, 9, 26), id="last lies before"),
        pytest.param("tomorrow morning", MONDAY, date(2025, 9, 30), id="tomorrow"),
        pytest.param("the day after tomorrow", MONDAY, date(2025, 10, 1), id="day after tomorrow"),
        pytest.param("EOD", MONDAY, MONDAY, id="end of day"),
        pytest.param("end of day Thursday", MONDAY, date(2025, 10, 2), id="end of a day named"),
        pytest.param("end of the week", MONDAY, date(2025, 10, 3), id="a week ends on its last working day"),
        pytest.param("end of next week", MONDAY, date(2025, 10, 10), id="end of next week"),
        pytest.param("end of month", MONDAY, date(2025, 9, 30), id="end of month"),
        pytest.param("end of next month", MONDAY, date(2025, 10, 31), id="end of next month"),
        pytest.param("end of October", MONDAY, date(2025, 10, 31), id="end of a month named"),
        pytest.param("end of the quarter", MONDAY, date(2025, 9, 30), id="end of quarter"),
        pytest.param("end of Q4", MONDAY, date(2025, 12, 31), id="a quarter named"),
        pytest.param("by the 3rd", MONDAY, date(2025, 10, 3), id="the next third"),
        pytest.param("the fourteenth", MONDAY, date(2025, 10, 14), id="in words"),
        pytest.param("the 27th of October", MONDAY, date(2025, 10, 27), id="with its month"),
        pytest.param("Wednesday, October 8", MONDAY, date(2025, 10, 8), id="weekday and date"),
        pytest.param("Monday 20 October", MONDAY, date(2025, 10, 20), id="British"),
        pytest.param("Oct 8, 2026", MONDAY, date(2026, 10, 8), id="with a year"),
        pytest.param("5 January", MONDAY, date(2026, 1, 5), id="over the turn of the year"),
        pytest.param("17.10.", MONDAY, date(2025, 10, 17), id="German"),
        pytest.param("17.10.2025.", MONDAY, date(2025, 10, 17), id="German at the end of a sentence"),
        pytest.param("10/14", MONDAY, date(2025, 10, 14), id="only one order makes a date"),
        pytest.param("2025-10-08", MONDAY, date(2025, 10, 8), id="ISO"),
        pytest.param("in two business days", FRIDAY, date(2025, 10, 7), id="business days skip the week-end"),
        pytest.param("within 3 days", MONDAY, date(2025, 10, 2), id="days"),
        pytest.param("in a week's time", MONDAY, date(2025, 10, 6), id="a week"),
        pytest.param("in a fortnight", MONDAY, date(2025, 10, 13), id="a fortnight"),
        pytest.param("end of next sprint", MONDAY, None, id="a sprint names no day"),
        pytest.param("next week", MONDAY, None, id="a week names no day"),
        pytest.param("soon", MONDAY, None, id="soon"),
        pytest.param("10/3", MONDAY, None, id="two orders make a date"),
        pytest.param("31 February", MONDAY, None, id="no such day"),
    ],
)
def test_a_phrase_is_resolved_against_the_day_of_speaking(phrase, said, day):
    assert resolve(phrase, said, Calendar()) == day


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("it may work", id="may"),
        pytest.param("the second part", id="an ordinal of a thing"),
        pytest.param("as soon as possible", id="as soon as"),
        pytest.param("version 1.10.2", id="a version"),
        pytest.param("at 10:30", id="a time"),
    ],
)
def test_what_only_looks_like_a_date_is_none(text):
    assert list(dates(text, MONDAY, Calendar())) == []


def test_holidays_are_no_business_days():
    calendar = Calendar(holidays={date(2025, 10, 3)})
    assert resolve("in two business days", date(2025, 10, 1), calendar) == date(2025, 10, 6)


def test_the_phrase_is_kept_as_it_was_said():
    ((_, _, when),) = dates("it goes out by Wednesday, October 8.", MONDAY, Calendar())
    assert when.phrase == "Wednesday, October 8"
