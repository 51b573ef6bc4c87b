"""Part of an answer is compared; the rest may be anything."""

import pytest

from sprintmind.evals.matching import difference, forbidden, missing

ANSWER = {"key": "NW-1", "status": "done", "blocked": False, "due": None, "pulls": [{"number": 5, "ci": "passing"}]}


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param({}, id="nothing asked"),
        pytest.param({"status": "done", "blocked": False}, id="equal values"),
        pytest.param({"due": None}, id="nothing there, and nothing expected"),
        pytest.param({"key": "~nw"}, id="a part, in any case"),
        pytest.param({"status": "!todo"}, id="anything else"),
        pytest.param({"due": "!2025-10-03"}, id="nothing is anything else"),
        pytest.param({"pulls": [{"ci": "passing"}]}, id="an element that fits"),
    ],
)
def test_it_fits(pattern):
    assert difference(ANSWER, pattern) is None


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        pytest.param({"status": "todo"}, "status is 'done', not 'todo'", id="another value"),
        pytest.param({"blocked": 0}, "blocked is False, not 0", id="another type"),
        pytest.param({"blocked": "!true"}, "blocked is False", id="anything else, of what is no text"),
        pytest.param({"title": "SSO"}, "there is no title", id="a key that is not there"),
        pytest.param({"title": None}, "there is no title", id="nothing is not the same as not there"),
        pytest.param({"pulls": []}, "not empty", id="something where nothing is expected"),
        pytest.param({"pulls": [{"ci": "failing"}]}, "has nothing like", id="no element that fits"),
        pytest.param({"key": "~PAY"}, "key is 'NW-1'", id="no such part"),
    ],
)
def test_it_does_not_fit_and_the_place_is_named(pattern, said):
    assert said in difference(ANSWER, pattern)


def test_the_nearest_answer_is_shown_where_none_fits():
    (told,) = missing([ANSWER, {"key": "NW-2", "status": "todo"}], [{"key": "NW-1", "status": "todo"}])
    assert "status is 'done'" in told or "key is 'NW-2'" in told


def test_an_answer_that_must_not_be_there_is_shown():
    assert forbidden([ANSWER], [{"status": "done"}, {"status": "todo"}]) != ()
    assert forbidden([ANSWER], [{"status": "todo"}]) == ()
