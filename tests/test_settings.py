"""Settings: everything that cannot be used is named with its place and what was expected."""

import tomllib
from datetime import date

import holidays
import pytest

from sprintmind.errors import ConfigError
from sprintmind.settings.loading import load
from sprintmind.settings.public_holidays import holiday_codes
from sprintmind.settings.reference import reference
from sprintmind.settings.template import template

CONTRACT = """
[team]
name = "Northwind"
timezone = "Europe/Berlin"
keys = ["NW", "PAY"]
working_days = ["mon", "tue", "wed", "thu", "fri"]
holidays = "DE-BE"

[[people]]
id = "priya"
name = "Priya Raman"
aliases = ["Pri", "priya.r"]
github = ["priya-r"]
jira = ["5b10ac8d82e05b22cc7d4ef5"]
email = ["priya@northwind.example"]
role = "engineer"

[[people]]
id = "carla-mendes"
name = "Carla Mendes"
customer = "Acme"

[[customers]]
name = "Acme"
aliases = ["Acme Corp"]

[sources.github]
secret_env = "SPRINTMIND_GITHUB_SECRET"
merged_means = "in_qa"
bots = ["Mergify[bot]"]

[sources.jira]
secret_env = "SPRINTMIND_JIRA_SECRET"
status_map = { "Ready for QA" = "in_qa" }

[policy]
conflict_window_days = 2
rules_on = ["scope_creep"]
thresholds = { blocked_high = 2 }

[[freezes]]
name = "Black Friday"
from = "2025-11-27T00:00:00+01:00"
to = "2025-12-01T09:00:00+01:00"
services = ["billing"]

[[absences]]
person = "priya"
from = "2025-10-06"
to = "2025-10-10"

[ledger]
database = ""
[memory]
backend = "embedded"
url = ""
[model]
name = ""
base_url = ""
"""


def written(tmp_path, text):
    (tmp_path / "sprintmind.toml").write_text(text, encoding="utf-8")
    return tmp_path


def refusal(tmp_path, text, environ=None):
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text), environ or {})
    return str(caught.value)


def test_the_promised_file_becomes_the_team(tmp_path):
    team = load(written(tmp_path, CONTRACT), {}).team()

    assert team.keys == ("NW", "PAY")
    assert team.person_named("priya.r") == "priya"
    assert team.person("carla-mendes").customer == "Acme"
    assert team.customer_named("acme corp") == "Acme"
    assert team.merged_means == "in_qa"
    assert team.bots == {"mergify[bot]"}
    assert team.status_map == {"ready for qa": "in_qa"}


def test_the_calendar_knows_holidays_and_absences(tmp_path):
    calendar = load(written(tmp_path, CONTRACT), {}).calendar()

    assert not calendar.works(date(2025, 10, 3))  # German Unity Day
    assert calendar.works(date(2025, 10, 7))
    assert not calendar.works(date(2025, 10, 7), "priya")
    assert calendar.zone.key == "Europe/Berlin"


@pytest.mark.parametrize("day", ["2025-11-05", "'2025-11-05'"], ids=["a date of TOML", "a text"])
def test_a_freeze_that_ends_on_a_day_holds_until_the_end_of_it(tmp_path, day):
    (tmp_path / "sprintmind.toml").write_text(
        f"[team]\ntimezone = 'Europe/Berlin'\n[[freezes]]\nname = 'Move'\nfrom = {day}\nto = {day}", encoding="utf-8"
    )
    (freeze,) = load(tmp_path, {}).policy().freezes
    assert (freeze.start.isoformat(), freeze.end.isoformat()) == (
        "2025-11-05T00:00:00+01:00",
        "2025-11-06T00:00:00+01:00",
    )


