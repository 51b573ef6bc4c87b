"""Preflight at the command line: what it prints, and what it exits with."""

import json
import re
import sqlite3
from contextlib import closing, contextmanager

import pytest

from commands.desk import desk
from learned import FLAG, FRIDAY, UPDATES, ToldMemory, fields, preflight_in
from ledgers import InFile
from sprintmind.commands.workplace import opening
from sprintmind.errors import UnavailableError

PLAN = "Friday deploy of the till with three dependency updates"
HARMLESS = "Change the wording of the help page"


@contextmanager
def at_a_desk(tmp_path, capsys, monkeypatch, *, memory=None):
    """A command line whose workspace has two lessons."""

    def open_app(home, *, workspace, settings, now, notice):
        place = InFile(home / f"{workspace}.db")
        return preflight_in(place, memory=memory, clock=now, team=settings.team(), policy=settings.policy())

    token = opening.set(open_app)
    try:
        at = desk(tmp_path, capsys, monkeypatch)
        lessons = [fields("F1", FRIDAY, UPDATES), fields("C1", FRIDAY, FLAG, type="counter_example")]
        (tmp_path / "lessons.json").write_text(json.dumps(lessons))
        assert at.type("lessons", "import", str(tmp_path / "lessons.json"))[0] == 0
        yield at
    finally:
        opening.reset(token)


@pytest.fixture
def at(tmp_path, capsys, monkeypatch):
    with at_a_desk(tmp_path, capsys, monkeypatch) as made:
        yield made


@pytest.fixture
def without_memory(tmp_path, capsys, monkeypatch):
    with at_a_desk(tmp_path, capsys, monkeypatch, memory=ToldMemory(error=UnavailableError("it is down"))) as made:
        yield made


def checked(at, *words):
    status, out, err = at.type("preflight", "check", *words, "--json")
    return status, json.loads(out), err


def test_a_check_has_the_promised_shape(at):
    status, found, err = checked(at, PLAN)

    assert (status, err) == (0, "")
    assert found["verdict"] == "RED"
    assert found["matches"][0] == {
        "lesson": "F1", "type": "failure", "conditions": [FRIDAY, UPDATES], "incident_group": None,
        "outcome": False, "guarded": False,
    }  # fmt: skip
    assert found["counter_examples"] == ["C1"]
    assert set(found["memory"]) == {"used", "backend", "queries", "ms", "path"}
    assert {"id", "because", "conditions", "advice", "smallest_change", "promises", "author"} <= set(found)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param([PLAN], 0, id="a red alone"),
        pytest.param([PLAN, "--enforce"], 1, id="a red that is enforced"),
        pytest.param([HARMLESS, "--enforce", "--fail-closed"], 0, id="a green"),
        pytest.param([PLAN, "--no-memory", "--enforce"], 0, id="unknown"),
        pytest.param([PLAN, "--no-memory", "--fail-closed"], 1, id="unknown, closed"),
        pytest.param(["ok"], 3, id="no plan"),
        pytest.param([], 2, id="nothing given"),
        pytest.param([PLAN, "--file", "x"], 2, id="two plans"),
        pytest.param(["--file", "nowhere.md"], 3, id="no such file"),
        pytest.param(["--pull", "northwind/shop#88"], 3, id="an unknown pull request"),
        pytest.param(["--pull", "88"], 3, id="no pull request"),
        pytest.param([PLAN, "--at", "friday"], 2, id="no moment"),
        pytest.param([PLAN, "--at", "9999-12-31"], 2, id="a day after all that are known"),
        pytest.param([PLAN, "--at", "0001-01-01T00:00+00:00"], 2, id="a day before all that are known"),
    ],
)
def test_what_a_check_exits_with(at, words, expected):
    assert at.type("preflight", "check", *words)[0] == expected


def test_a_memory_that_is_down_is_a_warning_and_fails_only_when_closed(without_memory):
    status, found, err = checked(without_memory, PLAN)

    assert (status, found["verdict"], found["memory"]["used"]) == (0, "RED", False)
    assert "warning: memory was not asked; it is down" in err
    assert checked(without_memory, HARMLESS)[1]["verdict"] == "UNKNOWN"
    assert checked(without_memory, PLAN, "--fail-closed")[0] == 1


def test_quiet_says_nothing_of_what_is_not_relevant(at):
    assert at.type("preflight", "check", HARMLESS, "--quiet") == (0, "", "")
    assert "RED" in at.type("preflight", "check", PLAN, "--quiet")[1]


def test_an_override_lets_enforce_pass_and_is_shown(at):
    _, found, _ = checked(at, PLAN)
    by = ("--by", "dana", "--reason", "it burns")
    assert at.type("preflight", "override", found["id"], *by, "--expires", "4h")[0] == 0

    status, again, err = checked(at, PLAN, "--enforce")

    assert (status, again["verdict"], again["override"]["by"]) == (0, "RED", "dana")
    assert "RED, and overridden by dana" in err
    assert checked(at, f"{PLAN} and more", "--enforce")[0] == 1


