"""What everything that turns recordings into words promises."""

import json
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import httpx2
import numpy as np
import pytest

from inlets.local_server import SECRET, Reply, serving
from recordings import recording, wav
from sprintmind.errors import ConfigError, InputError, UnavailableError
from sprintmind.testing import ListenerInMind
from sprintmind.transcription.endpoint import KEY, Endpoint, open_endpoint
from sprintmind.transcription.faster_whisper import Whisper
from sprintmind.transcription.port import Segment

SAID = ((0.0, 1.5, " NW-231 is done."), (1.5, 3.0, " Ship it."))
ANSWER = {"text": "NW-231 is done. Ship it.", "segments": [{"start": s, "end": e, "text": t} for s, e, t in SAID]}


class ToldWhisper:
    """Answers as the library's model does, with what it was told."""

    def __init__(self, *stretches):
        self.stretches = stretches or SAID
        self.asked = []

    def transcribe(self, sound, **options):
        self.asked.append((sound, options))
        said = [(*stretch, -0.3, 1.2)[:5] if len(stretch) == 3 else stretch for stretch in self.stretches]
        names = ("start", "end", "text", "avg_logprob", "compression_ratio")
        return (SimpleNamespace(**dict(zip(names, each, strict=True))) for each in said), None


@pytest.fixture
def file(tmp_path):
    (tmp_path / "weekly.WAV").write_bytes(wav(3))
    return tmp_path / "weekly.WAV"


@pytest.fixture(params=["fake", "whisper", "endpoint"])
def transcription(request):
    """Each adapter."""
    match request.param:
        case "fake":
            yield ListenerInMind(
                segments=tuple(
                    Segment(start=timedelta(seconds=s), end=timedelta(seconds=e), words=t) for s, e, t in SAID
                )
            )
        case "whisper":
            yield Whisper(ToldWhisper(), name="told", language="en")
        case _:
            with serving(lambda _: Reply(ANSWER)) as server:
                yield Endpoint(f"{server.address}/v1", model="whisper-1")


def test_what_was_said_comes_in_its_order_with_its_times(transcription, file):
    heard = []
    segments = list(transcription.transcribe(file, heard=lambda *far: heard.append(far)))
    assert [(s.start.total_seconds(), s.end.total_seconds(), s.words) for s in segments] == list(SAID)
    assert {segment.speaker for segment in segments} == {None}


def test_it_tells_how_far_it_is_and_ends_at_the_end(transcription, file):
    heard = []
    list(transcription.transcribe(file, heard=lambda *far: heard.append(far)))
    done = [far for far, _ in heard]
    assert done == sorted(done)
    assert done[0] == timedelta()
    assert heard[-1] == (timedelta(seconds=3), timedelta(seconds=3))


def test_a_recording_is_left_as_it_is(transcription, file):
    before = file.read_bytes()
    list(transcription.transcribe(file, heard=lambda *_: None))
    assert file.read_bytes() == before


def test_it_has_a_name(transcription):
    assert transcription.name


def heard_by(transcription, file):
    return list(transcription.transcribe(file, heard=lambda *_: None))


@pytest.mark.parametrize("kind", ["wav", "mp3", "m4a", "mp4", "ogg", "webm"])
def test_every_container_is_decoded_here(tmp_path, kind):
    file = tmp_path / f"a.{kind}"
    file.write_bytes(recording(kind, seconds=2))
    model = ToldWhisper()
    assert heard_by(Whisper(model, name="told", language=""), file)
    [(sound, options)] = model.asked
    assert len(sound) == pytest.approx(32_000, rel=0.05)
    assert np.abs(sound).max() > 0.1
    assert options["language"] is None


@pytest.mark.parametrize(
    "body", [b"RIFF\x04\0\0\0WAVE", wav(0), b"\xff\xfb" + b"\0" * 500], ids=["head", "0 s", "noise"]
)
def test_what_cannot_be_decoded_here_is_refused(tmp_path, body):
    file = tmp_path / "a.wav"
    file.write_bytes(body)
    with pytest.raises(InputError, match="no sound that can be decoded"):
        heard_by(Whisper(ToldWhisper(), name="told", language="en"), file)


def test_what_a_model_is_unsure_of_counts_as_not_understood(file):
    model = ToldWhisper((0, 1, "Ship it.", -0.2, 1.1), (1, 2, "Shippers.", -1.4, 1.1), (2, 3, "so so so", -0.2, 2.6))
    assert [each.words for each in heard_by(Whisper(model, name="told", language="en"), file)] == ["Ship it.", "", ""]


def asking(file, replies=(), answer=ANSWER, **more):
    """Ask once of a server that answers badly first."""
    with serving(lambda _: Reply(answer)) as server:
        server.faults = [("/v1/audio/transcriptions", reply) for reply in replies]
        segments = heard_by(Endpoint(f"{server.address}/v1/", **{"model": "whisper-1", "key": SECRET, **more}), file)
        return server.asked, segments


