"""A model may point at words of a postmortem; what does not stand there is not taken."""

import pytest

from learned import ToldModel
from sprintmind.domain.lessons import LessonStatus
from sprintmind.drafting import completed
from sprintmind.errors import UnavailableError
from sprintmind.lessons.files import LessonFile, read

TEXT = """\
# Till down

## Summary
A Friday deploy of the till with new dependency updates took it down. We thought that small steps are harmless.

## Lessons learned
Keep libraries out of a Friday.
"""


def draft(model):
    [found] = read(LessonFile(name="till-down.md", body=TEXT.encode()))
    return completed(found, model)


def answer(*fields, conditions=()):
    told = [{"field": field, "quote": quote} for field, quote in fields]
    return ToldModel({"fields": told, "conditions": [{"phrase": a, "quote": b} for a, b in conditions]})


def test_without_a_model_the_lexicon_names_the_conditions():
    found, warning = draft(None)

    assert {"Friday deploy", "dependency updates"} <= set(found.lesson.trigger_conditions)
    assert "trigger_conditions" in found.lesson.completed
    assert (found.lesson.status, warning) == (LessonStatus.DRAFT, "")


def test_words_that_stand_in_the_text_are_taken():
    found, _ = draft(answer(("believed", "We thought that small steps are harmless.")))

    assert found.lesson.believed == "We thought that small steps are harmless."
    assert "believed" in found.lesson.completed
    assert found.lesson.status is LessonStatus.DRAFT


@pytest.mark.parametrize("quote", ["We thought that big steps are harmless.", "small", ""])
def test_words_that_do_not_stand_there_are_not_taken(quote):
    found, _ = draft(answer(("believed", quote), ("lesson", "Never deploy anything again."), ("status", "active")))

    assert (found.lesson.believed, found.lesson.lesson) == ("", "Keep libraries out of a Friday.")


def test_a_condition_is_taken_only_with_the_words_that_show_it():
    model = answer(
        conditions=[("Friday deploy", "A Friday deploy of the till"), ("no load test", "nobody tried the load")]
    )

    found, _ = draft(model)

    assert found.lesson.trigger_conditions == ("Friday deploy",)


def test_a_model_that_does_not_answer_is_told_of():
    found, warning = draft(ToldModel(error=UnavailableError("no key")))

    assert found.lesson.lesson == "Keep libraries out of a Friday."
    assert warning == "till-down.md: the model did not read it (no key); the draft is made by rules"


def test_a_structured_lesson_is_left_as_it_is():
    [found] = read(LessonFile(name="a.json", body=b'{"situation": "s", "lesson": "l"}'))
    model = answer(("lesson", "something else entirely"))

    assert completed(found, model) == (found, "")
    assert model.requests == []
