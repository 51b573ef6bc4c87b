"""Labelled text, IRC logs, chat logs, minutes and JSON exports: who says what."""

import json
from datetime import date, timedelta

import pytest

from document_builder import read, real, said, sample, words
from sprintmind.errors import DeliveryError
from sprintmind.reading.formats import read_document
from sprintmind.reading.utterances import quoted


def test_names_and_times_over_the_words_are_read_as_otter_writes_them():
    document = sample("meetings/otter.txt", "meeting")
    assert said(document)[-3:] == [
        ("Priya Nair", "NW-231 is in review."),
        ("Unknown Speaker", "I'll send Acme the report."),
        ("Tom Weber", "Fine by me."),
    ]
    assert document.utterances[-1].offset == timedelta(hours=1, minutes=2, seconds=15)
    assert document.day == date(2025, 10, 3)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Priya: NW-1 is live.\nTom: Great.\n", id="names"),
        pytest.param("[00:04] Priya: NW-1 is live.\n[00:11] Tom: Great.\n", id="times in brackets"),
        pytest.param("00:00:02 Priya: NW-1 is live.\n00:00:09 Tom: Great.\n", id="times"),
        pytest.param("**Priya:** NW-1 is live.\n\n**Tom:** Great.\n", id="bold names"),
        pytest.param("Priya (00:02)\nNW-1 is live.\n\nTom (00:09)\nGreat.\n", id="names over words"),
        pytest.param("00:02\nPriya: NW-1 is live.\n\n00:09\nTom: Great.\n", id="times over words"),
    ],
)
def test_labels_of_every_usual_shape_are_taken_off(text):
    assert said(read(text)) == [("Priya", "NW-1 is live."), ("Tom", "Great.")]


def test_parts_of_minutes_are_nobodys_names():
    text = "Minutes\n- Decision: NW-34 dropped\n- ACTION: Beth to send the dates\n- NW-33: done\n"
    assert [speaker for speaker, _ in said(read(text))] == [None, None, None]


def test_what_stands_under_a_speakers_bullet_is_theirs():
    document = sample("meetings/minutes.md", "meeting")
    assert said(document) == [
        ("priya", "PAY-12 is in review"),
        ("priya", "waiting for Tom"),
        ("tom", "I'll look at it today"),
        ("priya", "thanks"),
    ]
    assert (document.title, document.day) == ("Northwind triage 2025-10-03", date(2025, 10, 3))


def test_what_a_scribe_writes_down_belongs_to_whom_it_names():
    document = sample("meetings/scribed.log", "meeting")
    assert said(document) == [
        ("Tom", "PAY-12 is in review"),
        ("Tom", "with Priya"),
        ("dana", "PAY-13 is blocked"),
    ]
    assert document.utterances[0].headings == ("Payments",)
    assert (document.day, document.utterances[0].number) == (date(2025, 10, 3), 4)


def test_a_corrected_line_is_quoted_as_first_written():
    corrected = sample("meetings/scribed.log", "meeting").utterances[0]
    assert quoted(corrected, 0, len(corrected.text)).text == "PAY-12 is in reveiw"


def test_reactions_and_what_is_replied_to_are_no_statements():
    document = sample("meetings/zoom_chat.txt", "meeting")
    assert said(document) == [("Priya Nair", "NW-231 is live"), ("Dana Cole", "Great, I will tell Acme.")]
    assert len(document.skipped) == 2


def test_an_older_chat_log_names_sender_and_receiver():
    text = "09:00:01 From Priya Nair to Everyone: NW-1 is live\n09:00:05\t From  Tom Weber : ok\n"
    assert said(read(text)) == [("Priya Nair", "NW-1 is live"), ("Tom Weber", "ok")]


def one(name, **turn):
    return {name: [turn]}


