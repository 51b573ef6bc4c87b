"""What takes longer than a request: a recording that is heard, and other systems that are read."""

import io
import json
import re
import time
from dataclasses import replace
from datetime import timedelta
from threading import Event

import pytest

from commands.test_connect_commands import TEAM as CONNECTED
from commands.test_connect_commands import shop
from inlets.local_server import SECRET, serving
from recordings import wav
from sprintmind.errors import UnavailableError
from sprintmind.journal import Journal
from sprintmind.testing import ListenerInMind
from sprintmind.transcription.port import Segment
from sprintmind.web import sign_in
from sprintmind.web.works import AT_ONCE, Works
from web.test_pages import now
from web.test_sign_in import CHEAP, closed, enter
from web.visits import form_of, visit

DEAF = '[team]\nname = "Northwind"\nkeys = ["NW"]\n[[people]]\nid = "priya"\nname = "Priya Raman"\n'
HEARING = DEAF + '[transcription]\nmodel = "whisper"\n'
WORDS = ("NW-231 is done.", "NW-232 is blocked by NW-231.")
MANAGED = CONNECTED + '\n[[people]]\nid = "dana"\nname = "Dana Fox"\nrole = "manager"\n'


class Slow(ListenerInMind):
    """Hears half, and goes on when it may."""

    may = Event()

    def transcribe(self, recording, *, heard):
        heard(timedelta(seconds=30), timedelta(seconds=60))
        assert self.may.wait(10)
        yield from super().transcribe(recording, heard=heard)


def segments(*words):
    return tuple(
        Segment(start=timedelta(seconds=n), end=timedelta(seconds=n + 1), words=said, speaker="Priya Raman")
        for n, said in enumerate(words)
    )


def hearing(tmp_path, listener):
    return visit(tmp_path, team=HEARING, beside=lambda adapters: replace(adapters, transcription=lambda: listener))


def send(here, *, name="weekly.wav", body=None, source="meeting", **fields):
    files = {"file": (name, wav() if body is None else body, "audio/wav")}
    given = {"source": source, "visibility": "team", "date": "2025-10-01", "title": "Weekly", **fields}
    return here.send("/bring/preview", files=files, **given)


def over(here, answer):
    """Look until it is over."""
    for _ in range(200):
        if 'id="how-far"' not in answer.text:
            return answer
        time.sleep(0.02)
        answer = here.get(answer.url.path)
    raise AssertionError("it goes on for ever")


def test_a_recording_is_heard_shown_and_recorded_only_at_a_persons_yes(tmp_path):
    listener = Slow(segments=segments(*WORDS))
    listener.may.clear()
    here = hearing(tmp_path, listener)
    answer = send(here)
    for _ in range(100):
        if "30 of 60" in answer.text:
            break
        time.sleep(0.02)
        answer = here.get(answer.url.path)
    assert 'max="60" value="30"' in answer.text
    assert "hx-trigger" in answer.text
    assert 'http-equiv="refresh"' in answer.text
    assert here.app.verify().events == 0
    listener.may.set()

    shown = over(here, answer)
    assert "“NW-231 is done.”" in shown.text
    assert here.app.verify().events == 0
    assert listener.listened
    assert not listener.listened[0].exists()
    assert here.get(answer.url.path, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"

    recorded = here.send("/bring", **form_of(shown.text))
    assert "Recorded: 2 accepted" in recorded.text
    assert here.app.ticket("NW-231", *now(here)).value("status") == "done"


def test_without_a_transcription_a_recording_is_refused_with_what_to_set(tmp_path):
    here = visit(tmp_path, team=DEAF)
    assert "Recordings cannot be heard here" in here.get("/bring").text
    answer = send(here)
    assert answer.status_code == 400
    assert "weekly.wav cannot be heard: nothing is set that turns recordings into words" in answer.text
    assert "[transcription] model" in answer.text


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        pytest.param({"source": "standup"}, "choose that it is a meeting", id="no meeting"),
        pytest.param({"date": "yesterday"}, "Of the day: &#39;yesterday&#39;", id="a label that is wrong"),
    ],
)
def test_what_is_wrong_is_said_before_a_recording_is_heard(tmp_path, sent, message):
    listener = ListenerInMind(segments=segments(*WORDS))
    answer = send(hearing(tmp_path, listener), **sent)
    assert (answer.status_code, message in answer.text, listener.listened) == (400, True, [])


