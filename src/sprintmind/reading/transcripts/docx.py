"""Word files: the paragraphs, headings, lists and tables of the document, as lines of text (see docs/adr/0006)."""

import io
import re
import zipfile
import zlib
from dataclasses import dataclass, field
from xml.parsers import expat

from sprintmind.errors import DeliveryError
from sprintmind.reading.lines import Line

LARGEST = 32 * 2**20  # bytes of XML; a day of talk is four million
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main "
_HEADING = re.compile(r"(?:heading|berschrift|titre|título|kop)\s?([1-6])|(title)", re.IGNORECASE)
_SKIPPED = frozenset({"del", "moveFrom", "instrText", "delText", "Fallback", "footnote", "comment", "txbxContent"})


def is_zip(body: bytes) -> bool:
    """Tell whether a file is a zip archive, as Word files are."""
    return body.startswith(b"PK\x03\x04")


def docx_lines(body: bytes) -> tuple[Line, ...]:
    """Turn a Word file into lines, numbered by paragraph, with headings, lists and tables marked as in Markdown.

    What was deleted under tracked changes, comments, footnotes and text boxes are left out; struck-out words stand
    between `~~`. Nothing but the document's own XML is unpacked, up to a limit, and XML that declares a document
    type is refused, so that neither a zip bomb nor an entity can do harm.

    Raises:
        DeliveryError: It is no Word file, damaged, encrypted, too large, or holds no words.
    """
    walk = _Walk()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = walk.start
    parser.EndElementHandler = walk.end
    parser.CharacterDataHandler = walk.words
    try:
        parser.Parse(_xml(body), True)  # noqa: FBT003 (expat's own signature)
    except (expat.ExpatError, ValueError) as error:
        raise DeliveryError(f"the Word file's text is damaged: {error}") from error
    if not any(line.words for line in walk.lines):
        raise DeliveryError("the Word file holds no words")
    return tuple(walk.lines)


def _refuse(*_declaration: object) -> None:
    raise DeliveryError("the Word file's XML declares a document type, which no Word file does")


def _xml(body: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            names = archive.namelist()
            name = next((name for name in names if name.lower() == "word/document.xml"), None)
            if name is None:
                raise DeliveryError(
                    f"the zip archive is no Word file (it holds {', '.join(names[:4])[:120] or 'nothing'})"
                )
            with archive.open(name) as member:
                xml = member.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise DeliveryError(f"the Word file is damaged or encrypted: {error}") from error
    if len(xml) > LARGEST:
        raise DeliveryError(f"the Word file's text unpacks to more than {LARGEST:,} bytes")
    return xml


@dataclass(slots=True)
class _Paragraph:
    text: str = ""
    style: str = ""
    level: int | None = None
    """Of a list, from 0."""
    struck: bool = False


@dataclass(slots=True)
class _Walk:
    """The document so far; expat calls it in order, so nothing is nested on our side."""

    lines: list[Line] = field(default_factory=list)
    paragraphs: list[_Paragraph] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    """The row of each table that is open."""
    firsts: list[bool] = field(default_factory=list)
    """Of each open table, whether its first row is still to come."""
    hidden: int = 0
    in_text: bool = False
    number: int = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element."""
        tag = _tag(name)
        if self.hidden or tag in _SKIPPED:
            self.hidden += 1
        elif tag == "p":
            self.number += 1
            self.paragraphs.append(_Paragraph())
        elif tag == "tbl":
            self.rows.append([])
            self.firsts.append(True)
        elif tag == "tc" and self.rows:
            self.rows[-1].append("")
        elif tag == "t":
            self.in_text = True
        elif self.paragraphs:
            _property(self.paragraphs[-1], tag, attributes)

    def words(self, text: str) -> None:
        """Take characters."""
        if self.in_text and self.paragraphs and not self.hidden:
            paragraph = self.paragraphs[-1]
            paragraph.text += (
                text.replace(text.strip(), f"~~{text.strip()}~~") if paragraph.struck and text.strip() else text
            )

    def end(self, name: str) -> None:
        """Close an element."""
        tag = _tag(name)
        if self.hidden:
            self.hidden -= 1
        elif tag == "t":
            self.in_text = False
        elif tag == "r" and self.paragraphs:
            self.paragraphs[-1].struck = False
        elif tag == "p" and self.paragraphs:
            self._close(self.paragraphs.pop())
        elif tag == "tr" and self.rows:
            self._row()
        elif tag == "tbl" and self.rows:
            self.rows.pop()
            self.firsts.pop()
            self.lines.append(Line(number=self.number, text=""))

    def _close(self, paragraph: _Paragraph) -> None:
        if self.rows and self.rows[-1]:
            words = " ".join(paragraph.text.split()).replace("|", "\\|")
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {words}".strip()
            return
        for part in paragraph.text.split("\n"):
            self.lines.append(Line(number=self.number, text=_marked(part.strip(), paragraph)))

    def _row(self) -> None:
        cells, self.rows[-1] = self.rows[-1], []
        self.lines.append(Line(number=self.number, text=f"| {' | '.join(cells)} |"))
        if self.firsts[-1]:
            self.firsts[-1] = False
            self.lines.append(Line(number=self.number, text="|" + " --- |" * len(cells)))


def _tag(name: str) -> str:
    return name.removeprefix(_W).removeprefix(_STRICT).rpartition(" ")[2]


def _property(paragraph: _Paragraph, tag: str, attributes: dict[str, str]) -> None:
    value = next((each for name, each in attributes.items() if _tag(name) == "val"), "")
    if tag == "pStyle":
        paragraph.style = value
    elif tag == "ilvl":
        paragraph.level = int(value) if value.isdecimal() and len(value) < 3 else 0
    elif tag == "numId" and paragraph.level is None:
        paragraph.level = 0
    elif tag in {"strike", "dstrike"}:
        paragraph.struck = value not in {"0", "false", "off"}
    elif tag in {"br", "cr"}:
        paragraph.text += "\n"
    elif tag == "tab":
        paragraph.text += "\t"
    elif tag == "noBreakHyphen":
        paragraph.text += "-"


def _marked(words: str, paragraph: _Paragraph) -> str:
    heading = _HEADING.search(paragraph.style)
    if not words or words.isspace():
        return ""
    if heading:
        return f"{'#' * int(heading[1] or 1)} {words}"
    if paragraph.level is not None:
        return f"{'  ' * paragraph.level}- {words}"
    return words
