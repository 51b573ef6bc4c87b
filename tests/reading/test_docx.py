"""Word files, and what might be hidden in one."""

import io
import zipfile

import pytest

from document_builder import docx, said, words
from sprintmind.errors import DeliveryError
from sprintmind.reading.formats import read_document
from sprintmind.reading.transcripts import docx as module

TABLE = "<w:tbl>{}</w:tbl>"
ROW = "<w:tr>{}</w:tr>"
CELL = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"


def read(body, kind="meeting"):
    return read_document(body, filename="call.docx", kind=kind)


def test_a_word_transcript_tells_who_says_what():
    document = read(docx("Priya Nair   0:03", "NW-231 is in review.", "Tom Weber   1:10", "Fine & good."))
    assert said(document) == [("Priya Nair", "NW-231 is in review."), ("Tom Weber", "Fine & good.")]
    assert (document.format, document.utterances[1].number) == ("docx", 4)


def test_headings_and_tables_are_those_of_the_document():
    rows = [ROW.format("".join(CELL.format(cell) for cell in cells)) for cells in (("Key", "Status"), ("NW-1", "Done"))]
    document = read(docx(("Heading1", "Standup 2025-10-03"), raw=TABLE.format("".join(rows))), "standup")
    (row,) = document.utterances
    assert (row.cells, row.headings) == ({"Key": "NW-1", "Status": "Done"}, ("Standup 2025-10-03",))


def test_deleted_and_struck_words_are_not_said():
    raw = (
        "<w:p><w:del><w:r><w:delText>NW-1 is done</w:delText></w:r></w:del><w:r><w:t>NW-2 is live</w:t></w:r>"
        "<w:r><w:rPr><w:strike/></w:rPr><w:t> not</w:t></w:r></w:p>"
    )
    assert words(read(docx(raw=raw), "standup")) == ["NW-2 is live"]


def test_a_document_type_is_refused_before_any_entity_grows():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    with pytest.raises(DeliveryError, match="declares a document type"):
        read(docx("x", doctype=bomb))


def test_a_zip_bomb_is_refused_at_the_limit(monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 10_000)
    with pytest.raises(DeliveryError, match="unpacks to more than 10,000 bytes"):
        read(docx("a" * 20_000))


def test_another_zip_and_a_damaged_one_are_refused():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    with pytest.raises(DeliveryError, match=r"no Word file \(it holds xl/workbook.xml\)"):
        read(held.getvalue())
    with pytest.raises(DeliveryError, match="damaged"):
        read(docx("x")[:60])
