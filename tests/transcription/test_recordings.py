"""Whether a file is a recording, and a whole one."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recordings import recording, wav
from sprintmind.errors import InputError
from sprintmind.transcription.recordings import checked, is_recording

KINDS = ("wav", "mp3", "m4a", "mp4", "ogg", "webm")
MAGIC = (
    b"RIFF\0\0\0\1WAVE", b"RF64\xff\xff\xff\xffWAVE", b"\0\0\0\x18ftypisom", b"OggS\0", b"\x1a\x45\xdf\xa3", b"ID3\4",
    b"\xff\xfb\x90",
)  # fmt: skip


def refusal(file):
    with pytest.raises(InputError) as caught:
        checked(file)
    return str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_recording_is_known_by_its_digest(tmp_path, kind):
    file = tmp_path / f"a.{kind}"
    file.write_bytes(recording(kind))
    assert is_recording(str(file))
    assert checked(file) == sha256(file.read_bytes()).hexdigest()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_recording_that_ends_too_early_is_refused(tmp_path, kind, share):
    whole = recording(kind)
    file = tmp_path / f"a.{kind}"
    file.write_bytes(whole[: int(len(whole) * share)])
    assert "is only a part of a recording" in refusal(file)


def test_what_follows_a_recording_is_no_harm(tmp_path):
    file = tmp_path / "a.wav"
    file.write_bytes(wav() + b"LIST tags of some player")
    assert checked(file)


def test_a_recording_whose_writer_knew_no_length_is_taken(tmp_path):
    file = tmp_path / "a.wav"
    whole = wav()
    file.write_bytes(whole[:4] + b"\xff\xff\xff\xff" + whole[8:])
    assert checked(file)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(b"Priya: NW-231 is done.", "is no recording", id="a text"),
        pytest.param(b"%PDF-1.7 ...........", "is no recording", id="a PDF"),
        pytest.param(b"RIFF\x24\0\0\0AVI LIST", "is no recording", id="another RIFF"),
    ],
)
def test_what_is_no_recording_is_refused(tmp_path, body, said):
    file = tmp_path / "a.mp3"
    file.write_bytes(body)
    assert said in refusal(file)


def test_a_folder_and_a_missing_file_are_no_recordings(tmp_path):
    assert "no file of its own" in refusal(tmp_path)
    assert "no such file" in refusal(tmp_path / "none.wav")


@given(head=st.sampled_from(MAGIC), rest=st.binary(max_size=200))
def test_whatever_a_container_holds_it_is_taken_or_refused(tmp_path_factory, head, rest):
    file = tmp_path_factory.mktemp("any") / "a.wav"
    file.write_bytes(head + rest)
    try:
        found = checked(file)
    except InputError:
        return
    assert found == sha256(head + rest).hexdigest()
