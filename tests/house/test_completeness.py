"""What belongs together is there: a case for every rule, a sample for every source, a description for every setting."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import sprintmind.sources
from sprintmind import risk
from sprintmind.evals.deliveries import delivery
from sprintmind.evals.expectations import LISTS
from sprintmind.evals.loading import find_cases, load_case
from sprintmind.settings.reference import reference
from sprintmind.settings.values import EXTRAS, NOT_BUILT
from sprintmind.sources import brought

ROOT = Path(__file__).parents[2]
ROWS = reference()
SOURCES = tuple(module.name for module in iter_modules(sprintmind.sources.__path__))
for module in SOURCES:
    import_module(f"sprintmind.sources.{module}")


@pytest.fixture(scope="module")
def cases():
    return [load_case(file) for file in find_cases()]


def expectations(cases):
    return [expect for case in cases for stage in case.stages for expect in stage.expectations]


@pytest.mark.parametrize("rule", sorted(risk.rules()))
def test_a_rule_has_a_case_in_which_it_finds_something(rule, cases):
    assert any(pattern.get("rule") == rule for each in expectations(cases) for pattern in each.risks or ())


def test_cases_name_only_rules_that_there_are(cases):
    patterns = [pattern for each in expectations(cases) for pattern in (*(each.risks or ()), *each.never.risks)]
    assert {pattern["rule"] for pattern in patterns if "rule" in pattern} <= set(risk.rules())


def test_every_extra_is_a_rule_or_it_is_said_why_it_is_none():
    assert {name for name, each in risk.rules().items() if not each.on} == set(EXTRAS) - NOT_BUILT.keys()
    assert NOT_BUILT.keys() <= set(EXTRAS)


@pytest.mark.parametrize("rule", risk.rules().values(), ids=lambda rule: rule.name)
def test_a_rule_explains_itself(rule):
    assert len(rule.page.split()) >= 8


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_has_a_sample(source):
    folders = [ROOT / "tests" / "samples" / name for name in (source, f"{source}s")]
    assert any(file for folder in folders if folder.is_dir() for file in folder.iterdir()), (
        f"put a delivery of real shape into tests/samples/{source}/"
    )


@pytest.mark.parametrize("source", [name for name in SOURCES if name in brought()])
def test_a_source_has_a_case(source, cases):
    steps = [step for case in cases for stage in case.stages for step in stage.given]
    assert source in {delivered.source for step in steps if (delivered := delivery(step))}


@pytest.mark.parametrize("row", ROWS, ids=[row.place for row in ROWS])
def test_a_setting_is_described(row):
    assert row.description, "give its field a description"


def test_a_cases_name_is_its_guarantee():
    assert [file.name for file in find_cases() if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+){2,}\.yaml", file.name)] == []


def test_no_two_cases_say_the_same(cases):
    titles = [case.title for case in cases]
    assert sorted(titles) == sorted(set(titles))


def test_every_kind_of_answer_is_asked_for_by_some_case(cases):
    asked = {name for each in expectations(cases) for name in LISTS if each.asks(name)}
    assert asked == set(LISTS)