def test_a_server_is_given_the_recording_the_key_and_no_name_of_the_file(file):
    [asked], _ = asking(file, language="en")
    assert asked.headers["authorization"] == f"Bearer {SECRET}"
    assert file.read_bytes() in asked.body
    assert b'filename="recording.wav"' in asked.body
    assert b"weekly" not in asked.body
    for name, value in (("model", "whisper-1"), ("response_format", "verbose_json"), ("language", "en")):
        assert f'name="{name}"\r\n\r\n{value}\r\n'.encode() in asked.body


def test_a_failure_that_passes_is_asked_again_with_the_whole_recording(file):
    asked, _ = asking(file, [Reply({}, 500), Reply({}, 429)])
    assert len(asked) == 3
    assert all(file.read_bytes() in each.body for each in asked)


def test_a_failure_that_does_not_pass_is_said(file):
    with pytest.raises(UnavailableError, match="cannot be asked: status 429"):
        asking(file, [Reply({}, 429)] * 9)


@pytest.mark.parametrize(
    ("reply", "error", "said"),
    [
        pytest.param(Reply({"error": {"message": SECRET}}, 401), UnavailableError, f"the key in {KEY}", id="401"),
        pytest.param(Reply({}, 404), UnavailableError, "no such model", id="404"),
        pytest.param(Reply({}, 400), UnavailableError, "refuses the request", id="400"),
        pytest.param(Reply({}, 413), InputError, "larger than the transcription server takes", id="413"),
        pytest.param(Reply(b"<html>"), UnavailableError, "something else than words", id="a page"),
        pytest.param(Reply(b"\xff\xfe{"), UnavailableError, "something else than words", id="garbage"),
        pytest.param(Reply({"text": "hello"}), UnavailableError, "gives verbose_json", id="no times"),
        pytest.param(
            Reply({"segments": [{"start": 2, "end": 1, "text": "a"}]}), UnavailableError, "times that", id="backwards"
        ),
        pytest.param(
            Reply({"segments": [{"start": 0, "end": 1e18, "text": "a"}]}), UnavailableError, "times that", id="for ever"
        ),
    ],
)
def test_a_refusal_is_one_message_without_the_key(file, reply, error, said):
    with pytest.raises(error, match=said) as raised:
        asking(file, [reply])
    assert SECRET not in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_server_that_never_answers_is_given_up(file):
    with serving(lambda _: Reply(ANSWER)) as server:
        server.before = lambda _: time.sleep(0.5)
        impatient = Endpoint(f"{server.address}/v1", model="m", client=httpx2.Client(timeout=0.1))
        with pytest.raises(UnavailableError, match="did not answer in time"):
            heard_by(impatient, file)
        assert len(server.asked) == 1


def test_a_server_that_takes_its_time_is_waited_for(file):
    with serving(lambda _: Reply(ANSWER)) as server:
        server.before = lambda _: time.sleep(0.5)
        assert heard_by(Endpoint(f"{server.address}/v1", model="m"), file)


def test_a_server_that_is_not_there_is_said(file):
    with pytest.raises(UnavailableError, match="cannot be asked"):
        heard_by(Endpoint("http://127.0.0.1:9/v1", model="m"), file)


@pytest.mark.parametrize(
    ("label", "speaker"),
    [
        ("Priya Raman", "Priya Raman"), ("A", None), ("1", None), ("SPEAKER_00", None), ("speaker 2", None),
        ("Speaker B", None), ("unknown", None), ("", None), (None, None),
    ],
)  # fmt: skip
def test_a_voice_that_a_server_only_numbers_is_nobodys(file, label, speaker):
    _, [segment] = asking(file, answer={"segments": [{"start": 0, "end": 1, "text": "a", "speaker": label}]})
    assert segment.speaker == speaker


@pytest.mark.parametrize("address", ["http://example.com/v1", "ftp://127.0.0.1/v1", "https://", "models/small"])
def test_recordings_are_sent_over_https_or_to_this_machine(address):
    with pytest.raises(ConfigError, match="no address"):
        Endpoint(address, model="whisper-1")


def test_a_server_without_a_model_is_a_mistake_in_the_settings():
    with pytest.raises(ConfigError, match="name must be one of its models"):
        Endpoint("https://example.com/v1", model="")


def test_an_address_that_holds_a_password_is_not_shown(file):
    with pytest.raises(UnavailableError) as raised:
        heard_by(Endpoint(f"http://me:{SECRET}@127.0.0.1:9/v1", model="m"), file)
    assert SECRET not in str(raised.value)


def test_the_key_comes_from_the_environment(file, monkeypatch):
    monkeypatch.setenv(KEY, SECRET)
    with serving(lambda _: Reply(ANSWER)) as server:
        chosen = SimpleNamespace(
            transcription_url=f"{server.address}/v1", transcription_name="m", transcription_language=""
        )
        heard_by(open_endpoint(chosen), Path(file))
    assert server.asked[0].headers["authorization"] == f"Bearer {SECRET}"
    assert b"language" not in server.asked[0].body
    assert json.dumps(SECRET).encode() not in server.asked[0].body
