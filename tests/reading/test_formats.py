"""What holds of every format: encodings, refusals, order, and words that stand in the file."""

import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from document_builder import SAMPLES, read, words
from sprintmind.errors import DeliveryError
from sprintmind.reading.formats import read_document
from sprintmind.reading.transcripts.sentences import sentences
from sprintmind.reading.utterances import quoted

KINDS = st.sampled_from(["meeting", "standup", "digest", "comment"])
NAMES = st.sampled_from(["", "a.md", "a.vtt", "a.csv", "a.html", "a.json", "a.eml", "a.docx"])
SHAPES = """# Standup 2025-09-30
## Priya
Yesterday:
- [x] NW-231 done
  - **half** of it
* NW-2 _is_ [in](http://x) review
Priya: I'll send it
Tom: ok & fine
00:01.000 --> 00:02.000
WEBVTT
<v Priya>NW-3 is live
| a | b |
|---|---|
> quoted
```
<!-- x -->
Blockers: none
[Answer]
[10:00] <kim> scribe: kim
[10:01] <kim> Tom: NW-4 done
00:13:46\tPriya:\tgm
Key,Status
NW-5,Done
Priya Nair  0:01

s/a/b/"""
LINES = st.lists(st.sampled_from(SHAPES.split("\n")), max_size=14)
SAMPLED = [path for path in sorted(SAMPLES.glob("*/*")) if path.parent.name in {"meetings", "standups", "digests"}]


def outcome(body, kind, name=""):
    try:
        document = read_document(body, filename=name, kind=kind)
    except DeliveryError as error:
        return str(error)
    return [(each.text, each.number, each.speaker, each.headings, each.cells) for each in document.utterances]


@given(st.one_of(st.binary(max_size=300), LINES.map(lambda lines: "\n".join(lines).encode())), NAMES, KINDS)
def test_whatever_comes_is_read_or_refused_and_numbers_ascend(body, name, kind):
    try:
        document = read_document(body, filename=name, kind=kind)
    except DeliveryError:
        return
    numbers = [each.number for each in document.utterances]
    assert numbers == sorted(numbers)
    assert all(each.text.strip() for each in document.utterances)


@given(LINES, KINDS)
def test_line_ends_a_mark_and_trailing_space_change_nothing(lines, kind):
    plain = outcome("\n".join(lines).encode(), kind)
    assert outcome("\r\n".join(lines).encode(), kind) == plain
    assert outcome("\r".join(lines).encode(), kind) == plain
    assert outcome(b"\xef\xbb\xbf" + "\n".join(lines).encode(), kind) == plain
    assert outcome("  \n".join(lines).encode(), kind) == plain
    assert outcome("\n".join(lines).encode("utf-16"), kind) == plain


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.name) for path in SAMPLED if path.suffix in {".md", ".srt", ".txt", ".log"}]
)
def test_every_quote_stands_verbatim_in_the_file(path):
    kind = {"meetings": "meeting", "standups": "standup", "digests": "digest"}[path.parent.name]
    source = " ".join(path.read_text().split())
    for utterance in sentences(read_document(path.read_bytes(), filename=path.name, kind=kind)):
        quote = quoted(utterance, 0, len(utterance.text), at=0)
        assert " ".join(quote.text.split()) in source


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b" \r\n\t\n", "the file is empty", id="white space"),
        pytest.param(b"%PDF-1.7 ...", "a PDF", id="PDF"),
        pytest.param(b"RIFF\x00\x00\x00\x00WAVEfmt ", "a recording", id="WAV"),
        pytest.param(bytes(range(256)) * 4, "neither UTF-8 nor clearly another text|binary", id="noise"),
        pytest.param(b"\x01\x02\x03\x04\x05 abc", "binary", id="control characters"),
        pytest.param("für alle".encode() + b"\xff", "byte 0xff in line 1", id="damaged UTF-8"),
        pytest.param(b"\xff\xfea\x00b", "starts as utf-16 but is damaged", id="damaged UTF-16"),
        pytest.param(b'{"a": ', "the JSON cannot be read", id="cut JSON"),
    ],
)
def test_what_is_no_text_is_refused_with_its_reason(body, reason):
    name = "x.json" if body.startswith(b"{") else "x.bin"
    with pytest.raises(DeliveryError, match=reason):
        read_document(body, filename=name, kind="meeting")


def test_a_western_text_is_read():
    assert words(read_document("NW-1 läuft – fertig".encode("cp1252"), filename="", kind="standup")) == [
        "NW-1 läuft – fertig"
    ]


@pytest.mark.parametrize(
    "unit",
    [
        "<",
        "<!--",
        "**",
        "[a](",
        "~~",
        "> a\n",
        "- ",
        "00:00:",
        "<v a>",
        "```\n",
        "a, b\n",
        "{",
        "|",
        "- a\n  - b\n",
        "a: ",
        "&",
        "<table><tr><td>",
        "_a ",
    ],
)
@pytest.mark.parametrize("prefix", ["", "<html><body>", "WEBVTT\n\n00:00.000 --> 00:01.000\n"])
def test_nothing_makes_reading_slow(unit, prefix):
    """Ten times the time that the slowest of these takes on a busy machine; a quadratic reader takes minutes."""
    started = time.process_time()
    outcome((prefix + unit * (60_000 // len(unit))).encode(), "meeting")
    assert time.process_time() - started < 5


def test_an_hour_of_talk_is_read_in_well_under_a_second():
    cues = (
        f"{n}\n00:{n // 60:02}:{n % 60:02}.000 --> 00:{n // 60:02}:{n % 60:02}.900\nPriya: NW-{n} is in review.\n"
        for n in range(1, 1800)
    )
    text = "WEBVTT\n\n" + "\n".join(cues)
    started = time.process_time()
    assert len(read(text).utterances) == 1799
    assert time.process_time() - started < float(os.environ.get("SPRINTMIND_TEST_SLOWNESS", "1"))
