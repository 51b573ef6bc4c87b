"""Settings as they were last read: used while nothing changed, and never instead of what a team wrote since."""

import json

import pytest

from sprintmind import cli
from sprintmind.settings.environment import variables
from sprintmind.settings.loading import load
from sprintmind.settings.models import Settings
from sprintmind.settings.remembered import REMEMBERED, recalled, remember

TEAM = """
[team]
name = "Northwind"
timezone = "Europe/Berlin"
keys = ["NW"]
holidays = "DE-BE"

[[people]]
id = "priya"
name = "Priya Raman"
github = ["priya-r"]

[[customers]]
name = "Acme"

[sources.jira]
status_map = { "Ready for QA" = "in_qa" }

[policy]
thresholds = { blocked_high = 3 }

[[freezes]]
name = "Black Friday"
from = "2025-11-27T00:00:00"
to = "2025-12-01T09:00:00+01:00"
services = ["billing"]

[[absences]]
person = "priya"
from = "2025-10-06"
to = "2025-10-10"
"""


def kept(home, environ=None):
    (home / "sprintmind.toml").write_text(TEAM)
    found = load(home, environ or {}).chosen()
    remember(home, environ or {}, found, variables=variables(Settings))
    return found


def test_only_their_owner_may_read_them_and_no_draft_stays(tmp_path):
    kept(tmp_path)
    assert (tmp_path / REMEMBERED).stat().st_mode & 0o077 == 0
    assert [each.name for each in tmp_path.glob(f"{REMEMBERED}*")] == [REMEMBERED]


def test_what_is_remembered_is_what_was_chosen(tmp_path):
    found = kept(tmp_path)
    assert recalled(tmp_path, {}) == found
    again = recalled(tmp_path, {}).team()
    assert (again.people, again.customers, again.status_map) == (found.people, found.customers, found.status_map)
    assert again.calendar.absences == found.calendar().absences


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda home: (home / "sprintmind.toml").write_text(TEAM.replace("NW", "PAY")), id="another key"),
        pytest.param(lambda home: (home / "sprintmind.toml").unlink(), id="no file"),
        pytest.param(lambda home: (home / REMEMBERED).write_text("{"), id="damaged"),
        pytest.param(
            lambda home: (home / REMEMBERED).write_text('{"of": "", "variables": []}'), id="of another version"
        ),
        pytest.param(lambda home: (home / REMEMBERED).unlink(), id="gone"),
    ],
)
def test_what_changed_is_read_again(tmp_path, change):
    kept(tmp_path)
    change(tmp_path)
    assert recalled(tmp_path, {}) is None


def test_a_variable_that_holds_a_setting_counts_and_any_other_does_not(tmp_path):
    kept(tmp_path, {"SPRINTMIND_TEAM": "South"})
    assert recalled(tmp_path, {"SPRINTMIND_TEAM": "South", "HOME": "/"}).name == "South"
    assert recalled(tmp_path, {"SPRINTMIND_TEAM": "North"}) is None
    assert recalled(tmp_path, {}) is None


def typed(home, capsys, *words):
    status = cli.run([*words, "--home", str(home)])
    return status, capsys.readouterr()


def test_a_mistake_made_since_is_told_by_the_next_command(tmp_path, capsys):
    (tmp_path / "sprintmind.toml").write_text(TEAM)
    assert typed(tmp_path, capsys, "tickets", "--json")[0] == 0
    assert recalled(tmp_path, {}) is not None
    (tmp_path / "sprintmind.toml").write_text(TEAM.replace("timezone", "time_zone"))
    status, told = typed(tmp_path, capsys, "tickets", "--json")
    assert status in {2, 3}
    assert "time_zone" in told.err


def test_the_second_look_shows_what_the_first_did(tmp_path, capsys):
    (tmp_path / "sprintmind.toml").write_text(TEAM)
    said = tmp_path / "standup.md"
    said.write_text("Priya: NW-1 is in progress, and it is mine.\n")
    typed(tmp_path, capsys, "ingest", "standup", str(said), "--date", "2025-09-29")
    (tmp_path / REMEMBERED).unlink(missing_ok=True)
    first = typed(tmp_path, capsys, "tickets", "--json")[1].out
    second = typed(tmp_path, capsys, "tickets", "--json")[1].out
    past = typed(tmp_path, capsys, "tickets", "--as-of", "2025-09-28", "--json")[1].out
    assert json.loads(first)[0]["status"] == "in_progress"
    assert (second, json.loads(past)) == (first, [])


def test_the_address_of_a_database_is_not_remembered(tmp_path, capsys, monkeypatch):
    (tmp_path / "sprintmind.toml").write_text(TEAM)
    typed(tmp_path, capsys, "tickets")
    assert recalled(tmp_path, {}) is not None
    monkeypatch.setenv("SPRINTMIND_DATABASE", "postgresql://team:hidden@127.0.0.1:1/none")
    assert typed(tmp_path, capsys, "tickets")[0] == 4
    assert "hidden" not in (tmp_path / REMEMBERED).read_text()
