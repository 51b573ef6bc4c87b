"""Names of one condition that lessons have in different words, and lessons that list none."""

from datetime import UTC, datetime
from math import inf

import lesson_builders
from sprintmind.conditions.clock import Almanac
from sprintmind.conditions.described import describe, vocabulary
from sprintmind.conditions.plans.kinds import plan_of
from sprintmind.preflight import find_conditions

ALIKE = {"bonus week", "discount action", "a promotion was running"}


def similar(phrases, texts, /, *, least=-inf):  # what is below is told as well
    """As if all that speaks of a promotion meant the same."""
    return [
        [
            1.0 if one == other or {one.casefold().rstrip("."), other.casefold().rstrip(".")} <= ALIKE else 0.0
            for other in texts
        ]
        for one in phrases
    ]


def lesson(number, *conditions, situation="Nothing of note.", decision="Paint the shed.", **fields):
    return lesson_builders.lesson(f"L{number}", *conditions, situation=situation, decision=decision, **fields)


def dangers(*lessons):
    words = vocabulary({each: describe(each) for each in lessons}, zone=UTC, similar=similar)
    return {each.id: each.dangers for each in words.experiences}


def test_names_that_mean_the_same_are_one_condition():
    found = dangers(lesson(1, "bonus week"), lesson(2, "discount action"))
    assert found["L1"] == found["L2"]
    assert len(found["L1"]) == 1


def test_two_names_that_one_lesson_lists_are_two_conditions():
    found = dangers(lesson(1, "bonus week", "discount action"))
    assert len(found["L1"]) == 2


def test_a_name_and_its_denial_are_never_one():
    ALIKE.add("no bonus week")
    found = dangers(lesson(1, "bonus week"), lesson(2, "no bonus week"))
    ALIKE.discard("no bonus week")
    assert found["L1"] != found["L2"]


def test_a_lesson_that_lists_none_is_a_case_of_what_others_list():
    found = dangers(lesson(1, "bonus week"), lesson(2, situation="A promotion was running."))
    assert found["L2"] == found["L1"]


def test_a_lesson_that_is_like_no_other_is_about_what_was_decided():
    assert dangers(lesson(1, "bonus week"), lesson(2))["L2"] == {"Paint the shed"}


def test_what_went_fine_is_about_no_danger_that_nobody_names():
    found = dangers(lesson(1, "bonus week"), lesson(2, type="counter_example"))
    assert found["L2"] == frozenset()


def fine(number, *conditions):
    return lesson(number, *conditions, type="counter_example")


def described_by(meant, *lessons):
    """As if two phrases meant the same, whatever they say."""

    def alike(phrases, texts, /, *, least=-inf):
        return [[1.0 if one == other or {one, other} in meant else 0.0 for other in texts] for one in phrases]

    words = vocabulary({each: describe(each) for each in lessons}, zone=UTC, similar=alike)
    return {each.id: each for each in words.experiences}


def test_a_measure_with_a_name_of_its_own_is_the_one_of_the_lexicon_that_it_means():
    meant = [{"rehearsal on the full restore", "rehearsed on a copy"}]
    found = described_by(meant, fine(1, "schema migration", "rehearsal on the full restore"))
    assert {each.condition for each in found["L1"].safe_side} == {"rehearsed on a copy"}


def test_what_went_fine_under_a_danger_of_another_name_went_fine_under_that_danger():
    meant = [{"extreme heat", "heatwave"}]
    found = described_by(meant, lesson(1, "heatwave"), fine(2, "extreme heat", "load test done"))
    assert found["L2"].dangers == {"heatwave"}
    assert {each.condition for each in found["L2"].safe_side} == {"load test done"}


def test_a_measure_is_not_the_danger_that_it_is_not_taken():
    meant = [{"versions pinned", "unpinned versions"}]
    found = described_by(meant, lesson(1, "unpinned versions"), fine(2, "berth painting", "versions pinned"))
    assert "unpinned versions" not in found["L2"].dangers
    assert {each.condition for each in found["L2"].safe_side} >= {"versions pinned"}


def test_an_absence_with_a_name_of_its_own_is_that_of_the_danger_which_it_means():
    meant = [{"game on air", "live match"}]
    found = described_by(meant, lesson(1, "live match"), fine(2, "schema migration", "no game on air"))
    assert {each.opposite for each in found["L2"].safe_side} == {"live match"}


def test_a_plan_that_says_the_measure_is_not_taken_for_the_danger_that_it_sounds_like():
    plan = "The versions are pinned in the build."
    near = [{"unpinned versions", "versions pinned"}, {"unpinned versions", plan}]

    def alike(phrases, texts, /, *, least=-inf):
        return [[1.0 if one == other or {one, other} in near else 0.0 for other in texts] for one in phrases]

    lessons = lesson(1, "unpinned versions"), fine(2, "schema migration", "versions pinned")
    almanac = Almanac(now=datetime(2025, 11, 5, 10, tzinfo=UTC))

    def found(*told):
        words = vocabulary({each: describe(each) for each in told}, zone=UTC, similar=alike)
        return {each.condition for each in find_conditions(plan_of(plan), words, almanac=almanac, similar=alike)[0]}

    assert found(*lessons) == {"versions pinned"}
    assert found(lessons[0]) == {"unpinned versions"}
