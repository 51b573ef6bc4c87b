"""Standups as people write them: headings, bullets, check-boxes, tables, and templates that nobody filled in."""

from datetime import date

import pytest

from document_builder import read, real, sample, words
from sprintmind.reading.formats import read_document
from sprintmind.reading.utterances import quoted


def under(document):
    return [(each.headings, each.text) for each in document.utterances]


def test_a_standup_of_several_people_keeps_person_and_section():
    document = sample("standups/team.md", "standup")
    title = "Standup 2025-09-30"
    assert (document.title, document.day) == (title, date(2025, 9, 30))
    assert under(document) == [
        ((title, "Priya", "Yesterday"), "NW-231 sandbox tenant"),
        ((title, "Priya", "Yesterday"), "NW-244 rate limits"),
        ((title, "Priya", "Yesterday"), "half of the tests are written"),
        ((title, "Priya", "Blockers"), "NW-250 is stuck :no_entry:"),
        ((title, "Tom"), "PAY-12 done | PAY-13 | none"),
    ]
    assert [each.checked for each in document.utterances[:3]] == [True, False, None]
    assert document.utterances[2].parents == ("NW-244 rate limits",)
    assert document.utterances[4].cells == {"Yesterday": "PAY-12 done", "Today": "PAY-13", "Blockers": "none"}


def test_comments_code_and_quotations_are_nobodys_statements():
    document = sample("standups/team.md", "standup")
    assert {each.reason for each in document.skipped} == {"a comment", "quoted from elsewhere", "code or a quotation"}


def test_an_unfilled_template_is_no_error_and_says_nothing():
    document = sample("standups/unfilled.md", "standup")
    assert words(document) == []
    assert document.title == "Standup YYYY-MM-DD"
    assert len(document.skipped) == 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Yesterday\n- a\n\nToday\n- b\n", [(("Yesterday",), "a"), (("Today",), "b")], id="plain labels"),
        pytest.param("*Done*\n- NW-1 Favicon\n", [(("Done",), "NW-1 Favicon")], id="chat's bold"),
        pytest.param("How do you feel?\n  - Fine\n", [(("How do you feel?",), "Fine")], id="a question"),
        pytest.param("Today:\n- a\n\nBlockers: none\n", [(("Today",), "a"), ((), "Blockers: none")], id="inline label"),
        pytest.param("@kim\n- shipped it\n", [(("@kim",), "shipped it")], id="a handle"),
        pytest.param("Report\n======\n\nfine\n", [(("Report",), "fine")], id="underlined"),
        pytest.param("- Mara Weiss\n  - Today?\n    - NW-1\n", [(("Mara Weiss", "Today?"), "NW-1")], id="bullets"),
        pytest.param(
            "Yesterday:\nfixed NW-1\nlive: NW-2\n",
            [(("Yesterday",), "fixed NW-1"), (("Yesterday",), "live: NW-2")],
            id="lines",
        ),
    ],
)
def test_what_stands_under_a_heading_knows_it(text, expected):
    assert under(read(text, "standup")) == expected


def test_a_heading_with_a_ticket_is_told_and_marked_as_such():
    first, second = read("## NW-231: in review\n- waiting for Tom\n", "standup").utterances
    assert (first.text, first.is_heading) == ("NW-231: in review", True)
    assert (second.headings, second.is_heading) == (("NW-231: in review",), False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[x] a\n[ ] b\n☑ c\n", [True, False, True], id="boxes without bullets"),
        pytest.param("- [X] a\n* [ ] b\n1. [x] c\n", [True, False, True], id="boxes in bullets"),
    ],
)
def test_a_check_box_is_ticked_or_not(text, expected):
    assert [each.checked for each in read(text, "standup").utterances] == expected


def test_wrapped_lines_are_one_and_short_lines_are_several():
    text = "We added a new report to the board for everyone who was\naway last week.\n\nNW-44 -> QA\nNW-45 -> prod\n"
    assert words(read(text, "standup")) == [
        "We added a new report to the board for everyone who was away last week.",
        "NW-44 -> QA",
        "NW-45 -> prod",
    ]


def test_markup_is_taken_off_and_put_back_in_a_quote():
    (utterance,) = read(
        "- **NW-231**: [merged](https://git.example/not-done) `now` ~~not yet~~\n", "standup"
    ).utterances
    assert utterance.text == "NW-231: merged now"
    assert quoted(utterance, 8, 14).text == "merged"
    assert quoted(utterance, 0, 14).text == "NW-231**: [merged"


def test_a_placeholder_cell_is_empty():
    text = "| Name | Today |\n|---|---|\n| Priya | [Answer] |\n| [Name] | <task> |\n"
    document = read(text, "standup")
    assert [dict(each.cells) for each in document.utterances] == [{"Name": "Priya", "Today": ""}]


def test_a_day_is_taken_only_where_it_is_sure():
    assert read("# Daily 3 Oct 2025\n\nfine\n", "standup").day == date(2025, 10, 3)
    assert read("# Daily 3/10/2025\n\nfine\n", "standup").day is None
    assert read("NW-1 due 2025-10-03\n", "standup").day is None
    assert read("fine\n", "standup", "2025-10-03-priya.md").day == date(2025, 10, 3)


def test_every_real_standup_is_read():
    for path in real("standups"):
        document = read_document(path.read_bytes(), filename=path.name, kind="standup")
        assert document.utterances, path.name