@pytest.mark.parametrize("expires", ["soon", "0h", "4 weeks"])
def test_an_override_without_an_end_is_bad_usage(at, expires):
    _, found, _ = checked(at, PLAN)

    words = ("preflight", "override", found["id"], "--by", "dana", "--reason", "x", "--expires", expires)

    assert at.type(*words)[0] == 2


def test_an_outcome_is_told_and_cited(at):
    _, found, _ = checked(at, PLAN)
    status, out, _ = at.type(
        "preflight", "outcome", found["id"], "--action", "proceeded", "--result", "failed", "--by", "dana", "--json"
    )
    told = json.loads(out)

    assert (status, told["check"], told["result"]) == (0, found["id"], "failed")
    assert told["id"] in {match["lesson"] for match in checked(at, f"{PLAN} again")[1]["matches"]}


def test_explaining_tells_why_each_condition_was_or_was_not_taken(at):
    _, found, _ = checked(at, "Deploy of the till on Tuesday, without dependency updates.", "--explain")

    assert all(each["found_by"] for each in found["conditions"])
    assert UPDATES in {each["condition"] for each in found["not_taken"]}


def test_a_time_that_was_computed_is_no_quote(at):
    _, out, _ = at.type("preflight", "check", "Deploy the till on 2025-10-04 at 22h30.")

    assert re.search(r"weekend change +2025-10-04 22h30", out)


def test_markdown_shows_words_and_never_markup(at):
    _, out, _ = at.type("preflight", "check", f"{PLAN} <img src=x> @everybody", "--markdown")

    assert "### 🔴 Preflight: RED" in out
    assert re.findall(r"(?<!\\)(?:<img|@everybody)", out) == []


def test_terraform_is_asked_for_as_such(at, tmp_path):
    (tmp_path / "plan.json").write_text("{}")

    status, _, err = at.type("preflight", "check", "--terraform", str(tmp_path / "plan.json"))

    assert status == 3
    assert "terraform show -json" in err


def test_tables_fit_into_eighty_columns(at):
    checked(at, PLAN)
    for words in (["preflight", "check", PLAN, "--explain"], ["preflight", "history"], ["preflight", "report"],
                  ["preflight", "patterns"], ["lessons", "list"], ["lessons", "show", "F1"]):  # fmt: skip
        status, out, _ = at.type(*words)
        assert status == 0
        assert all(len(line) <= 80 for line in out.splitlines())


def test_lessons_are_exported_once(at, tmp_path):
    folder = str(tmp_path / "out")

    first = json.loads(at.type("lessons", "export", folder, "--json")[1])
    second = json.loads(at.type("lessons", "export", folder, "--json")[1])

    assert (sorted(first["written"]), second["written"]) == (["C1.md", "F1.md"], [])
    assert json.loads(at.type("lessons", "import", folder, "--json")[1])["lessons"][0]["change"] == "same"


def test_of_several_files_the_bad_ones_are_named(at, tmp_path):
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "good.json").write_text(json.dumps(fields("G1")))

    status, out, err = at.type("lessons", "import", str(tmp_path / "bad.json"), str(tmp_path / "good.json"), "--json")

    assert status == 3
    assert [each["id"] for each in json.loads(out)["lessons"]] == ["G1"]
    assert "bad.json: is no JSON" in err


def test_a_lesson_is_written_by_flags(at):
    words = ("--situation", "s", "--lesson", "l", "--when", "cache flush", "--id", "W1", "--by", "dana")

    assert at.type("lessons", "add", *words)[0] == 0
    assert json.loads(at.type("lessons", "show", "W1", "--json")[1])["trigger_conditions"] == ["cache flush"]


def test_where_nobody_can_be_asked_flags_are_needed(at):
    assert at.type("lessons", "add", "--situation", "s")[0] == 2


def test_a_kept_check_shows_at_the_command_line_only_quotes_that_the_whole_team_may_read(at, tmp_path):
    made_as = checked(at, PLAN)[1]["id"]
    assert "Friday" in at.type("preflight", "show", made_as)[1]
    with closing(sqlite3.connect(tmp_path / "default.db")) as connection, connection:
        [state] = connection.execute("SELECT state FROM checks").fetchone()
        made = json.loads(state)
        assert made["quotes"]
        for each in made["quotes"]:
            each["situation"], each["audience"] = "the zebra budget", {"visibility": "managers", "people": []}
        connection.execute("UPDATE checks SET state = ?", (json.dumps(made).encode(),))
    status, out, _ = at.type("preflight", "show", made_as)
    assert (status, "F1" in out, "zebra" in out) == (0, True, False)
    assert "zebra" not in at.type("preflight", "show", made_as, "--json")[1]
