"""Memory is asked within the time that a person waits; what it does not answer is said."""

from datetime import timedelta
from threading import Event

import pytest

from learned import FLAG, FRIDAY, UPDATES, ToldMemory
from sprintmind.domain.plans import Plan, PlanCondition
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError, UnavailableError
from sprintmind.plans.recalling import KINDS, nothing_asked, queries, recall

PATIENCE = timedelta(seconds=5)


def asked(memory, words=("one", "two", "three"), *, patience=PATIENCE, caller=None):
    return recall(lambda: memory, words, caller=caller or Caller(), patience=patience)


def having(*dangers, safe=()):
    found = [PlanCondition(condition=each, words=each) for each in dangers]
    return found + [PlanCondition(condition=each, words=each, safe=True) for each in safe]


def test_a_plan_gives_three_or_four_queries():
    plan = Plan(text="Friday deploy of the till\nwith new libraries")

    assert queries(plan, having(FRIDAY, UPDATES, safe=[FLAG]), services=frozenset({"till"})) == (
        "Friday deploy of the till with new libraries",
        "Friday deploy; dependency updates",
        "went fine; behind a feature flag; Friday deploy; dependency updates",
        "till; Friday deploy; dependency updates",
    )


def test_a_plan_without_conditions_is_asked_for_by_its_words():
    assert queries(Plan(text="Change the help page"), [], services=frozenset()) == ("Change the help page",)


def test_what_several_queries_find_is_merged():
    found = asked(ToldMemory({"F1": "LESSON RECORD F1", "F2": "LESSON RECORD F2"}))

    assert found.texts == {"F1": "LESSON RECORD F1", "F2": "LESSON RECORD F2"}
    assert [each.found for each in found.panel.queries] == [("F1", "F2")] * 3
    assert (found.panel.used, found.panel.failed, found.panel.backend) == (True, False, "told")


def test_only_lessons_and_outcomes_are_asked_for_and_as_whoever_asks():
    memory, caller = ToldMemory(), Caller(person="priya")

    asked(memory, caller=caller)

    assert {(each.kinds, each.caller) for each in memory.asked} == {(KINDS, caller)}


@pytest.mark.parametrize("error", [UnavailableError("memory is down"), InputError("not like this")])
def test_a_memory_that_does_not_answer_is_told_of(error):
    found = asked(ToldMemory(error=error))

    assert (found.panel.used, found.panel.failed) == (False, True)
    assert str(error) in found.panel.path


def test_a_memory_that_cannot_be_opened_is_told_of():
    def closed():
        raise UnavailableError("no such server")

    found = recall(closed, ("one",), caller=Caller(), patience=PATIENCE)

    assert found.panel.path == "memory was not asked; no such server"


def test_what_comes_too_late_is_not_waited_for():
    release = Event()
    try:
        found = asked(ToldMemory(wait=release), patience=timedelta(milliseconds=50))
    finally:
        release.set()

    assert found.panel.failed
    assert "did not answer 3 of 3 queries" in found.panel.path


def test_with_memory_off_nothing_is_asked():
    assert "no organisational memory was used" in nothing_asked().panel.path
