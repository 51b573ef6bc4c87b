"""What texts claim, by example: said/*.txt, one block a text."""

from pathlib import Path

import pytest

from saying import examples

SAID = Path(__file__).parent / "said"


@pytest.mark.parametrize("example", [pytest.param(each, id=each.name) for each in examples(SAID)])
def test_a_text_claims_what_a_careful_reader_hears_and_nothing_else(example):
    assert (example.missed, example.invented) == ([], [])
