"""Digests: tables in Markdown, separated values, HTML mail and plain text."""

from datetime import date

import pytest

from document_builder import read, sample, words
from sprintmind.errors import DeliveryError

ROWS = [
    pytest.param(
        "digests/board.md",
        {"Key": "NW-231", "Status": "In Review", "Summary": '"Done" button | sandbox'},
        id="Markdown",
    ),
    pytest.param(
        "digests/board.csv", {"Key": "NW-231", "Status": "In Review", "Summary": "Sandbox; for Acme"}, id="CSV"
    ),
    pytest.param("digests/mail.eml", {"Key": "NW-231", "Status": "In Review"}, id="HTML mail"),
    pytest.param(
        "digests/columns.txt", {"KEY": "NW-231", "STATUS": "In Review", "SUMMARY": "Sandbox for Acme"}, id="columns"
    ),
]


@pytest.mark.parametrize(("name", "cells"), ROWS)
def test_a_row_has_its_cells_by_their_columns_headings(name, cells):
    document = sample(name, "digest")
    rows = [each for each in document.utterances if each.cells]
    assert len(rows) == 2
    assert cells.items() <= rows[0].cells.items()


def test_a_quoted_cell_over_two_lines_is_one_row_with_its_first_line():
    row = sample("digests/board.csv", "digest").utterances[1]
    assert (row.number, row.cells["Summary"]) == (4, "Two\nlines")


def test_a_mail_has_its_subject_and_day_and_nothing_hidden_or_quoted():
    document = sample("digests/mail.eml", "digest")
    assert (document.format, document.title, document.day) == ("mail", "Northwind board, week 40", date(2025, 10, 6))
    assert words(document) == ["NW-231 | In Review", "PAY-12 | Done"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Key\tStatus\tDue\nNW-1\tDone\t—\n", id="tabs"),
        pytest.param("Key | Status | Due\n--- | --- | ---\nNW-1 | Done | —\n", id="bars without edges"),
        pytest.param(
            "+-----+--------+-----+\n| Key | Status | Due |\n+-----+--------+-----+\n| NW-1 | Done | — |\n", id="drawn"
        ),
        pytest.param("||Key||Status||Due||\n|NW-1|Done|—|\n", id="Jira"),
        pytest.param("Key,Status,Due\nNW-1,Done,—\n", id="commas"),
    ],
)
def test_a_table_is_a_table_however_it_is_drawn(text):
    (row,) = read(text, "digest").utterances
    assert row.cells == {"Key": "NW-1", "Status": "Done", "Due": "—"}


def test_lines_of_a_change_feed_stand_for_themselves():
    text = (
        "Priya Nair set the due date of NW-312 to November 18, 2025\nAutomation moved PAY-70 from Done to In Progress\n"
    )
    assert len(read(text, "digest").utterances) == 2


def test_headings_without_a_row_are_an_error():
    with pytest.raises(DeliveryError, match="no row below its headings"):
        read("Key,Status\n", "digest", "empty.csv")
