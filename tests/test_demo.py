"""The sample sprint: whatever day it is, it runs, and its story is what the ledger answers."""

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from commands.desk import desk
from commands.made import commitment, disputed_ticket, pull
from sprintmind import bootstrap, cli
from sprintmind.demo.days import Sprint
from sprintmind.demo.sprint import STEPS, play
from sprintmind.demo.story import MISHEARD, PROMISED, story
from sprintmind.domain.chains import Standing, chain, first_broken
from sprintmind.domain.findings import Severity
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import CiState, PullStatus
from sprintmind.settings.loading import load
from sprintmind.settings.models import Settings
from web.visits import visit

DAYS = [
    pytest.param("2025-10-01T10:00:00+00:00", id="a Wednesday before a holiday"),
    pytest.param("2025-10-04T10:00:00+00:00", id="a Saturday"),
    pytest.param("2025-10-06T04:00:00+00:00", id="a Monday before work"),
    pytest.param("2025-12-27T10:00:00+00:00", id="between the years"),
    pytest.param("2026-01-02T22:30:00+00:00", id="a Friday night"),
    pytest.param("2026-03-29T12:00:00+00:00", id="a Sunday on which the clocks change"),
]
NOBODY = Caller()


@pytest.mark.parametrize("now", DAYS)
def test_whatever_day_it_is_the_sprint_has_the_same_story(tmp_path, now):
    app = play(tmp_path, now=datetime.fromisoformat(now))
    moment = Moment(now=app.now())
    ticket = app.ticket(PROMISED, moment, NOBODY)
    [promise] = app.commitments(moment, NOBODY)
    critical = [each for each in app.risks(moment, NOBODY) if each.severity is Severity.CRITICAL]

    assert (promise.customer, promise.owner, promise.tickets) == ("Acme", "priya", (PROMISED,))
    assert ticket.value("status") == "in_review"
    assert {each.challenger.value for each in ticket.fields["status"].open_conflicts} == {"done", "in_progress"}
    assert [(each.rule, each.subject) for each in critical] == [("commitment_ci_failing", PROMISED)]
    assert first_broken(chain(promise, ticket)).name == "CI"
    assert app.ticket(MISHEARD, moment, NOBODY).value("status") == "done"
    list(story(app))
    assert app.ticket(MISHEARD, moment, NOBODY).value("status") == "in_progress"
    assert app.verify().same


def test_the_demo_tells_its_story_and_keeps_its_home(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    at = desk(tmp_path, capsys, monkeypatch)
    monkeypatch.setenv("SPRINTMIND_DATABASE", "postgresql://elsewhere")
    assert cli.run(["demo", "--no-serve"]) == 0
    told = at.capsys.readouterr().out
    [home] = tmp_path.glob("sprintmind-demo-*")

    assert str(home) in told
    assert "The first broken link: CI" in told
    assert "PAY-12 was done" in told
    assert "Compared with 9 lessons it is RED" in " ".join(told.split())
    assert all(lesson in told for lesson in ("E002", "E003", "E010"))
    assert "It carries NW-231, promised to Acme" in told
    assert "less trusted than the current value (set by github" in " ".join(told.split())
    assert all(len(line) <= 80 and line == line.rstrip() for line in told.splitlines() if str(home) not in line)
    assert len(told.splitlines()) < 90
    found = load(home, {})
    app = bootstrap.open_app(home, settings=found, now=lambda: datetime(2025, 10, 1, 9, tzinfo=UTC))
    assert app.verify().same


def test_the_files_of_the_sample_stay_in_its_home_as_they_were_read(tmp_path):
    play(tmp_path, now=datetime(2025, 10, 1, 9, tzinfo=UTC))

    for step in STEPS:
        text = (tmp_path / "files" / step.file).read_text()
        assert "@" not in text
        if step.file.endswith(".json"):
            json.loads(text)


def test_business_days_skip_weekends_and_holidays():
    calendar = Settings.model_validate({"team": {"holidays": "DE-BE"}}).calendar()
    sprint = Sprint(today=date(2025, 10, 5), calendar=calendar)  # a Sunday; the Friday before is a holiday

    assert [sprint.day(offset) for offset in (-2, -1, 0, 1)] == [
        date(2025, 10, 1), date(2025, 10, 2), date(2025, 10, 5), date(2025, 10, 6),
    ]  # fmt: skip
    assert sprint.fill('"@-1 09:30 utc@" @+1 spoken@ @-1 date@') == '"2025-10-02T09:30:00Z" October 6 2025-10-02'


@pytest.mark.parametrize(
    ("ticket", "broken"),
    [
        pytest.param(None, "ticket", id="no ticket"),
        pytest.param(replace(disputed_ticket(), pulls=(pull(PullStatus.OPEN, CiState.FAILING),)), "CI", id="red build"),
        pytest.param(replace(disputed_ticket(), pulls=(pull(PullStatus.CLOSED),)), "pull request", id="closed"),
        pytest.param(replace(disputed_ticket(), pulls=(pull(PullStatus.OPEN, CiState.PASSING),)), None, id="all well"),
        pytest.param(
            replace(disputed_ticket(), pulls=(pull(PullStatus.OPEN, CiState.UNKNOWN),)), None, id="no build yet"
        ),
        pytest.param(replace(disputed_ticket(), pulls=()), None, id="done without a pull request"),
        pytest.param(replace(disputed_ticket(), pulls=(), fields={}), "pull request", id="nobody works on it"),
    ],
)
def test_the_first_broken_link_is_named(ticket, broken):
    found = first_broken(chain(commitment(), ticket))

    assert (found.name if found else None) == broken
    assert found is None or found.standing is Standing.BROKEN


@pytest.mark.parametrize(
    "words", [("ticket", PROMISED), ("why", PROMISED), ("conflicts",), ("risks",), ("radar",), ("doctor",)]
)
def test_a_terminal_calls_the_tracker_what_findings_call_it(tmp_path, capsys, monkeypatch, words):
    now = "2025-10-01T10:00:00+00:00"
    play(tmp_path, now=datetime.fromisoformat(now))
    monkeypatch.setenv("SPRINTMIND_NOW", now)
    cli.run([*words, "--home", str(tmp_path)])
    told = " ".join(capsys.readouterr().out.split())
    assert "the tracker" in told
    assert not re.findall(r"task.update|Jira", told)


@pytest.mark.parametrize("path", [f"/tickets/{PROMISED}", "/conflicts", "/risks", "/board", "/settings", "/sprint"])
def test_a_page_calls_the_tracker_what_findings_call_it(tmp_path, path):
    now = datetime(2025, 10, 1, 10, tzinfo=UTC)
    play(tmp_path, now=now)
    here = visit(tmp_path, team=(tmp_path / "sprintmind.toml").read_text(encoding="utf-8"), now=now)
    shown = re.sub(r"<h2 id=\"source-jira\">.*?</h2>|Read GitHub or Jira", "", here.get(path).text)
    assert "the tracker" in shown
    assert not re.findall(r"task.update|\bJira\b", shown)
