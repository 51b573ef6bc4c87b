"""From bytes to text: which encoding it is, and whether it is text at all."""

import codecs
import re

from sprintmind.errors import DeliveryError

LARGEST = 64 * 2**20  # bytes; a day of talk is two million
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_SIGNATURES = (
    (b"%PDF", "a PDF"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Outlook file (save it as .docx or text)"),
    (b"{\\rtf", "an RTF file (save it as .docx or text)"),
    (b"OggS", "a recording"),
    (b"ID3\x02", "a recording"),
    (b"ID3\x03", "a recording"),
    (b"ID3\x04", "a recording"),
    (b"\x1a\x45\xdf\xa3", "a recording"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x1f\x8b", "a gzip archive"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_DAMAGED_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_ESCAPED = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<broken>\\u(?:[dD][89a-fA-F][0-9a-fA-F]{2}|0000))"
)
CONTROL_AT_MOST = 0.05  # of the characters; more of them and it is no text
FOREIGN_AT_MOST = 0.3  # of the bytes of a text in cp1252 that are not ASCII


def decoded(body: bytes) -> str:
    r"""Decode a text: its byte order mark tells, else it is UTF-8, else cp1252 where that clearly reads as text.

    The mark is taken off, every line end becomes `\n`, and a NUL becomes U+FFFD as in the HTML and WebVTT standards.

    Raises:
        DeliveryError: It is empty, too large, some other kind of file, binary, or in an encoding that cannot be told.

    >>> decoded(b"\xef\xbb\xbfa\r\nb\rc")
    'a\nb\nc'
    """
    if len(body) > LARGEST:
        raise DeliveryError(f"the file has {len(body):,} bytes; at most {LARGEST:,} are read")
    kind = next((kind for mark, kind in _SIGNATURES if body.startswith(mark)), None)
    if body[8:12] == b"WAVE" or (body[:1] == b"\0" and body[4:8] == b"ftyp"):
        kind = "a recording"
    if kind:
        raise DeliveryError(f"the file is {kind}, not a text")
    text = _characters(body)
    if len(_CONTROL.findall(text)) > CONTROL_AT_MOST * len(text):
        raise DeliveryError("the file is binary, not a text")
    text = text.removeprefix("\ufeff").replace("\x00", "\ufffd").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise DeliveryError("the file is empty")
    return text


def whole_characters(body: bytes) -> bytes:
    r"""Write U+FFFD in JSON for what no text holds: half a surrogate pair, where a tracker cut a text, and NUL.

    >>> whole_characters(rb'"\ud83d\ude00 \ud83d \\ud83d"')
    b'"\\ud83d\\ude00 \\ufffd \\\\ud83d"'
    """
    return _ESCAPED.sub(lambda found: rb"\ufffd" if found["broken"] else found[0], body) if b"\\u" in body else body


def _characters(body: bytes) -> str:
    encoding = next((encoding for mark, encoding in _MARKS if body.startswith(mark)), "utf-8")
    try:
        return body.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise DeliveryError(f"the file starts as {encoding} but is damaged at byte {error.start}") from error
        return _western(body, at=error.start)


def _western(body: bytes, *, at: int) -> str:
    line = body.count(b"\n", 0, at) + 1
    refusal = f"the file is neither UTF-8 nor clearly another text: byte 0x{body[at]:02x} in line {line}"
    try:
        text = body.decode("cp1252")
    except UnicodeDecodeError as error:
        raise DeliveryError(refusal) from error
    foreign = sum(character > "\x7f" for character in text)
    if _CONTROL.search(text) or _DAMAGED_UTF8.search(body) or foreign > FOREIGN_AT_MOST * len(text):
        raise DeliveryError(refusal)
    return text
