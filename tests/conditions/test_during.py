"""Windows that a lesson means without giving their hours, and plans that name one."""

from datetime import UTC, date

import pytest

from lesson_builders import lesson
from sprintmind.conditions.described import describe, vocabulary

SYNC, PEAK, MONDAY = "register sync window 22:00-00:30", "08:00-10:00 counter peak", "Monday 08:00-10:00"


GIVEN = lesson("L1", SYNC, "bulk backfill"), lesson("L2", PEAK), lesson("L3", MONDAY)


def dangers_of(told):
    words = vocabulary({each: describe(each) for each in (*GIVEN, told)}, zone=UTC)
    return next(each.dangers for each in words.experiences if each.id == told.id)


@pytest.mark.parametrize(
    ("written", "window"),
    [
        pytest.param("during the register sync", SYNC, id="its own words"),
        pytest.param("counter rush hour", PEAK, id="a word of like meaning"),
        pytest.param("register sync job moved", None, id="what is done to it"),
        pytest.param("register cleaned", None, id="one word of two"),
        pytest.param("outside the register sync", None, id="the contrary"),
    ],
)
def test_a_condition_without_hours_is_a_window_that_another_lesson_gives_hours_for(written, window):
    found = dangers_of(lesson("L4", written)) & {SYNC, PEAK, MONDAY}
    assert found == ({window} if window else set())


@pytest.mark.parametrize(
    ("situation", "windows"),
    [
        pytest.param("The rewrite ran at 22:40 on the primary.", {SYNC}, id="by its time"),
        pytest.param("The rewrite ran at half past eleven at night.", {SYNC}, id="in words"),
        pytest.param("The rewrite ran around midnight.", {SYNC}, id="about a time"),
        pytest.param("It ran while the nightly register sync was going on.", {SYNC}, id="by its name"),
        pytest.param("It ran long before the nightly register sync.", set(), id="apart from it"),
        pytest.param("On a Monday at 09:20 the flags were moved.", {PEAK, MONDAY}, id="on its weekday"),
        pytest.param("On a Tuesday at 09:20 the flags were moved.", {PEAK}, id="on another"),
        pytest.param("The flags were moved at 15:00.", set(), id="at another time"),
    ],
)
def test_a_lesson_that_lists_nothing_is_about_the_window_in_which_it_happened(situation, windows):
    assert dangers_of(lesson("L4", situation=situation)) & {SYNC, PEAK, MONDAY} == windows


def test_a_weekday_is_told_by_the_date_of_a_lesson_whose_words_name_none():
    assert MONDAY in dangers_of(lesson("L4", situation="The flags were moved at 09:20.", date=date(2025, 11, 17)))
    assert MONDAY not in dangers_of(lesson("L4", situation="The flags were moved at 09:20.", date=date(2025, 11, 18)))


def test_what_went_fine_is_no_evidence_of_the_window_that_it_names():
    fine = lesson("L4", situation="It ran at 22:40.", type="counter_example")
    assert dangers_of(fine) & {SYNC, PEAK, MONDAY} == set()


@pytest.mark.parametrize(
    ("written", "window"),
    [
        pytest.param("outside the register sync", SYNC, id="its own words"),
        pytest.param("clear of the nightly sync", SYNC, id="a part of its name"),
        pytest.param("after the counter rush", PEAK, id="a word of like meaning"),
        pytest.param("outside the harbour", None, id="something else"),
    ],
)
def test_a_measure_that_keeps_clear_of_a_window_is_the_absence_of_it(written, window):
    fine = lesson("L4", "bulk backfill", written, type="counter_example")
    words = vocabulary({each: describe(each) for each in (*GIVEN, fine)}, zone=UTC)
    [experience] = [each for each in words.experiences if each.id == fine.id]
    assert {each.opposite for each in experience.safe_side} == {window}
