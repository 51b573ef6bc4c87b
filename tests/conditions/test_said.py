"""Each line of `said/` is something that plans say, and the conditions that it has or, behind a mark, has not."""

from pathlib import Path

import pytest

from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.reader import read

LINES = [
    line.strip()
    for file in sorted((Path(__file__).parent / "said").glob("*.txt"))
    for line in file.read_text(encoding="utf-8").splitlines()
    if " => " in line and not line.startswith("#")
]


@pytest.mark.parametrize("line", LINES)
def test_it_is_read_as(line):
    text, _, wanted = line.partition(" => ")
    found = read(text).names
    expected = wanted.split("; ")
    assert {each for each in expected if not each.startswith("!")} <= found
    assert {each[1:] for each in expected if each.startswith("!")}.isdisjoint(found)


def test_every_condition_has_a_line():
    said = {each for line in LINES for each in line.partition(" => ")[2].split("; ")}
    assert set(lexicon()) - said == set()


def test_every_line_names_conditions_that_there_are():
    said = {each.removeprefix("!") for line in LINES for each in line.partition(" => ")[2].split("; ")}
    assert said <= set(lexicon())


@pytest.mark.parametrize("entry", lexicon().values(), ids=lambda entry: entry.name)
def test_an_entry_refers_to_what_there_is(entry):
    assert {each for each in (entry.measure, entry.opposite, *entry.unless) if each} <= set(lexicon())
    assert entry.safe or entry.common or entry.change, "says nothing about what to do"


@pytest.mark.parametrize("entry", [each for each in lexicon().values() if each.measure], ids=lambda entry: entry.name)
def test_a_measure_is_on_the_safe_side(entry):
    assert lexicon()[entry.measure].safe
