"""The team's digest: once for each time that it is due, once after a pause, and nothing that must not leave."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commands.desk import TEAM, desk
from sprintmind import bootstrap
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.intake import Delivery
from sprintmind.settings.loading import load

WEDNESDAY = datetime(2025, 10, 1, 6, 30, tzinfo=UTC)  # half past eight in Berlin
DIGEST = '\n[digest]\nfolder = "digests"\nat = "09:00"\n'


class Clock:
    def __init__(self):
        self.at = WEDNESDAY

    def __call__(self):
        return self.at


def opened(home, *, team=TEAM + DIGEST):
    (home / "sprintmind.toml").write_text(team)
    clock = Clock()
    return bootstrap.open_app(home, settings=load(home, {}), now=clock), clock


def said(text, *, at=WEDNESDAY, title="Acme call"):
    return Delivery(source="meeting", body=text.encode(), received_at=at, said=at, title=title)


def names(posted):
    return [Path(each).name for each in posted]


def test_a_digest_is_posted_once_however_often_time_passes(tmp_path):
    app, clock = opened(tmp_path)
    first = app.tick().posted
    assert names(first) == ["digest-2025-09-30-0900.md", "digest-2025-09-30-0900.txt"]
    assert app.tick().posted == ()
    clock.at += timedelta(minutes=29)
    assert app.tick().posted == ()
    clock.at += timedelta(minutes=1)
    assert names(app.tick().posted) == ["digest-2025-10-01-0900.md", "digest-2025-10-01-0900.txt"]
    assert app.tick().posted == ()


def test_after_a_pause_only_the_last_time_missed_is_made_up_for_and_tells_all_that_changed(tmp_path):
    app, clock = opened(tmp_path)
    app.tick()
    clock.at += timedelta(minutes=1)
    app.ingest([said("Tom Weber: NW-1 is in progress.")])
    clock.at += timedelta(days=12)
    posted = app.tick().posted
    assert names(posted) == ["digest-2025-10-10-0900.md", "digest-2025-10-10-0900.txt"]  # Monday, before nine
    assert "NW-1 status: in progress" in Path(posted[1]).read_text()
    assert len(list((tmp_path / "digests").iterdir())) == 4


def test_what_one_digest_told_the_next_does_not_tell_again(tmp_path):
    app, clock = opened(tmp_path)
    app.ingest([said("Tom Weber: NW-1 is in progress.")])
    clock.at += timedelta(hours=3)  # the one of nine o'clock comes late
    assert "NW-1 status: in progress" in Path(app.tick().posted[1]).read_text()
    clock.at += timedelta(days=1)
    assert "NW-1 status: in progress" not in Path(app.tick().posted[1]).read_text()


def test_a_digest_that_cannot_be_written_is_written_by_the_next_tick_and_findings_are_stored_all_the_same(tmp_path):
    app, clock = opened(tmp_path)
    (tmp_path / "digests").write_text("in the way")
    app.ingest([said("Tom Weber: NW-1 is blocked by Priya.", at=WEDNESDAY - timedelta(days=2))])
    clock.at += timedelta(days=5)
    with pytest.raises(UnavailableError, match="digests"):
        app.tick()
    assert app.verify().same
    (tmp_path / "digests").unlink()
    result = app.tick()
    assert (len(result.posted), result.transitions) == (2, ())


def test_no_digest_tells_a_promise_that_nobody_has_confirmed(tmp_path):
    app, clock = opened(tmp_path)
    app.ingest([said("Someone: I'll send Acme the sandbox by October 2.")])
    clock.at += timedelta(minutes=40)
    texts = [Path(each).read_text() for each in app.tick().posted]
    assert [text for text in texts if "Acme" in text or "sandbox" in text] == []
    [promise] = app.commitments(Moment(now=app.now()), Caller())
    app.answer_promise(promise.id, action="confirm", by="dana")
    clock.at += timedelta(days=1)
    assert all("sandbox" in Path(each).read_text() for each in app.tick().posted)


def test_without_a_folder_nothing_is_posted(tmp_path):
    app, clock = opened(tmp_path, team=TEAM)
    clock.at += timedelta(hours=3)
    assert app.tick().posted == ()


def test_a_holiday_and_a_day_that_is_not_chosen_have_no_digest(tmp_path):
    app, clock = opened(tmp_path, team=TEAM + DIGEST + 'days = ["tue", "fri"]\n')
    clock.at = datetime(2025, 10, 4, 12, tzinfo=UTC)  # Friday, October 3rd, is a holiday
    assert names(app.tick().posted)[0] == "digest-2025-09-30-0900.md"


def test_words_of_others_are_no_markup(tmp_path):
    app, clock = opened(tmp_path)
    words = "# [click](http://evil.example) <script>"
    app.promise(customer="Acme", what=words, due=None, by="dana")
    clock.at += timedelta(hours=3)
    markdown, plain = (Path(each).read_text() for each in app.tick().posted)
    assert words in plain
    assert "[click]" not in markdown
    assert "<script>" not in markdown.replace("\\<script\\>", "")
    assert "http://" not in markdown


def test_a_tick_says_where_the_digest_is(tmp_path, capsys, monkeypatch):
    at = desk(tmp_path, capsys, monkeypatch, team=TEAM + DIGEST)
    status, out, _ = at.type("tick")
    assert status == 0
    assert "digest-2025-10-01-0900.md" in out.replace("\n", "")


@pytest.mark.parametrize("text", ["9", "24:00", "09:60", "nine"])
def test_a_time_that_no_clock_shows_is_refused(tmp_path, capsys, monkeypatch, text):
    at = desk(tmp_path, capsys, monkeypatch, team=f'{TEAM}\n[digest]\nat = "{text}"\n')
    status, _, err = at.type("tick")
    assert (status, "digest.at" in err, "HH:MM" in err) == (2, True, True)


def test_of_many_things_a_digest_lists_the_first_and_counts_the_rest(tmp_path):
    app, clock = opened(tmp_path)
    words = "\n".join(f"NW-{n} is blocked by Tom." for n in range(100, 130))
    app.ingest([said(f"Priya: {words}", at=WEDNESDAY - timedelta(days=1))])
    clock.at += timedelta(hours=3)
    text = Path(app.tick().posted[1]).read_text()
    assert "30 tickets are in flight: 30 blocked" in text
    blocked = text.partition("Blocked:\n")[2].partition("\n\n")[0].splitlines()
    assert (len(blocked), blocked[-1]) == (21, "- 10 more.")
