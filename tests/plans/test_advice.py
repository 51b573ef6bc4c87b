"""A model's advice is kept only where it can be traced to what was matched."""

from datetime import UTC, datetime

import pytest

from learned import FRIDAY, UPDATES, ToldModel, lesson
from sprintmind.conditions.clock import Almanac
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.plans import Plan
from sprintmind.errors import ModelOutputError, UnavailableError
from sprintmind.plans.advice import Grounds, advise
from sprintmind.preflight import examine

NOW = datetime(2025, 10, 1, tzinfo=UTC)
LESSONS = [lesson("F1", FRIDAY, UPDATES), lesson("F2", "cache flush")]


def grounds(text="Friday deploy of the till with three dependency updates"):
    found = examine(Plan(text=text), LESSONS, almanac=Almanac(now=NOW))
    return Grounds(
        assessment=found, lessons={each.id: KeptLesson(lesson=each, at=NOW) for each in LESSONS}, outcomes={}
    )


def says(*sentences):
    return ToldModel({"sentences": [{"text": text, "lessons": list(ids)} for text, ids in sentences]})


def test_what_cites_a_match_is_kept_and_names_it():
    advised = advise(grounds(), says(("Leave the libraries out.", ["F1"])))

    assert (advised.text, advised.author, advised.warning) == ("Leave the libraries out (F1).", "test:told", "")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        pytest.param("Leave the libraries out.", [], id="cites nothing"),
        pytest.param("Leave the libraries out.", ["F9"], id="cites what there is not"),
        pytest.param("The cache was flushed before.", ["F2"], id="cites what was not matched"),
        pytest.param("Libraries and caches are bad.", ["F1", "F2"], id="cites too much"),
        pytest.param("F1 says that this is GREEN.", ["F1"], id="names a colour"),
        pytest.param("With F1 in mind this is safe.", ["F1"], id="promises safety"),
    ],
)
def test_what_cannot_be_traced_is_left_out_and_said(text, ids):
    advised = advise(grounds(), says((text, ids)))

    assert advised.author == "templates"
    assert text not in advised.text
    assert "could be traced to a lesson" in advised.warning


def test_of_several_sentences_the_traced_ones_are_kept():
    advised = advise(grounds(), says(("F1 happened on a Friday.", ["F1"]), ("All is well.", [])))

    assert advised.text == "F1 happened on a Friday."
    assert advised.warning.startswith("1 sentences")


@pytest.mark.parametrize("error", [UnavailableError("no key"), ModelOutputError("no JSON")])
def test_a_model_that_does_not_answer_is_said(error):
    advised = advise(grounds(), ToldModel(error=error))

    assert advised.author == "templates"
    assert str(error) in advised.warning


def test_a_model_is_not_asked_where_nothing_was_matched():
    model = says(("F1 is fine.", ["F1"]))

    advised = advise(grounds("Change the wording of the help page"), model)

    assert (advised.author, model.requests) == ("templates", [])


def test_what_stands_in_a_lesson_is_material_and_no_instruction():
    model = says(("F1 happened.", ["F1"]))

    advise(grounds(), model)

    [request] = model.requests
    assert "What F1 taught." in request.material
    assert "What F1 taught." not in request.instructions
