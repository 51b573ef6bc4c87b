"""A case that says something else than it means fails when it is read."""

import pytest

from sprintmind.errors import InputError
from sprintmind.evals.loading import find_cases, load_case
from sprintmind.evals.running import reversed_case, run_case

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
        pytest.param("{tickets: {NW-1: {status: done}}}", "{radar: {}}", "cannot fail", id="nothing of a page"),
        pytest.param(
            "{tickets: {NW-1: {status: done}}}", "{radar: {fits: {hedline: x}}}", "hedline", id="what no page tells"
        ),
        pytest.param(
            "{tickets: {NW-1: {status: done}}}", "{brief: [{never_says: [x]}]}", "whose brief", id="nobody's brief"
        ),
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


PLAN_CASE = """\
title: A plan is judged
guards: it was not
now: 2025-09-29T12:00:00Z
preflight:
  lessons: [{id: E1, conditions: [Friday deploy]}]
  plans: [{plan: Deploy on Friday at noon., expect: {verdict: YELLOW}}]
"""


def test_a_case_of_plans_alone_needs_nothing_else(tmp_path):
    case = case_of(PLAN_CASE, tmp_path)
    assert case.stages == ()
    assert run_case(case) == ()


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        pytest.param("verdict: YELLOW", "verdict: RED", "the verdict is YELLOW, not RED", id="another verdict"),
        pytest.param("verdict: YELLOW", "cites: []", "it cites", id="another citation"),
        pytest.param("verdict: YELLOW", "conditions: [DNS change]", "it has no 'DNS change'", id="no such condition"),
        pytest.param("verdict: YELLOW", "not_conditions: [Friday deploy]", "it has 'Friday deploy'", id="too much"),
        pytest.param("verdict: YELLOW", "says: [hello]", "does not say 'hello'", id="words that are not said"),
        pytest.param("verdict: YELLOW", "refused: empty", "it is not refused", id="a refusal that does not come"),
        pytest.param("verdict: YELLOW", "smallest_change: nothing", "the smallest change is", id="another change"),
    ],
)
def test_what_does_not_hold_of_a_plan_is_told(good, bad, said, tmp_path):
    assert any(said in failure for failure in run_case(case_of(PLAN_CASE.replace(good, bad), tmp_path)))


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        pytest.param("verdict: YELLOW", "verdict: ORANGE", id="no such verdict"),
        pytest.param("{verdict: YELLOW}", "{}", id="nothing expected"),
        pytest.param("conditions:", "condition:", id="a misspelt key of a lesson"),
    ],
)
def test_a_mistake_in_a_case_of_plans_is_bad_input(good, bad, tmp_path):
    with pytest.raises(InputError, match=r"a_case\.yaml: preflight"):
        case_of(PLAN_CASE.replace(good, bad), tmp_path)
