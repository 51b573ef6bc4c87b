"""An answer cites only its evidence, and only what the evidence supports."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprintmind.citations import check, kept, sentences
from sprintmind.domain.checkable import Term, TermKind
from sprintmind.domain.events import Audience, Visibility
from sprintmind.domain.evidence import Evidence, EvidenceKind, numbered
from sprintmind.domain.people import Customer, Person, Team
from sprintmind.domain.typography import marks
from sprintmind.domain.visibility import Caller

TEAM = Team(
    keys=("NW", "PAY"),
    people=(
        Person(id="priya", name="Priya Raman", github=("priya-r",)),
        Person(id="dana", name="Dana Fox"),
        Person(id="will", name="Will Ames"),
    ),
    customers=(Customer(name="Acme"),),
)
TODAY = date(2025, 9, 30)
TEXTS = (
    "NW-231 is in review, assigned to Priya Raman.",
    "The promise to Acme is due on 2025-10-03: 2 tickets are not done.",
    "CI is failing on northwind/portal#88.",
)


def evidence(*texts, **changed):
    return tuple(
        Evidence(**{"n": n, "kind": EvidenceKind.STATE, "text": text, "source": "github", "at": None, **changed})
        for n, text in enumerate(texts or TEXTS, start=1)
    )


def checked(text, *texts, **changed):
    return check(text, evidence(*texts, **changed), team=TEAM, today=TODAY)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        pytest.param("It waits [1].", "It waits [1].", id="plain"),
        pytest.param("It waits【1】.", "It waits [1].", id="full-width black brackets"),
        pytest.param("It waits［１］.", "It waits [1].", id="full-width brackets and digits"),
        pytest.param("It waits 〔1〕.", "It waits [1].", id="tortoise-shell brackets"),
        pytest.param("It waits [1†L2].", "It waits [1].", id="dagger with a line"),
        pytest.param("It waits【2†source】.", "It waits [2].", id="dagger with a word"),
        pytest.param("It waits 【1:0†notes.txt】.", "It waits [1].", id="dagger with a place"),
        pytest.param("It waits [1, 2].", "It waits [1][2].", id="list"),
        pytest.param("It waits [1;3].", "It waits [1][3].", id="list with a semicolon"),
        pytest.param("It waits [1 and 2].", "It waits [1][2].", id="list with a word"),
        pytest.param("It waits【1，2】.", "It waits [1][2].", id="list with a full-width comma"),
        pytest.param("It waits [1–3].", "It waits [1][2][3].", id="range with a dash"),
        pytest.param("It waits [1-2].", "It waits [1][2].", id="range with a hyphen"),
        pytest.param("It waits [1, 2-3].", "It waits [1][2][3].", id="list with a range"),
        pytest.param("It waits [^1].", "It waits [1].", id="footnote"),
        pytest.param("It waits [[1]].", "It waits [1].", id="double brackets"),
        pytest.param("It waits [source 1].", "It waits [1].", id="named"),
        pytest.param("It waits¹.", "It waits [1].", id="superscript"),
        pytest.param("It waits.¹", "It waits. [1]", id="superscript behind the full stop"),
        pytest.param("It waits¹².", "It waits [1][2].", id="superscripts in a row"),
        pytest.param("It waits¹⁻³.", "It waits [1][2][3].", id="range of superscripts"),
        pytest.param("It waits<sup>1</sup>.", "It waits [1].", id="superscript in HTML"),
        pytest.param("It waits [1][2].", "It waits [1][2].", id="side by side"),
        pytest.param("It waits[1].", "It waits[1].", id="on the word"),
        pytest.param("Due 2025-10-03[1].", "Due 2025-10-03[1].", id="on a date"),
    ],
)
def test_a_citation_is_one_in_every_typography(written, plain):
    found = checked(written)
    assert found.text == plain
    assert found.citations.cited[0] in (1, 2)
    assert found.citations.removed == ()


@pytest.mark.parametrize(
    ("written", "plain", "removed"),
    [
        pytest.param("It waits [9].", "It waits.", (9,), id="one"),
        pytest.param("It waits [1, 9].", "It waits [1].", (9,), id="of a list"),
        pytest.param("It waits【7†L1】 [2].", "It waits [2].", (7,), id="full width"),
        pytest.param("It waits [2–4].", "It waits [2][3].", (4,), id="of a range"),
        pytest.param("[8] It waits.", " It waits.", (8,), id="at the start"),
        pytest.param("It waits [0].", "It waits.", (0,), id="nought"),
        pytest.param("It waits⁹.", "It waits.", (9,), id="superscript"),
    ],
)
def test_numbers_that_point_at_no_evidence_go_and_are_listed(written, plain, removed):
    found = checked(written)
    assert found.text.strip() == plain.strip()
    assert found.citations.removed == removed


NO_CITATIONS = (
    "[2025-09-27]",
    "[2025]",
    "[27.09.2025]",
    "[09-27]",
    "[10:30]",
    "items[0]",
    "items[7]",
    "rows[2].name",
    "a[0][1]",
    "call(x)[3]",
    "`[9]`",
    "``x[9] [8]``",
    "```\n[9]\n```",
    "[5-3]",
    "[3–1]",
    "[1](https://example.org/1)",
    "[the run][1]",
    "[9](/runs/9)",
    "https://example.org/a[9]",
    "[x]",
    "[ ]",
    "[sic]",
    "[NW-231]",
    "[1.5]",
    "[1/2]",
    "[v1]",
    "(1)",
    "{1}",
    "12 m²",
    "10³",
    "x²",
)


@pytest.mark.parametrize("written", NO_CITATIONS)
def test_what_is_no_citation_is_left_alone(written):
    found = checked(f"It says {written} so [1]")
    assert found.text == f"It says {written} so [1]"
    assert found.citations.removed == ()


CITATIONS = (
    "[1]",
    "【2】",
    "［3］",
    "[9]",
    "[1†L2]",
    "[1, 9]",
    "[1–3]",
    "[12-14]",
    "[^2]",
    "¹",
    "⁸",
    "[0]",
    "[[2]]",
    "<sup>3</sup>",
)
WORDS = (
    "NW-231",
    "waits",
    "Priya",
    "2025-10-03",
    "It",
    "is",
    "done.",
    "red",
    "and",
    "Ask",
    "“so.”",
    "(yes)",
    "\n",
    "- ",
    "|",
    "2",
)

texts = st.lists(st.sampled_from((*CITATIONS, *WORDS, *NO_CITATIONS)), max_size=14).flatmap(
    lambda parts: st.lists(st.sampled_from(("", " ", " ", "  ")), min_size=len(parts), max_size=len(parts)).map(
        lambda gaps: "".join(part + gap for part, gap in zip(parts, gaps, strict=True))
    )
)
loose = st.text(alphabet="[]【】［］()`1239,–-†¹²^ .a\nN", max_size=40)


@given(st.one_of(texts, loose))
def test_checking_twice_changes_nothing(text):
    once = checked(text)
    again = checked(once.text)
    assert again.text == once.text
    assert again.citations.removed == ()
    assert again.citations.cited == once.citations.cited


@given(st.one_of(texts, loose))
def test_every_number_left_points_at_evidence(text):
    left = marks(checked(text).text, frozenset({1, 2, 3}))
    assert {n for mark in left for n in mark.numbers} <= {1, 2, 3}


@given(st.lists(st.one_of(st.sampled_from(NO_CITATIONS), st.sampled_from(CITATIONS)), max_size=8))
def test_dates_indexes_code_links_and_ordinary_brackets_are_never_touched(parts):
    found = checked(" so ".join(("It is", *parts, "so")))
    kept_parts = [part for part in parts if part in NO_CITATIONS]
    at = 0
    for part in kept_parts:
        assert part in found.text[at:]
        at = found.text.index(part, at) + len(part)


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("NW-231 is done [1].", id="status"),
        pytest.param("NW-231 is not in review [1].", id="negated status"),
        pytest.param("NW-232 is in review [1].", id="key"),
        pytest.param("PAY-1 waits [1].", id="key of another project"),
        pytest.param("Dana Fox reviews it [1].", id="person"),
        pytest.param("dana owns it [1].", id="person by id"),
        pytest.param("Ask Bob about it [1].", id="stranger"),
        pytest.param("Bob owns it [1].", id="stranger who comes first"),
        pytest.param("It was promised to Globex [2].", id="customer"),
        pytest.param("It is due on 2025-10-04 [2].", id="date"),
        pytest.param("It is due on October 4 [2].", id="date in words"),
        pytest.param("It is due on Thursday [2].", id="weekday"),
        pytest.param("It is due tomorrow [2].", id="tomorrow"),
        pytest.param("3 tickets are not done [2].", id="number"),
        pytest.param("Three tickets are not done [2].", id="number in words"),
        pytest.param("CI is failing on #89 [3].", id="pull request"),
        pytest.param("It is 40% ready [1].", id="share"),
        pytest.param("NW-231 is in review [3].", id="another piece of evidence"),
        pytest.param("CI is passing [3].", id="state of CI"),
        pytest.param("NW-231 is on track [1].", id="judgement"),
        pytest.param("`NW-999` waits [1].", id="key in code"),
    ],
)
def test_what_occurs_in_no_cited_evidence_is_unsupported(sentence):
    assert checked(sentence).citations.unsupported == (sentence,)


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("NW-231 is in review [1].", id="status"),
        pytest.param("nw-231 is under review, with Priya [1].", id="other words for it"),
        pytest.param("It is due on Friday [2].", id="weekday of a date"),
        pytest.param("It is due on 3 October 2025 [2].", id="date in words"),
        pytest.param("It is due on Oct 3rd [2].", id="date without its year"),
        pytest.param("Two tickets for Acme are not done [2].", id="number in words"),
        pytest.param("NW-231 is in review and its CI is red [1][3].", id="two pieces together"),
        pytest.param("Pull request #88 fails [3].", id="pull request"),
        pytest.param("It will ship in May [1].", id="names that are words"),
    ],
)
def test_what_the_cited_evidence_holds_is_supported(sentence):
    assert checked(sentence).citations.hold


@pytest.mark.parametrize(
    "text", ["NW-231 is in review.", "The release is late.", "- Dana is away", "Nothing is blocked."]
)
def test_a_sentence_of_fact_that_cites_nothing_is_marked(text):
    assert checked(text).citations.uncited == (text,)


@pytest.mark.parametrize(
    "text",
    ["Is NW-231 done?", "# Blocked", "What waits:", "I do not know who owns NW-999.", "That is unknown.", "---", ""],
)
def test_questions_headings_and_admissions_need_no_citation(text):
    assert checked(text).citations.hold


def test_an_admission_hides_no_fact():
    text = "I do not know when, but NW-231 is done."
    assert checked(text).citations.uncited == (text,)


def test_evidence_bears_out_what_it_supports_beside_its_words_and_the_day_it_was_said():
    extra = frozenset({Term(TermKind.PERSON, "dana"), Term(TermKind.NUMBER, "4")})
    held = checked("Dana said 4 on 2025-09-29 [1].", "Yes.", supports=extra, at=datetime(2025, 9, 29, 8, tzinfo=UTC))
    assert held.citations.hold


def test_sentences_end_where_people_end_them():
    text = "It waits, e.g. for QA. [1] “It broke. Again.” said Dana [2]. See v1.2. Then?\n1. Ask Dr. Fox."
    assert list(sentences(text)) == [
        "It waits, e.g. for QA. [1]",
        "“It broke. Again.” said Dana [2].",
        "See v1.2.",
        "Then?",
        "1. Ask Dr. Fox.",
    ]


def test_what_does_not_hold_can_be_left_out():
    found = checked(
        "NW-231 is in review [1]. NW-231 is done [1]. It ships soon.\n- CI is failing [3]\n- Bob owns it [1]"
    )
    assert kept(found) == "NW-231 is in review [1].\n- CI is failing [3]"


def test_evidence_is_numbered_states_first_then_corrections_and_never_what_the_caller_may_not_read():
    private = Audience(visibility=Visibility.PRIVATE, people=frozenset({"dana"}))
    kinds = (EvidenceKind.MEMORY, EvidenceKind.CORRECTION, EvidenceKind.STATE)
    given_evidence = [Evidence(kind=kind, text=kind, source="meeting", at=None) for kind in kinds]
    secret = Evidence(kind=EvidenceKind.STATE, text="secret", source="meeting", at=None, audience=private)
    team = numbered([secret, *given_evidence], Caller())
    assert [(each.n, each.text) for each in team] == [(1, "state"), (2, "correction"), (3, "memory")]
    assert numbered([secret, *given_evidence], Caller(person="dana"))[0].text == "secret"
