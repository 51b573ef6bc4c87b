"""Preflight for programs: the documents of the command line, who may do what, and what is wrong said plainly."""

import json
from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter

from commands.desk import desk
from sprintmind.demo.sprint import play
from sprintmind.web.api import preflight_documents as documents
from web.visits import visit

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)
PLAN = "Friday deploy of Billing API + 3 dependency updates for NW-231"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """The sample sprint, played once, with one check."""
    home = tmp_path_factory.mktemp("sample")
    play(home, now=DAY)
    here = visit(home, team=(home / "sprintmind.toml").read_text(encoding="utf-8"), now=DAY)
    here.client.post("/api/preflight/check", json={"plan": PLAN})
    return home


def at(sample):
    return visit(sample, team=(sample / "sprintmind.toml").read_text(encoding="utf-8"), now=DAY)


@pytest.mark.parametrize(
    ("path", "command", "shape"),
    [
        pytest.param("/api/lessons", ["lessons", "list"], list[documents.Lesson], id="lessons"),
        pytest.param("/api/lessons/E003", ["lessons", "show", "E003"], documents.Lesson, id="lesson"),
        pytest.param("/api/preflight/patterns", ["preflight", "patterns"], documents.Patterns, id="patterns"),
        pytest.param("/api/preflight/report", ["preflight", "report"], documents.Report, id="report"),
    ],
)
def test_the_document_is_the_one_of_the_command_line(sample, path, command, shape, capsys, monkeypatch):
    answer = at(sample).get(path)
    typed = desk(sample, capsys, monkeypatch, team=(sample / "sprintmind.toml").read_text(), now=DAY.isoformat())
    _, out, _ = typed.type(*command, "--json")
    assert answer.json() == json.loads(out) != []
    TypeAdapter(shape).validate_python(answer.json())


def test_a_check_says_what_the_command_line_says_and_a_dry_run_is_not_kept(sample):
    here = at(sample)
    before = here.app.plan_checks()
    answer = here.client.post("/api/preflight/check", json={"plan": PLAN, "dry_run": True, "explain": True}).json()
    TypeAdapter(documents.Checked).validate_python(answer)
    assert answer["verdict"] == "RED"
    assert {each["lesson"] for each in answer["matches"]} == {"E002", "E003"}
    assert answer["counter_examples"] == ["E010"]
    assert answer["promises"][0]["ticket"] == "NW-231"
    assert answer["bases"]
    assert here.app.plan_checks() == before
    [kept] = here.get("/api/preflight/checks").json()
    one = here.get(f"/api/preflight/checks/{kept['id']}").json()
    assert one == {**kept, "followed": one["followed"]}
    assert [each["ticket"] for each in one["followed"]] == ["NW-231"]
    bare = here.client.post("/api/preflight/check", json={"plan": PLAN, "dry_run": True, "memory": False}).json()
    assert (bare["verdict"], bare["matches"]) == ("UNKNOWN", [])


def test_an_outcome_and_an_override_are_recorded_in_a_name(tmp_path):
    here = visit(tmp_path)
    here.client.post("/api/lessons/import", json={"name": "a.json", "by": "dana", "text": json.dumps(
        {"id": "E1", "situation": "x", "lesson": "y", "trigger_conditions": ["Friday deploy", "dependency updates"]}
    )})  # fmt: skip
    made = here.client.post("/api/preflight/check", json={"plan": PLAN}).json()["id"]
    address = f"/api/preflight/checks/{made}"
    assert here.client.post(f"{address}/outcome", json={"action": "proceeded"}).status_code == 400
    told = {"action": "proceeded", "result": "failed", "by": "priya", "note": "it stood still"}
    assert here.client.post(f"{address}/outcome", json=told).json()["outcome"]["by"] == "priya"
    spans = [{"reason": "It burns", "expires": span, "by": "dana"} for span in ("4h", "9d", "soon")]
    assert [here.client.post(f"{address}/override", json=each).status_code for each in spans] == [200, 400, 400]
    assert len(here.app.plan_check(made).overrides) == 1


def test_a_lesson_is_added_moved_and_found(tmp_path):
    here = visit(tmp_path)
    lesson = {"id": "E1", "situation": "A move of the queue", "lesson": "Drain it first"}
    assert here.client.post("/api/lessons", json={"lesson": lesson, "by": "dana"}).json()["lessons"][0]["id"] == "E1"
    assert [each["id"] for each in here.get("/api/lessons?q=drain&status=active").json()] == ["E1"]
    assert here.get("/api/lessons?q=nothing").json() == []
    moved = here.client.post("/api/lessons/E1/retire", json={"by": "dana", "reason": "gone"}).json()
    assert (moved["status"], moved["moved_by"]) == ("retired", "dana")
    assert here.client.post("/api/lessons/E1/supersede", json={"by": "dana"}).status_code == 400
    assert here.get("/api/lessons/E9").status_code == 404


@pytest.mark.parametrize(
    ("scopes", "statuses"),
    [
        pytest.param(["read"], (200, 403, 403), id="reading alone"),
        pytest.param(["read", "correct"], (200, 200, 200), id="correcting too"),
        pytest.param(["ingest"], (403, 403, 403), id="neither"),
    ],
)
def test_a_token_does_what_its_scopes_allow(tmp_path, scopes, statuses):
    here = visit(tmp_path, alone=True)
    here.be("dana")
    page = here.send("/account/tokens", name="ci", days="30", **{f"scope_{each}": "1" for each in scopes}).text
    token = page.split("sm_", 1)[1].split("<")[0].split()[0]
    headers = {"Authorization": f"Bearer sm_{token}"}
    lesson = {"lesson": {"situation": "x", "lesson": "y"}}
    answers = [
        here.client.post("/api/preflight/check", json={"plan": PLAN, "dry_run": True}, headers=headers),
        here.client.post("/api/preflight/check", json={"plan": PLAN}, headers=headers),
        here.client.post("/api/lessons", json=lesson, headers=headers),
    ]
    assert tuple(each.status_code for each in answers) == statuses
