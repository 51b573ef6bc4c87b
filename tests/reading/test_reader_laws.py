"""Laws of reading: what adds nothing changes nothing, quotes are verbatim, time is linear."""

import re
import time
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saying import MONDAY, claimed, examples, heard, northwind
from sprintmind.reading.automaton import cues
from sprintmind.reading.dates import _PATTERN, dates
from sprintmind.reading.formats import read_document
from sprintmind.reading.lexicon import facts
from sprintmind.reading.names import Names
from sprintmind.reading.phrases import alternatives
from sprintmind.reading.statements import Kind
from sprintmind.reading.wording import COLOURS, PREDICATES
from sprintmind.reading.words import texts_of

STANDUPS = [
    each.text for each in examples(Path(__file__).parent / "said") if each.kind == "standup" and "|" not in each.text
]
SAYS_NOTHING = ["We had lunch together.", "The office plants look great.", "Thanks all!", "It rained again."]

lines = st.sampled_from([line for text in STANDUPS for line in text.split("\n") if line.strip() and line != "%"])


@given(st.lists(lines, min_size=1, max_size=5), st.sampled_from(SAYS_NOTHING))
def test_a_line_that_claims_nothing_changes_no_claim(said, nothing):
    bullets = [f"- {line.lstrip('- ')}" for line in said]
    assert claimed("\n".join([*bullets, f"- {nothing}"])) == claimed("\n".join(bullets))


@given(st.lists(lines, min_size=1, max_size=6))
def test_quotes_are_words_of_the_text(said):
    text = "\n".join(said)
    assert all(statement.quote in text for statement in heard(text))


@given(st.lists(lines, min_size=1, max_size=6))
def test_line_ends_and_a_byte_order_mark_change_nothing(said):
    text = "\n".join(said)
    assert claimed("\ufeff" + text.replace("\n", "\r\n")) == claimed(text)


@given(st.text(max_size=300))
def test_any_text_at_all_is_read(text):
    try:
        read_document(text.encode("utf-8", "replace"), filename="x.md", kind="standup")
    except ValueError as error:  # pragma: no cover
        pytest.fail(str(error))
    except Exception:  # noqa: BLE001  # a text without words is refused, which other tests look at
        return
    heard(text.encode("utf-8", "replace").decode())


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("NW-1 " + "is " * 4000 + "done", id="one verb"),
        pytest.param("NW-1, " * 3000, id="keys"),
        pytest.param("waiting for " * 2000 + "approval", id="waits"),
        pytest.param("end of " * 3000 + "month", id="dates"),
        pytest.param("the 1" * 4000, id="ordinals"),
        pytest.param("not " * 4000 + "NW-1 done", id="negations"),
        pytest.param("told Acme " * 1500, id="promises"),
        pytest.param("(" * 5000 + "NW-1", id="brackets"),
        pytest.param("a: " * 4000, id="labels"),
        pytest.param("so" + " " * 20000 + "NW-1 done", id="space"),
    ],
)
def test_no_line_takes_long(line):
    began = time.process_time()
    heard(line)
    assert time.process_time() - began < 3


@pytest.mark.parametrize("kind", ["standup", "meeting", "digest"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(" " * 20000 + "NW-1 done", id="one line far to the right"),
        pytest.param("a\n" * 20000, id="lines of one character"),
        pytest.param("- a\n" + "  b\n" * 20000, id="one bullet of very many lines"),
        pytest.param("--- " * 5000 + "x", id="a broken line between rows"),
    ],
)
def test_no_layout_takes_long(text, kind):
    began = time.process_time()
    read_document(text.encode(), filename="x.md", kind=kind)
    assert time.process_time() - began < 5


def test_reading_takes_time_in_proportion_to_its_length():
    text = "- NW-1 is in review and NW-2 is blocked by PAY-3, I'll send Acme the report by Friday.\n"
    spent = []
    for size in (100, 400):
        began = time.process_time()
        heard(text * size)
        spent.append(time.process_time() - began)
    assert spent[1] < 8 * spent[0]