def test_a_home_without_a_file_has_every_default(tmp_path):
    found = load(tmp_path, {})

    assert found.team().keys == ()
    assert found.calendar().works(date(2025, 12, 25))
    assert found.policy_table.conflict_window_days == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "[team]\ntime_zone = 'x'",
            "team.time_zone: unknown key 'time_zone'; did you mean 'timezone'?",
            id="unknown key",
        ),
        pytest.param("[teams]", "teams: unknown key 'teams'; did you mean 'team'?", id="unknown table"),
        pytest.param(
            "[[people]]\nid = 'a'\ngithubs = []",
            "people[0].githubs: unknown key 'githubs'; did you mean 'github'?",
            id="unknown key of a person",
        ),
        pytest.param("team_table = {}", "team_table: unknown key 'team_table'", id="a name of the code's own"),
        pytest.param(
            "[sources.github]\nsecret = 's3cr3t'",
            "unknown key 'secret'; did you mean 'secret_env'?",
            id="a secret in the file",
        ),
        pytest.param(
            "[team]\ntimezone = 'Europe/Berln'",
            "no time zone is called 'Europe/Berln'; did you mean 'Europe/Berlin'?",
            id="time zone",
        ),
        pytest.param(
            "[team]\nworking_days = ['mon', 'tues']", "team.working_days[1]: no day is called 'tues'", id="weekday"
        ),
        pytest.param("[team]\nworking_days = []", "team.working_days: expected at least one", id="no working days"),
        pytest.param("[team]\nholidays = 'XX'", "no country is called 'XX'", id="holiday country"),
        pytest.param("[team]\nholidays = 'DE-QQ'", "no part of DE is called 'QQ'", id="holiday subdivision"),
        pytest.param("[team]\nkeys = 'NW'", "team.keys: expected a list, not 'NW'", id="a word for a list"),
        pytest.param("[team]\nkeys = ['N W']", "team.keys[0]: 'N W' is not a project key", id="project key"),
        pytest.param("[[people]]\nname = 'x'", "people[0].id: is missing", id="no id"),
        pytest.param("[[people]]\nid = 'unknown'", "people[0].id: 'unknown' cannot be an id", id="reserved id"),
        pytest.param(
            "[[people]]\nid = 'a'\n[[people]]\nid = 'a'", "people[1].id: 'a' stands at people[0] already", id="id twice"
        ),
        pytest.param(
            "[[people]]\nid = 'a'\nrole = 'boss'",
            "people[0].role: expected 'engineer' or 'manager', not 'boss'",
            id="role",
        ),
        pytest.param(
            "[[people]]\nid = 'a'\ncustomer = 'Acne'\n[[customers]]\nname = 'Acme'",
            "people[0].customer: no customer is called 'Acne'; did you mean 'Acme'?",
            id="customer",
        ),
        pytest.param(
            "[[people]]\nid = 'priya'\n[[absences]]\nperson = 'pria'\nfrom = 2025-10-06\nto = 2025-10-10",
            "absences[0].person: no person has the id 'pria'; did you mean 'priya'?",
            id="absence of nobody",
        ),
        pytest.param(
            "[[people]]\nid = 'a'\n[[absences]]\nperson = 'a'\nfrom = 2025-10-06\nto = 2025-10-01",
            "absences[0].to: 2025-10-01 lies before from",
            id="absence backwards",
        ),
        pytest.param(
            "[[freezes]]\nname = 'f'\nfrom = '2025-12-01T00:00:00'\nto = '2025-11-01T00:00:00+01:00'",
            "freezes[0].to: 2025-11-01T00:00+01:00 is not after from",
            id="freeze backwards",
        ),
        pytest.param(
            "[sources.jira]\nstatus_map = { 'QA' = 'testing' }",
            "sources.jira.status_map.QA: no status is called 'testing'",
            id="status",
        ),
        pytest.param(
            "[policy]\nconflict_window_days = 'soon'", "policy.conflict_window_days: expected integer", id="number"
        ),
        pytest.param(
            "[memory]\nbackend = 'redis'",
            "memory.backend: expected 'embedded' or 'hindsight', not 'redis'",
            id="backend",
        ),
        pytest.param("[policy]\nrules_on = ['scope_crep']", "did you mean 'scope_creep'?", id="extra rule"),
        pytest.param("team = 3", "team: expected a table, not 3", id="no table"),
        pytest.param("[team", "is not TOML: ", id="no TOML"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(tmp_path, text, message):
    found = refusal(tmp_path, text)

    assert message in found
    assert str(tmp_path / "sprintmind.toml") in found


def test_every_problem_is_named_at_once(tmp_path):
    assert len(refusal(tmp_path, "[team]\ntimezone = 'x'\nkeys = 'NW'\nfoo = 1").splitlines()) == 3


def test_a_secret_in_the_file_is_not_repeated(tmp_path):
    assert "s3cr3t" not in refusal(tmp_path, "[sources.github]\nsecret = 's3cr3t'")


def test_a_file_in_another_encoding_is_named(tmp_path):
    (tmp_path / "sprintmind.toml").write_bytes('[team]\nname = "Müller"'.encode("latin-1"))

    with pytest.raises(ConfigError, match="is not UTF-8"):
        load(tmp_path, {})


def test_a_byte_order_mark_is_no_problem(tmp_path):
    (tmp_path / "sprintmind.toml").write_text(CONTRACT, encoding="utf-8-sig")

    assert load(tmp_path, {}).team().name == "Northwind"


def test_the_environment_overrides_the_file(tmp_path):
    environ = {
        "SPRINTMIND_KEYS": "ops, web",
        "SPRINTMIND_HINDSIGHT_URL": "http://localhost:8888",
        "SPRINTMIND_MEMORY": "hindsight",
        "SPRINTMIND_MODEL": "groq:openai/gpt-oss-120b",
        "SPRINTMIND_CONFLICT_WINDOW_DAYS": "5",
        "SPRINTMIND_JIRA_STATUS_MAP": "Parked = todo, Ready for QA = in_qa",
        "SPRINTMIND_CUSTOMERS": '[{"name": "Acme"}, {"name": "Globex"}]',
        "SPRINTMIND_DATABASE": "postgresql://u:p@h/d",
    }
    found = load(written(tmp_path, CONTRACT), environ)

    assert found.team().keys == ("OPS", "WEB")
    assert (found.memory.backend, found.memory.url) == ("hindsight", "http://localhost:8888")
    assert found.model.name == "groq:openai/gpt-oss-120b"
    assert found.policy_table.conflict_window_days == 5
    assert found.team().status_map == {"parked": "todo", "ready for qa": "in_qa"}
    assert found.team().customer_named("globex") == "Globex"
    assert "p@h" not in repr(found)


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        pytest.param("SPRINTMIND_MEMORY", "redis", "SPRINTMIND_MEMORY (memory.backend): expected", id="word"),
        pytest.param("SPRINTMIND_TIMEZONE", "Mars", "SPRINTMIND_TIMEZONE (team.timezone): no time zone", id="zone"),
        pytest.param("SPRINTMIND_PEOPLE", "priya", "SPRINTMIND_PEOPLE must hold JSON", id="no JSON"),
        pytest.param("SPRINTMIND_PEOPLE", '[{"di": 1}]', "SPRINTMIND_PEOPLE (people[0].di): unknown key", id="key"),
    ],
)
def test_what_the_environment_cannot_set_names_the_variable(tmp_path, variable, value, message):
    assert message in refusal(tmp_path, "", {variable: value})


