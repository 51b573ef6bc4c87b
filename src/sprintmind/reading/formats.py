"""Which format a document has, and its reader; one place, so that every way in reads alike."""

from collections.abc import Sequence
from pathlib import PurePath

from msgspec.structs import replace

from sprintmind.errors import DeliveryError
from sprintmind.reading.decoding import decoded
from sprintmind.reading.documents.days import day_in
from sprintmind.reading.documents.delimited import read_delimited, separator_of
from sprintmind.reading.documents.html_mail import html_lines, looks_like_html
from sprintmind.reading.documents.mail import looks_like_mail, read_mail
from sprintmind.reading.documents.markdown import read_markdown
from sprintmind.reading.lines import Line, lines_of
from sprintmind.reading.transcripts.chat import looks_like_chat, read_chat
from sprintmind.reading.transcripts.docx import docx_lines, is_zip
from sprintmind.reading.transcripts.exports import read_export
from sprintmind.reading.transcripts.irc import looks_like_irc, read_irc
from sprintmind.reading.transcripts.labelled import has_headers, looks_labelled, read_labelled, read_minutes
from sprintmind.reading.transcripts.subtitles import looks_like_subtitles, read_subtitles
from sprintmind.reading.utterances import Document

_SUBTITLES = frozenset({".vtt", ".srt", ".sbv"})
_TABLES = frozenset({".csv", ".tsv", ".tab"})
_PROGRAMS = frozenset(
    {".c", ".cc", ".cpp", ".css", ".go", ".java", ".js", ".php", ".py", ".rb", ".rs", ".sh", ".sql", ".ts"}
)
_TEXT_COLUMNS = frozenset("text transcript sentence content message utterance words caption".split())  # noqa: SIM905 (reads better in a row)
_SPEAKER_COLUMNS = frozenset("speaker name user author participant from".split())  # noqa: SIM905 (reads better in a row)


def read_document(body: bytes, *, filename: str, kind: str) -> Document:
    """Read a document or transcript of any known format; its content tells which, its name only where that does not.

    Args:
        body: The file's bytes.
        filename: Its name, or an empty text; a day in it is the document's where the text names none.
        kind: meeting, standup, digest or comment.

    Raises:
        DeliveryError: Nothing can be read from it; which file that is, its reader says.
    """
    document = _read(body, suffix=PurePath(filename).suffix.lower(), kind=kind)
    return document if document.day else replace(document, day=day_in(PurePath(filename).stem))


def _read(body: bytes, *, suffix: str, kind: str) -> Document:
    if suffix in _PROGRAMS:
        raise DeliveryError(f"a {suffix} file is a program, not what somebody said")
    if is_zip(body):
        return replace(_written(docx_lines(body), kind), format="docx")
    if suffix == ".eml" or looks_like_mail(body):
        return _mail(body, kind)
    text = decoded(body)
    if suffix in _SUBTITLES or looks_like_subtitles(text):
        return read_subtitles(text)
    if suffix in {".json", ".jsonl"} or _is_json(text):
        return read_export(_one_json(text, suffix))
    if looks_like_html(text):
        return replace(_written(html_lines(text), kind), format="html")
    return _text(lines_of(text), suffix=suffix, kind=kind)


def _mail(body: bytes, kind: str) -> Document:
    mail = read_mail(body)
    if mail is None:
        raise DeliveryError("the mail holds no text")
    text = decoded(mail.body)
    lines = html_lines(text) if mail.is_html else lines_of(text)
    document = _written(lines, kind)
    return replace(document, format="mail", title=mail.subject or document.title, day=document.day or mail.day)


def _is_json(text: str) -> bool:
    """Tell JSON from a line in brackets: it begins and ends like an object, or a list of objects."""
    text = text.strip()
    if text[:1] + text[-1:] == "{}":
        return '"' in text
    return text[:1] + text[-1:] == "[]" and text[1:].lstrip()[:1] in {"{", "]"}


def _one_json(text: str, suffix: str) -> bytes:
    if suffix == ".jsonl":
        text = "[" + ",".join(line for line in text.split("\n") if line.strip()) + "]"
    return text.encode("utf-8", "replace")


def _text(lines: Sequence[Line], *, suffix: str, kind: str) -> Document:
    if kind == "meeting":
        if looks_like_irc(lines):
            return read_irc(lines)
        if looks_like_chat(lines):
            return read_chat(lines)
    if suffix in _TABLES or kind == "digest":
        separator = separator_of(lines, named=suffix in _TABLES)
        if separator:
            table = read_delimited(lines, separator=separator)
            return _spoken_table(table) if kind == "meeting" else table
    return _written(lines, kind)


def _written(lines: Sequence[Line], kind: str) -> Document:
    if kind == "meeting":
        document = read_labelled(lines) if looks_labelled(lines) else read_minutes(lines)
    elif kind == "standup" and has_headers(lines):
        document = read_labelled(lines)
    else:
        document = read_markdown(lines, lined=kind == "digest")
    if (
        not document.utterances
        and not document.skipped
        and not document.title
        and not any(line.words for line in lines)
    ):
        raise DeliveryError("the file holds no words")
    if kind == "meeting" and not document.utterances:
        raise DeliveryError("nobody says anything in this file")
    return document


def _spoken_table(table: Document) -> Document:
    """Read the rows of a meeting's table as what somebody said, if it has columns for that."""
    names = {name.lower(): name for name in table.utterances[0].cells}
    text = next((names[name] for name in names if name in _TEXT_COLUMNS), None)
    speaker = next((names[name] for name in names if name in _SPEAKER_COLUMNS), None)
    if text is None:
        raise DeliveryError(f"the table has no column of what was said, only {', '.join(names)}")
    said = tuple(
        replace(row, text=row.cells[text], speaker=row.cells.get(speaker or "") or None, cells={})
        for row in table.utterances
        if row.cells.get(text)
    )
    if not said:
        raise DeliveryError("nobody says anything in this table")
    return replace(table, utterances=said, speakers=tuple(dict.fromkeys(each.speaker for each in said if each.speaker)))