@pytest.mark.parametrize(
    ("body", "listener", "message"),
    [
        pytest.param(b"no sound", ListenerInMind(), "weekly.wav: is no recording", id="no recording"),
        pytest.param(wav()[:500], ListenerInMind(), "weekly.wav: is only a part", id="a part"),
        pytest.param(wav(), ListenerInMind(), "weekly.wav: nobody says anything", id="silence"),
        pytest.param(
            wav(),
            ListenerInMind(segments=segments("x"), fails=UnavailableError("the model is gone")),
            "weekly.wav: the model is gone",
            id="down",
        ),
    ],
)
def test_a_recording_that_cannot_be_heard_is_told_so(tmp_path, body, listener, message):
    here = hearing(tmp_path, listener)
    answer = over(here, send(here, body=body))
    assert message in answer.text
    assert 'http-equiv="refresh"' not in answer.text
    assert here.app.verify().events == 0


def test_a_recording_is_looked_at_by_whoever_brought_it_in(tmp_path):
    here = hearing(tmp_path, ListenerInMind(segments=segments(*WORDS)))
    here.be("priya")
    answer = over(here, send(here))
    here.be("")
    assert here.get(answer.url.path).status_code == 404


def test_only_so_much_goes_on_at_a_time():
    gate, works = Event(), Works()
    for _ in range(AT_ONCE):
        works.begin("waiting", owner=None, do=lambda _: gate.wait(10))
    with pytest.raises(UnavailableError, match="others go on already"):
        works.begin("waiting", owner=None, do=lambda _: 1)
    gate.set()


def test_a_failure_of_ours_is_told_without_its_words(tmp_path):
    works = Works()
    failing = works.begin("failing", owner=None, do=lambda _: 1 / 0)
    for _ in range(100):
        if works.find(failing, owner=None).over:
            break
        time.sleep(0.02)
    assert "not your fault" in works.find(failing, owner=None).problem


def connected(tmp_path, server, **more):
    team = MANAGED + f'\n[sources.github]\nrepositories = ["northwind/shop"]\napi = "{server.address}"\n'
    environ = {"SPRINTMIND_GITHUB_TOKEN": SECRET}
    return visit(tmp_path, team=team, environ=environ, **more)


def test_github_is_counted_before_it_is_read_and_read_again_from_where_it_stood(tmp_path):
    with serving(shop().answer) as server:
        here = connected(tmp_path, server)
        page = here.get("/connect").text
        assert "northwind/shop" in page
        assert SECRET not in page
        counted = over(here, here.send("/connect/github/survey"))
        assert "pull requests of northwind/shop" in counted.text
        assert here.app.verify().events == 0
        read = over(here, here.send("/connect/github"))
        assert "this is the baseline" in read.text
        assert "To paste into" in read.text
        events = here.app.verify().events
        assert events > 0
        again = over(here, here.send("/connect/github"))
        assert "no webhook was missed" in again.text
        assert here.app.verify().events == events


def test_what_is_not_set_is_told_and_no_option_of_a_command_is_named(tmp_path):
    here = visit(tmp_path, team=MANAGED)
    answer = over(here, here.send("/connect/github/survey"))
    assert "SPRINTMIND_GITHUB_TOKEN is not set" in answer.text
    assert "Since: " in here.send("/connect/jira", since="soon").text
    assert "--" not in re.sub(r"<[^>]*>", "", here.get("/connect").text)


def test_only_managers_let_other_systems_be_read_or_anything_be_erased_where_people_sign_in(tmp_path, monkeypatch):
    monkeypatch.setattr(sign_in, "passwords", lambda: CHEAP)
    here = closed(tmp_path)
    enter(here)
    assert "Only a manager may let it be read" in here.get("/connect").text
    for path in ("/connect/github", "/connect/github/survey", "/forget/preview", "/forget"):
        answer = here.send(path, person="tom", sure="yes")
        assert (answer.status_code, "only a manager" in answer.text) == (403, True)
    assert here.app.verify().events == 0


def test_what_fails_of_itself_is_logged_by_its_kind_and_not_by_what_was_heard(tmp_path):
    stream = io.StringIO()
    works = Works(journal=Journal(stream))

    def fail(progress):
        raise RuntimeError("the zebra budget")

    begun = works.begin("listening to weekly.wav", owner=None, do=fail)
    for _ in range(200):
        if works.find(begun, owner=None).over:
            break
        time.sleep(0.02)
    assert "the log says what" in works.find(begun, owner=None).problem
    told = json.loads(stream.getvalue())
    assert (told["event"], told["error"]) == ("work", "RuntimeError")
    assert "zebra" not in stream.getvalue()


def test_the_works_of_a_served_site_write_its_log(tmp_path):
    journal = Journal(io.StringIO())
    site = visit(tmp_path, journal=journal).site
    assert site.recordings.journal is site.readings.journal is journal
