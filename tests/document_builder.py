"""Builders of documents for the tests of reading."""

import io
import os
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from sprintmind.reading.formats import read_document
from sprintmind.reading.utterances import Document

SAMPLES = Path(__file__).parent / "samples"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def sample(name, kind):
    """Read one of our samples."""
    path = SAMPLES / name
    return read_document(path.read_bytes(), filename=path.name, kind=kind)


def read(text, kind="meeting", filename=""):
    """Read a text."""
    return read_document(text.encode(), filename=filename, kind=kind)


def said(document: Document):
    """Who says what."""
    return [(utterance.speaker, utterance.text) for utterance in document.utterances]


def words(document: Document):
    """What is said."""
    return [utterance.text for utterance in document.utterances]


def real(folder):
    """The files of real data, or a skip that says why."""
    root = os.environ.get("SPRINTMIND_TEST_DATA")
    if not root:
        pytest.skip("needs data: set SPRINTMIND_TEST_DATA to its directory or address")
    return sorted(path for path in (Path(root) / folder).rglob("*") if path.is_file())


def docx(*paragraphs, raw="", doctype=""):
    """A Word file: each paragraph a text, or a style and a text."""
    body = "".join(_paragraph(each) for each in paragraphs) + raw
    xml = f'<?xml version="1.0"?>{doctype}<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", xml)
    return held.getvalue()


def _paragraph(each):
    style, text = each if isinstance(each, tuple) else ("", each)
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{escape(text)}</w:t></w:r></w:p>"