def test_a_statement_that_claims_nothing_says_why_and_what_it_would_have_been():
    (statement,) = heard("NW-1 is not done yet.")
    assert (statement.kind, statement.meant, statement.reason) == (Kind.NONE, Kind.STATUS, "negated")


def test_a_statement_names_the_cue_that_made_it():
    (statement,) = heard("NW-1 was merged.")
    assert statement.cues == ('done.verb "merged" at 10',)


def test_keys_of_other_projects_are_no_tickets():
    assert claimed("UTF-8, ZZ-4 and PR-12 are done.", team=northwind()) == []


PIECES = "I'm won't it’s NW-1 Priya Acme done gonna Friday [x] … –".split()  # noqa: SIM905 (reads better in a row)


@given(st.text(max_size=80) | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_the_texts_of_words_are_those_of_the_words_with_their_places(text):
    names = Names(northwind())
    named = names.named(text, 0, len(text), MONDAY)
    texts = texts_of(text, 0, len(text), named)
    assert texts == tuple(word.text for word in names.words(text, 0, len(text), MONDAY))


DATED = "the 3rd Fri. Friday FRIDAY next this last week 2025-10-03 10/14 17.10. 3 Oct october end of month in two soon"


@given(st.lists(st.sampled_from([*DATED.split(), " ", ", ", "-", "."]), max_size=12), st.sampled_from([" ", ""]))
def test_dates_are_found_where_the_whole_pattern_finds_them(pieces, between):
    text = between.join(pieces)
    found = [(start, end) for start, end, _ in dates(text, MONDAY, northwind().calendar)]
    assert found == [match.span() for match in _PATTERN.finditer(text.lower())]


TICKETS = r"(?:(?:(?:on|for|of|with) )?(?:the )?#t (?:(?:, |and |& )#t ){0,8})?"


def pattern_of(phrase):
    """Write a phrase as the pattern that it stands for."""
    parts = phrase.split(" ")
    between = "" if {"#t", "."} & set(parts) else TICKETS
    return re.compile(between.join(piece(part, between) for part in parts))


def piece(part, between):
    if part == "...":
        return r"(?:[^ ,;:.!?()]{1,60} ){0,3}?"
    words = "|".join(f" {between}".join(map(re.escape, each.split(" "))) for each in alternatives(part))
    return f"(?:(?:{words}) )?" if part.endswith("?") and part != "?" else f"(?:{words}) "


PATTERNS = [
    (f"{group}.{kind}", pattern_of(phrase))
    for file in (*PREDICATES, *COLOURS)
    for group, kinds in facts(file).items()
    for kind, phrases in kinds.items()
    for phrase in phrases
]


@settings(max_examples=25)
@given(st.lists(lines, min_size=1, max_size=2))
def test_all_phrases_at_once_are_those_that_their_patterns_find(said):
    texts = tuple(
        word
        for line in said
        for word in texts_of(line, 0, len(line), Names(northwind()).named(line, 0, len(line), MONDAY))
        if word != "[ ]"
    )
    starts = list(accumulate((len(word) + 1 for word in texts), initial=0))
    ends = {}
    for name, pattern in PATTERNS:
        for index, start in enumerate(starts[:-1]):
            if match := pattern.match(" ".join((*texts, "")), start):
                end = starts.index(match.end())
                ends[name, index] = max(end, ends.get((name, index), 0))
    whole = {
        (name, index, end)
        for (name, index), end in ends.items()
        if all(end > before for (other, at), before in ends.items() if other == name and at < index)
    }
    assert {(cue.name, cue.start, cue.end) for cue in cues(texts, *PREDICATES, *COLOURS)} == whole


def test_one_long_talk_of_one_speaker_takes_time_in_proportion():
    said = "Sorry, NW-1 is blocked. I promised Acme the export by Friday. NW-2 is done, is it not? Yes. "
    spent = []
    for size in (50, 200):
        began = time.process_time()
        heard(f"Priya: {said * size}", kind="meeting")
        spent.append(time.process_time() - began)
    assert spent[1] < 8 * spent[0]
