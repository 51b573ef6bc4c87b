"""A case that says something else than it means fails when it is read."""

import pytest

from sprintmind.errors import InputError
from sprintmind.evals.loading import find_cases, load_case
from sprintmind.evals.running import reversed_case

GOOD = """\
title: A merge closes its ticket
guards: nothing was ever done
now: 2025-09-29T12:00:00Z
given:
  - {at: 2025-09-29T10:00:00Z, pull: {number: 5, branch: nw-1, state: merged}}
expect: {tickets: {NW-1: {status: done}}}
"""


def case_of(text, folder):
    file = folder / "a_case.yaml"
    file.write_text(text, encoding="utf-8")
    return load_case(file)


def test_a_case_as_the_contributors_page_shows_it_is_read(tmp_path):
    case = case_of(GOOD, tmp_path)
    assert case.given[0].pull.number == 5
    assert case.now.isoformat() == "2025-09-29T12:00:00+00:00"


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        pytest.param("guards:", "guard:", "guards", id="a misspelt key of the case"),
        pytest.param("branch:", "branche:", "branche", id="a misspelt key of a short form"),
        pytest.param("state: merged", "state: megred", "state", id="a state that there is not"),
        pytest.param("number: 5", "number: '5'", "number", id="a text for a number"),
        pytest.param("status: done", "statos: done", "statos", id="an answer that nobody gives"),
        pytest.param("{tickets: {NW-1: {status: done}}}", "{}", "cannot fail", id="nothing expected"),
        pytest.param("{tickets: {NW-1: {status: done}}}", "{never: {risk: []}}", "risk", id="a misspelt list"),
        pytest.param(
            "pull: {number: 5, branch: nw-1, state: merged}", "source: github", "says nothing", id="nothing said"
        ),
        pytest.param("pull:", "said: hello, pull:", "says pull, said", id="two things in one step"),
        pytest.param("now: 2025-09-29T12:00:00Z", "now: 2025-09-29T12:00:00", "now", id="a moment without an offset"),
        pytest.param("given:", "given: [", "no YAML", id="no YAML at all"),
    ],
)
def test_a_mistake_is_named_with_its_place(good, bad, said, tmp_path):
    with pytest.raises(InputError, match=said) as caught:
        case_of(GOOD.replace(good, bad), tmp_path)
    assert "a_case.yaml" in str(caught.value)


def test_a_folder_that_is_not_there_is_bad_input(tmp_path):
    with pytest.raises(InputError, match="no such file or folder"):
        find_cases([tmp_path / "nowhere"])


def test_cases_are_chosen_by_a_text_in_their_name_or_words(tmp_path):
    case_of(GOOD, tmp_path)
    assert find_cases([tmp_path], containing="CLOSES its") == (tmp_path / "a_case.yaml",)
    assert find_cases([tmp_path], containing="opens its") == ()


def test_a_case_turned_round_hears_everything_twice_at_the_end(tmp_path):
    turned = reversed_case(case_of(GOOD, tmp_path))
    assert [step.heard for step in turned.given] == [turned.now, turned.now]
    assert reversed_case(case_of(GOOD + "any_order: false\n", tmp_path)) is None
