"""A lesson's own condition is found in a plan by its object and what is done to it, in one direction."""

from pathlib import Path

import pytest

from sprintmind.conditions.amounts import rises
from sprintmind.conditions.free import find_phrases
from sprintmind.conditions.owned import phrase_of
from sprintmind.conditions.passages import sentences
from sprintmind.domain.plans import PlanCondition

LINES = (Path(__file__).parent / "owned" / "phrases.txt").read_text(encoding="utf-8").splitlines()
LEAST, MOST = 0.75, 0.12
"""Of the sentences that say a condition, how many words alone must find, and of the others how many they may."""


def said():
    phrase = ""
    for line in LINES:
        if line.startswith("= "):
            phrase = line[2:]
        elif line.startswith(("+ ", "- ")):
            yield phrase, line[2:], line[0] == "+"


def is_found(phrase, plan, **how):
    found = find_phrases([phrase_of(phrase)], tuple(sentences(plan)), **how)
    return any(isinstance(each, PlanCondition) for each in found)


def test_most_of_what_says_a_condition_is_found_by_words_alone_and_little_else():
    hits = [is_found(phrase, plan) for phrase, plan, wanted in said() if wanted]
    misses = [is_found(phrase, plan) for phrase, plan, wanted in said() if not wanted]
    assert sum(hits) / len(hits) >= LEAST
    assert sum(misses) / len(misses) <= MOST


@pytest.mark.parametrize(
    ("phrase", "plan"),
    [
        pytest.param("crane limit lowered", "Lower the limits of the cranes to 4 t.", id="the verb of the noun"),
        pytest.param("crane limit lowered", "The crane limit goes from 6 t to 4 t.", id="two amounts"),
        pytest.param("crane limit lowered", "Cranes get a limit of 4 t instead of 6 t.", id="new before old"),
        pytest.param("berth plan import", "We load the new berth plan at noon.", id="another verb"),
        pytest.param("gate scanner replacement", "The scanners at the gate are swapped for others.", id="passive"),
        pytest.param("shared quay network", "It runs over the quay network that the cranes use, too.", id="shared"),
        pytest.param("pilot not told", "Nobody has informed the pilot.", id="an absence"),
        pytest.param("session length change", "The length of logins goes from ten hours to one.", id="a like word"),
        pytest.param("gate image rollout", "Reimage the gates on Tuesday.", id="one verb for both"),
    ],
)
def test_a_condition_is_found_in_other_words(phrase, plan):
    assert is_found(phrase, plan)


@pytest.mark.parametrize(
    ("phrase", "plan"),
    [
        pytest.param("crane limit lowered", "Raise the limit of the cranes.", id="the opposite"),
        pytest.param("crane limit lowered", "The crane limit goes from 4 t to 6 t.", id="the other way"),
        pytest.param("crane limit lowered", "The crane limit stays at 4 t.", id="nothing is done"),
        pytest.param("crane limit lowered", "We do not lower the crane limit.", id="denied"),
        pytest.param("crane limit lowered", "Last year we lowered the crane limit, and it broke.", id="the past"),
        pytest.param("crane limit lowered", "The crane limit is printed on the badge.", id="only mentioned"),
        pytest.param("crane limit lowered", "The crane limit's label is made smaller.", id="something of the object"),
        pytest.param("berth plan import", "Export of the berth plan for the pilots.", id="another deed"),
        pytest.param("pilot not told", "The pilot was told on Monday.", id="it is there"),
        pytest.param("tried at one quay only", "Tried on Monday.", id="small words are no object"),
        pytest.param("tried at one quay only", "Tried at each quay.", id="without its telling word"),
        pytest.param("only simulated", "The simulated tide is shown to visitors.", id="one word left of it"),
        pytest.param("quay rule change", "A rule for the pilots changes.", id="another object with the same deed"),
        pytest.param("at shift change", "The tide log moves to the new office.", id="a circumstance does nothing"),
    ],
)
def test_what_only_shares_its_words_is_not_taken(phrase, plan):
    assert not is_found(phrase, plan)


def test_meaning_decides_only_where_the_deed_is_said():
    def sure(phrases, texts, **_least):
        return [[0.9] * len(texts) for _ in phrases]

    assert not is_found("berth plan import", "The harbour's dates are shown in bold.", similar=sure)
    assert is_found("berth plan import", "The harbour's dates are read in at noon.", similar=sure)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kept for two weeks instead of 90 days", False),
        ("from 90 s to 2 min", True),
        ("8 GB rather than 4", True),
        ("after 30 min, was 12 h", False),
        ("16 -> 10", False),
        ("at 10:30, gate 4", None),
        ("from 3 s to 4 GB", None),
    ],
)
def test_amounts_tell_a_direction(text, expected):
    assert rises(text) is expected
