"""Every case holds: in the order that it is written, and heard in reverse and twice where that must not matter."""

import pytest

from sprintmind.evals.loading import cases_folder, find_cases, load_case
from sprintmind.evals.running import reversed_case, run_case

FILES = find_cases()


def name_of(file):
    return str(file.relative_to(cases_folder()).with_suffix(""))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_it_holds(file):
    assert run_case(load_case(file)) == ()


@pytest.mark.parametrize("file", [file for file in FILES if reversed_case(load_case(file))], ids=name_of)
def test_it_holds_whatever_is_heard_first_and_however_often(file):
    assert run_case(reversed_case(load_case(file))) == ()