def test_every_setting_stands_in_the_template_and_in_the_reference():
    text = template()
    rows = reference()

    for row in rows:
        table, _, key = row.place.rpartition(".")
        heading = f"[[{table[:-2]}]]" if table.endswith("[]") else f"[{table}]"
        assert (heading in text and f"{key} = " in text) if table else f"[[{row.place}]]" in text, row.place
        assert row.description, row.place
        assert row.variable or "[]" in row.place, row.place
    variables = [row.variable for row in rows if row.variable]
    assert len(variables) == len(set(variables))


def test_the_template_with_every_example_turned_on_can_be_used(tmp_path):
    text = template(name='The "A" team', timezone="Europe/Berlin", keys=["NW"])
    turned_on = "\n".join(
        line.removeprefix("# ") if " = " in line or line.startswith("# [") else line for line in text.splitlines()
    )

    load(written(tmp_path, text), {})
    found = load(written(tmp_path, turned_on), {})

    assert tomllib.loads(turned_on)["team"]["name"] == 'The "A" team'
    assert found.team().person("priya").customer == "Acme"


def test_the_listed_holiday_codes_are_those_of_the_library():
    known = holidays.list_supported_countries(include_aliases=True)

    assert dict(holiday_codes()) == {country: tuple(parts) for country, parts in known.items()}
