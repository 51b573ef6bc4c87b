"""Which words say a condition."""

import numpy as np
import pytest

import told
from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.wordings import grams_of, wordings

MIGRATION = "invoice.total becomes a numeric(12,2) column in place of an integer"
LIBRARIES = "the till build pulls in the newest lodash and axios from the lock file"
MIGRATIONS = "the column customer.code was turned from varchar into an integer"


def test_what_was_learned_is_learned_from_the_sentences_that_are_there():
    known = [*told.told(), *told.told(told.KNOWN)]
    assert wordings().digest == told.digest_of(known), "run python training/words.py"


@pytest.mark.parametrize("name", wordings().names)
def test_each_condition_that_words_say_is_one_of_the_lexicon(name):
    assert name in lexicon()


@pytest.mark.parametrize(("text", "name"), [(MIGRATION, "schema migration"), (LIBRARIES, "dependency updates")])
def test_words_say_a_condition_that_they_do_not_name(text, name):
    said = wordings().said([text])
    assert max(said, key=said.get) == name
    assert said[name] > 0.3


def test_the_loudest_of_several_texts_counts():
    both = wordings().said([MIGRATION, LIBRARIES])
    assert both["schema migration"] == pytest.approx(wordings().said([MIGRATION])["schema migration"])
    assert both["dependency updates"] == pytest.approx(wordings().said([LIBRARIES])["dependency updates"])


def test_no_text_says_nothing():
    assert wordings().said([]) == {}
    assert wordings().topics([]).shape == (0, wordings().middles.width)


def test_texts_about_the_same_are_nearer_than_others():
    topics = wordings().topics([MIGRATION, MIGRATIONS, LIBRARIES])
    alike = topics @ topics.T
    assert alike[0, 1] > alike[0, 2]
    assert np.allclose(np.diag(alike), 1, atol=1e-3)


def test_texts_of_unknown_words_are_about_nothing_that_is_known():
    topics = wordings().topics(["Xyzzy plugh", "Frobnitz", MIGRATION])
    assert (topics @ topics.T)[0].tolist() == [0, 0, 0]


def test_words_are_counted_with_their_kin_and_in_pairs_whatever_their_form_and_numbers():
    assert grams_of("Dropping 40 columns") == grams_of("dropped 7 column")
    assert {"drop", "drop 0", "0 column"} <= set(grams_of("dropping 40 columns"))
    assert {gram for gram in grams_of("exchanged") if gram.startswith("~")} == {
        gram for gram in grams_of("replacement") if gram.startswith("~")
    }
