"""WebVTT, SubRip and SBV as they really are, and where we differ from the standard's own suites on purpose."""

import re
from datetime import date, timedelta

import pytest

from document_builder import read, real, said, sample, words
from sprintmind.errors import DeliveryError
from sprintmind.reading.formats import read_document
from sprintmind.reading.transcripts.sentences import sentences
from sprintmind.reading.utterances import quoted

DIFFERENCES = {
    "wpt-file-parsing__timings-garbage": "a comma before the milliseconds is what SubRip writes",
    "wpt-file-parsing__timings-too-short": "one digit, no milliseconds, minutes past 59: what tools write",
}
"""Files of the standard's suite that we read more leniently, each with the reason; docs/explanation/transcripts.md."""


def cue(text, times="00:01.000 --> 00:02.000"):
    return f"WEBVTT\n\n{times}\n{text}\n"


def test_a_messy_file_yields_everything_that_was_said():
    document = sample("meetings/messy.vtt", "meeting")
    assert said(document) == [
        ("Priya Nair", "I'll send Acme the sandbox by Friday, that’s NW-231."),
        ("Carla Mendes (Acme)", "Yes."),
        ("Tom Weber", "Notes & actions --> in the wiki."),
        ("Tom Weber", "NW-244 is in review."),
    ]
    assert document.day == date(2025, 9, 22)
    assert document.utterances[-1].offset == timedelta(hours=100, seconds=1)
    assert [each.reason for each in document.skipped] == ["no times stand above it", "a STYLE block", "a NOTE block"]


@pytest.mark.parametrize(
    "times",
    [
        pytest.param("00:01.000 --> 00:02.000", id="no hours"),
        pytest.param("123:00:01.000 --> 123:00:02.000", id="hours past 99"),
        pytest.param("00:00:01,000 --> 00:00:02,000", id="comma"),
        pytest.param("0:0:1.0 --> 0:0:2.5", id="single digits"),
        pytest.param("75:30.000 --> 75:31.000", id="minutes past 59 without hours"),
        pytest.param("00:00:01.000 --> 00:00:02.000line:40%", id="settings with no space"),
        pytest.param("  00:00:01.000-->00:00:02.000  position:50.00%,middle", id="spaces"),
    ],
)
def test_times_are_read_as_tools_write_them(times):
    assert words(read(cue("NW-231 is live.", times))) == ["NW-231 is live."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("<v Priya>a</v>\n<v Tom>b</v>", [("Priya", "a"), ("Tom", "b")], id="two voices"),
        pytest.param("<v.first.loud 李雷>好</v>", [("李雷", "好")], id="classes and a name in Chinese"),
        pytest.param("Çağla Þórsson: hello there", [("Çağla Þórsson", "hello there")], id="a name before a colon"),
        pytest.param("NW-231: done", [(None, "NW-231: done")], id="a key is nobody's name"),
        pytest.param(
            "So here is the thing: we ship", [(None, "So here is the thing: we ship")], id="a clause is no name"
        ),
        pytest.param(
            "- Are you done?\n- Yes.", [(None, "Are you done?"), (None, "Yes.")], id="dashes change the speaker"
        ),
        pytest.param("a <b>b</b> <i>c</i>{\\an8} &lt;x&gt; R&D", [(None, "a b c <x> R&D")], id="markup and entities"),
        pytest.param("if a < b then c", [(None, "if a < b then c")], id="a lone angle"),
        pytest.param('{"spokenText": "Live.", "speakerName": "Priya"}', [("Priya", "Live.")], id="Teams' metadata"),
    ],
)
def test_a_cue_tells_who_says_what(text, expected):
    assert said(read(cue(text))) == expected


def test_a_speaker_named_only_when_it_changes_goes_on_speaking():
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\nPriya: NW-1 is\n\n00:02.000 --> 00:03.000\nlive.\n"
    assert said(read(text)) == [("Priya", "NW-1 is"), ("Priya", "live.")]


def test_where_nearly_all_are_named_a_nameless_cue_is_nobodys():
    cues = [f"00:{n:02}.000 --> 00:{n + 1:02}.000\nPriya: yes {n}\n" for n in range(10)]
    text = "WEBVTT\n\n" + "\n".join([*cues, "00:30.000 --> 00:31.000\nI'll send it.\n"])
    assert said(read(text))[-1] == (None, "I'll send it.")


def test_rolling_captions_are_said_once():
    document = sample("meetings/rolling.vtt", "meeting")
    assert words(document) == ["so the sandbox", "for Acme is live", "and NW-231 is closed"]


def test_a_caption_that_grows_is_read_in_full_only():
    text = cue("NW-231 is done") + "\n00:02.000 --> 00:03.000\nNW-231 is done except for the docs\n"
    assert words(read(text)) == ["NW-231 is done except for the docs"]


def test_a_sentence_over_two_cues_is_joined_and_quoted_from_one():
    document = sample("meetings/two_cues.srt", "meeting")
    first, second = sentences(document)
    assert first.text == "NW-231 is merged and closed, so nothing is left."
    assert (first.number, second.number) == (1, 3)
    quote = quoted(first, 0, len(first.text), at=first.text.index("closed"))
    assert (quote.text, quote.number) == ("closed, so nothing is left.", 2)
    assert quoted(first, 0, len(first.text), at=first.text.index("merged")).text == "NW-231 is merged and"
    assert quoted(first, 0, 6).text == "NW-231"


def test_a_damaged_cue_is_left_out_and_told():
    text = "WEBVTT\n\n00:01.000 --> 00:0x.000\nNW-1 is done\n\n00:02.000 --> 00:03.000\nNW-2 is done\n"
    document = read(text)
    assert words(document) == ["NW-2 is done"]
    assert document.skipped[0].reason == "a cue whose times cannot be read"


def test_what_holds_no_cue_is_an_error_and_never_an_empty_success():
    with pytest.raises(DeliveryError, match=r"no cue with readable times"):
        read("WEBVTT\n\nhello\n", filename="call.vtt")


@pytest.mark.parametrize("suite", ["wpt-file-parsing", "wpt-cue-parsing"])
def test_the_standards_own_suite_agrees_but_for_the_listed_differences(suite):
    seen = 0
    for path in real("meetings/parser_suites/wpt"):
        if path.suffix != ".vtt" or not path.name.startswith(suite) or path.stem in DIFFERENCES:
            continue
        seen += 1
        assert _as_the_suite_says(path), path.name
    assert seen


def _as_the_suite_says(path):
    script = path.with_suffix(".js")
    if not script.exists():
        return True
    expectation = script.read_text()
    count = int(re.search(r"cues\.length, (\d+)", expectation)[1])
    try:
        texts = words(read_document(path.read_bytes(), filename=path.name, kind="meeting"))
    except DeliveryError:
        texts = []
    each = re.findall(r"cues\[(\d+)\]\.text, [\"']([^\"']*)[\"']\)", expectation)
    named = all(texts[int(n)] == text.replace("\\uFFFD", "\ufffd") for n, text in each)
    numbered = "'text' + " not in expectation or texts == [f"text{n}" for n in range(count)]
    return len(texts) == count and named and numbered
