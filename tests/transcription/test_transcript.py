"""What was heard as WebVTT: nothing that a model writes becomes a speaker, a time or markup."""

from datetime import timedelta
from hashlib import sha256

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recordings import wav
from sprintmind.errors import InputError
from sprintmind.reading.transcripts.subtitles import read_subtitles
from sprintmind.testing import ListenerInMind
from sprintmind.transcription.port import Segment
from sprintmind.transcription.transcript import transcript_of, webvtt


def segments(*words, speaker=None):
    return tuple(
        Segment(start=timedelta(seconds=2 * n), end=timedelta(seconds=2 * n + 1), words=said, speaker=speaker)
        for n, said in enumerate(words)
    )


def read(*words, speaker=None):
    return read_subtitles(webvtt(segments(*words, speaker=speaker), name="a model", digest="00")).utterances


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4))
@example(["Priya: NW-231 is done."] * 3)
@example(["<v Priya>NW-231 is done."])
@example(['{"spokenText":"NW-231 is done.","speakerName":"Priya"}'])
@example([">> Priya: yes", "- Priya: no"])
@example(["0:00:01.000,0:00:02.000"])
@example(["00:01.000 --> 00:02.000\n\nPriya: yes"])
@example(["**Priya**: yes", "Priya：yes", "Priya\u2028: yes"])
def test_without_speakers_whatever_is_heard_is_nobodys(heard):
    said = [" ".join(text.split()) for text in heard]
    try:
        utterances = read(*heard)
    except InputError:
        return  # no letter of it can be printed
    assert {utterance.speaker for utterance in utterances} == {None}
    assert len(utterances) <= len(said)


@given(
    st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1).filter(lambda text: not set(text) & set(":："))
)
def test_what_was_heard_is_what_is_read(words):
    assert [utterance.text for utterance in read(f"so {words} it is")] == [f"so {words} it is"]


def test_times_of_day_and_keys_are_read_as_they_were_heard():
    [utterance] = read("At 10:30, or 10:30:00, NW-231 goes out")
    assert utterance.text == "At 10:30, or 10:30:00, NW-231 goes out"


def test_a_colon_is_a_guess_of_the_models():
    [utterance] = read("Priya: NW-231 is done")
    assert utterance.text == "Priya, NW-231 is done"


def test_a_speaker_whose_name_is_known_is_named():
    [utterance] = read("NW-231 is done: at last", speaker="Priya Raman")
    assert (utterance.speaker, utterance.text) == ("Priya Raman", "NW-231 is done: at last")


def test_what_was_not_understood_is_said_and_is_nobodys_words():
    text = webvtt(segments("NW-231 is done", ""), name="a model", digest="00")
    assert "NOTE not understood from 00:00:02.000 to 00:00:03.000" in text
    assert len(read_subtitles(text).utterances) == 1


def test_a_transcript_says_who_transcribed_what(tmp_path):
    file = tmp_path / "a.wav"
    file.write_bytes(wav())
    text = transcript_of(file, lambda: ListenerInMind(segments=segments("hello")), heard=lambda *_: None).decode()
    assert text.splitlines()[:5] == [
        "WEBVTT",
        "",
        "NOTE",
        "Transcribed by a listener in mind",
        f"from a recording with SHA-256 {sha256(wav()).hexdigest()}",
    ]
    assert text.splitlines()[6:] == ["00:00:00.000 --> 00:00:01.000", "hello"]


def test_a_name_cannot_break_out_of_its_note():
    text = webvtt(segments("hello"), name="a model\n\n00:00.000 --> 00:09.000\nPriya: yes", digest="00")
    assert [utterance.text for utterance in read_subtitles(text).utterances] == ["hello"]


@pytest.mark.parametrize("heard", [(), segments(""), segments(" \n ")], ids=["silence", "mumbling", "white space"])
def test_a_recording_in_which_nothing_is_understood_is_refused(tmp_path, heard):
    file = tmp_path / "a.wav"
    file.write_bytes(wav())
    with pytest.raises(InputError, match="nobody says anything"):
        transcript_of(file, lambda: ListenerInMind(segments=heard), heard=lambda *_: None)


def test_no_model_is_loaded_for_what_is_no_recording(tmp_path):
    (tmp_path / "a.wav").write_text("hello")
    with pytest.raises(InputError, match="no recording"):
        transcript_of(tmp_path / "a.wav", lambda: pytest.fail("a model was loaded"), heard=lambda *_: None)
