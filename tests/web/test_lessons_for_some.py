"""A lesson that is not for everybody weighs in every verdict, and its words reach whoever may read them alone."""

import json
from dataclasses import replace

import pytest

from commands.desk import NOW, desk
from learned import FLAG, FRIDAY, UPDATES, lesson, plan_check
from sprintmind.domain.events import Audience, Visibility
from sprintmind.domain.lessons import LessonType
from sprintmind.domain.plan_checks import Quote
from sprintmind.domain.redaction import WITHHELD, check_for
from sprintmind.domain.verdicts import CounterExample, Match
from sprintmind.domain.visibility import NOBODY, OPERATOR, Caller
from sprintmind.intake import Delivery
from sprintmind.notes import LessonNote
from web.visits import visit

SECRET = "the zebra contract stood still"
DANAS = Audience(visibility=Visibility.PARTICIPANTS, people=frozenset({"dana"}), ask="dana")
DANA, PRIYA = Caller(person="dana", manager=True), Caller(person="priya")
PLAN = "Friday deploy of the till with three dependency updates"
THEIRS = lesson("F1", FRIDAY, UPDATES, lesson=SECRET, audience=DANAS)
FINE = lesson("C1", FRIDAY, FLAG, "zebra held back", type=LessonType.COUNTER_EXAMPLE, audience=DANAS)


def heard(app, *lessons):
    for each in lessons:
        body = LessonNote(at=NOW, by="dana", lesson=each).body()
        app.ingest([Delivery(source="preflight", body=body, received_at=NOW)])


@pytest.fixture
def here(tmp_path):
    opened = visit(tmp_path)
    heard(opened.app, THEIRS, FINE, lesson("F9", "cache flush"))
    return opened


def test_advice_is_shown_on_pages_to_whoever_may_read_all_that_it_cites(here):
    here.be("dana")
    page = here.send("/preflight/check", plan=PLAN).text
    [made] = here.app.plan_checks()
    kept = f"/preflight/checks/{made.id}"
    assert SECRET in page
    assert "zebra held back" in page
    assert SECRET in here.get(kept).text
    here.be("priya")
    for shown in (here.get(kept).text, here.send("/preflight/check", plan=PLAN).text):
        assert "verdict-RED" in shown
        assert "zebra" not in shown
        assert WITHHELD in shown


def test_advice_is_told_to_programs_that_act_for_whoever_may_read_all_that_it_cites(here):
    here.be("priya")
    token = {"X-CSRF-Token": here.csrf()}
    answers = [here.client.post("/api/preflight/check", json={"plan": PLAN}, headers=token)]
    assert answers[0].json()["verdict"] == "RED"
    answers += [here.get("/api/preflight/checks"), here.get(f"/api/preflight/checks/{answers[0].json()['id']}")]
    assert all("zebra" not in each.text and WITHHELD in each.text for each in answers)
    here.be("dana")
    assert SECRET in here.get("/api/preflight/checks").json()[0]["advice"]


@pytest.mark.parametrize("form", [[], ["--json"], ["--markdown"]], ids=["people", "programs", "a comment"])
def test_at_the_command_line_nobody_is_told_what_is_not_for_all(tmp_path, capsys, monkeypatch, form):
    heard(visit(tmp_path).app, THEIRS, FINE)
    at = desk(tmp_path, capsys, monkeypatch, columns=200)
    _, told, _ = at.type("preflight", "check", PLAN, *form)
    assert ("RED" in told, "zebra" in told) == (True, False)
    kept = json.loads(at.type("preflight", "history", "--json")[1])["checks"][0]["id"]
    for command in (["show", kept], ["history"], ["show", kept, "--json"]):
        assert "zebra" not in at.type("preflight", *command)[1]
    for_dana = at.type("preflight", "check", PLAN, "--as", "dana", *form)[1]
    assert (SECRET in for_dana) == ("--markdown" not in form)


def test_lessons_are_listed_shown_and_taken_out_as_files_for_all_alone(tmp_path, capsys, monkeypatch):
    heard(visit(tmp_path).app, THEIRS, lesson("F9", "cache flush"))
    at = desk(tmp_path, capsys, monkeypatch)
    assert [each["id"] for each in json.loads(at.type("lessons", "list", "--all", "--json")[1])] == ["F9"]
    status, out, err = at.type("lessons", "show", "F1")
    assert (status, out, "there is no lesson F1" in err) == (3, "", True)
    _, out, _ = at.type("lessons", "export", str(tmp_path / "files"), "--json")
    assert json.loads(out)["written"] == ["F9.md"]
    assert [each.name for each in (tmp_path / "files").iterdir()] == ["F9.md"]


def cited(**more):
    """A kept check that cites one lesson of the team and one of Dana's."""
    matches = tuple(Match(lesson=name, type=LessonType.FAILURE, conditions=(FRIDAY,), incident="") for name in "AB")
    counter = CounterExample(lesson="C", conditions=(FRIDAY,), unmet=("zebra held back",))
    quotes = [Quote(lesson=name, situation="s", learned="l") for name in "AC"]
    quotes.append(Quote(lesson="B", situation="s", learned=SECRET, audience=DANAS))
    given = {"matches": matches, "counters": (counter,), "counter_examples": ("C",), "quotes": tuple(quotes)}
    return plan_check(advice=SECRET, smallest_change="add zebra held back", **{**given, **more})


@pytest.mark.parametrize("caller", [DANA, OPERATOR])
def test_whoever_may_read_all_that_is_cited_sees_a_check_whole(caller):
    assert check_for(caller, cited()) == cited()


@pytest.mark.parametrize("caller", [NOBODY, PRIYA, Caller(person="tom", manager=True)])
def test_others_see_its_verdict_and_no_advice_and_what_is_theirs(caller):
    seen = check_for(caller, cited())
    assert (seen.verdict, seen.because, seen.matches) == (cited().verdict, cited().because, cited().matches)
    assert (seen.advice, [each.lesson for each in seen.quotes]) == (WITHHELD, ["A", "C"])
    assert seen.smallest_change == "add zebra held back"


def test_a_measure_of_a_lesson_for_some_is_no_change_that_others_are_told():
    theirs = cited(quotes=tuple(replace(each, audience=DANAS) for each in cited().quotes))
    seen = check_for(PRIYA, theirs)
    assert (seen.smallest_change, seen.counters[0].unmet, seen.quotes) == ("", (), ())


def test_a_check_that_does_not_say_who_may_read_what_it_cites_keeps_its_advice_to_itself():
    assert check_for(DANA, cited(quotes=())).advice == WITHHELD