WORD = {"word": "live", "punctuated_word": "Live.", "start": 3.1, "speaker": 0}
AWS = [
    {"type": "pronunciation", "start_time": "3.1", "speaker_label": "spk_0", "alternatives": [{"content": "Live"}]},
    {"type": "punctuation", "alternatives": [{"content": "."}]},
]
REV = [{"type": "text", "value": "Live", "ts": 3.1}, {"type": "punct", "value": "."}]
SLACK = {"type": "message", "user": "U1", "text": "Live.", "ts": "1759480000.1", "user_profile": {"real_name": "Priya"}}
FIREFLIES = one("sentences", speaker_name="Priya", raw_text="Live.", start_time=3.1)
EXPORTS = [
    pytest.param(
        one("entries", speakerDisplayName="Priya", text="Live.", startOffset="00:00:03.1"), "Priya", id="Teams"
    ),
    pytest.param(FIREFLIES, "Priya", id="Fireflies"),
    pytest.param({"data": {"transcript": {"title": "x", **FIREFLIES}}}, "Priya", id="Fireflies' API"),
    pytest.param([{"sentence": "Live.", "startTime": "3.1", "speaker_name": "Priya"}], "Priya", id="a download"),
    pytest.param({"speech": one("transcripts", transcript="Live.", speaker_name="Priya")}, "Priya", id="Otter"),
    pytest.param(one("transcriptEntries", participant="Priya", text="Live."), "Priya", id="Meet"),
    pytest.param(one("utterances", speaker="A", text="Live.", start=3100, words=[]), "Speaker A", id="AssemblyAI"),
    pytest.param({"results": one("utterances", speaker=0, transcript="Live.")}, "Speaker 0", id="Deepgram"),
    pytest.param(
        {"results": one("channels", alternatives=[{"transcript": "Live.", "words": [WORD]}])}, "Speaker 0", id="words"
    ),
    pytest.param({"results": {"transcripts": [{"transcript": "Live."}], "items": AWS}}, "spk_0", id="AWS"),
    pytest.param({"text": "Live.", **one("segments", id=0, start=3.1, end=4.0, text=" Live.")}, None, id="Whisper"),
    pytest.param(one("transcription", timestamps={"from": "00:00:03,100"}, text=" Live."), None, id="whisper.cpp"),
    pytest.param(one("monologues", speaker=1, elements=REV), "Speaker 1", id="Rev"),
    pytest.param(
        one("recognizedPhrases", speaker=1, offset="PT3S", nBest=[{"display": "Live."}]), "Speaker 1", id="Azure"
    ),
    pytest.param([{"participant": {"name": "Priya"}, "words": [{"text": "Live."}]}], "Priya", id="Recall"),
    pytest.param([SLACK], "Priya", id="Slack"),
]


@pytest.mark.parametrize(("export", "speaker"), EXPORTS)
def test_the_exports_of_the_usual_tools_are_read(export, speaker):
    document = read(json.dumps(export), filename="call.json")
    assert said(document) == [(speaker, "Live.")]


def test_json_that_holds_no_talk_is_refused_by_its_fields():
    with pytest.raises(DeliveryError, match="no list of turns of speech, only the fields meeting, highlights"):
        read('{"meeting": "x", "highlights": {"a": [{"timestamp": "00:01", "highlight": "b"}]}}')


def test_a_table_without_talk_is_refused_by_its_columns():
    with pytest.raises(DeliveryError, match="only original, corrected"):
        read("original\tcorrected\nFossil\tFOCIL\n", filename="changes.tsv")


def test_every_real_meeting_is_read_or_refused_with_a_reason():
    refused = {}
    for path in real("meetings"):
        try:
            assert words(read_document(path.read_bytes(), filename=path.name, kind="meeting")), path.name
        except DeliveryError as error:
            refused[path.name] = str(error)
    ours = [name for name in refused if not name.endswith((".js", ".json", ".tsv")) and "invalid_format" not in name]
    assert sorted(ours) == [
        "file-layout__bad-double-webvtt.vtt",
        "file-layout__blank-file-with-bom.vtt",
        "wpt-file-parsing__signature-space.vtt",
        "wpt-file-parsing__signature-tab.vtt",
        "wpt-file-parsing__signature-timings.vtt",
    ]
