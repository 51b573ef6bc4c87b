"""The API answers with what the command line prints, in parts, and says what went wrong as RFC 9457 does."""

import json
from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from commands.desk import desk
from sprintmind.demo.sprint import play
from sprintmind.domain.access import Scope
from sprintmind.web.api import documents
from sprintmind.web.api import report_documents as reports
from web.visits import ADDRESS, visit

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """The sample sprint, played once."""
    home = tmp_path_factory.mktemp("sample")
    play(home, now=DAY)
    return home


def at(sample):
    return visit(sample, team=(sample / "sprintmind.toml").read_text(encoding="utf-8"), now=DAY)


@pytest.mark.parametrize(
    ("path", "command", "shape"),
    [
        pytest.param("/api/tickets", ["tickets"], list[documents.Ticket], id="tickets"),
        pytest.param("/api/tickets/NW-231", ["ticket", "NW-231"], documents.TicketWithHistory, id="ticket"),
        pytest.param("/api/tickets/NW-231/why", ["why", "NW-231"], list[documents.Claim], id="why"),
        pytest.param(
            "/api/tickets/NW-231/why?field=status", ["why", "NW-231", "status"], list[documents.Claim], id="why a field"
        ),
        pytest.param("/api/commitments", ["commitments"], list[documents.Commitment], id="commitments"),
        pytest.param("/api/conflicts", ["conflicts"], list[documents.Conflict], id="conflicts"),
        pytest.param("/api/risks", ["risks"], list[documents.Risk], id="risks"),
        pytest.param("/api/people", ["people"], documents.People, id="people"),
        pytest.param("/api/radar", ["radar"], reports.Radar, id="radar"),
        pytest.param("/api/brief?person=tom", ["brief", "--as", "tom", "--peek"], reports.PersonalBrief, id="a day"),
        pytest.param(
            "/api/brief?customer=Acme", ["brief", "--customer", "Acme"], reports.CustomerBrief, id="before a call"
        ),
        pytest.param(
            "/api/brief?sprint=Sprint 24", ["brief", "--sprint", "Sprint 24"], reports.SprintBrief, id="a sprint"
        ),
        pytest.param("/api/memory/status", ["memory", "status"], reports.MemoryStatus, id="memory"),
        pytest.param("/api/memory/models", ["memory", "models"], list[reports.MentalModel], id="mental models"),
        pytest.param(
            "/api/memory/recall?query=who signs in&ticket=NW-231&limit=3",
            ["memory", "recall", "who signs in", "--ticket", "NW-231", "--limit", "3"],
            list[reports.Recalled],
            id="recall",
        ),
        pytest.param("/api/tickets?as_of=2025-09-26", ["tickets", "--as-of", "2025-09-26"], None, id="as of a day"),
    ],
)
def test_the_document_is_the_one_of_the_command_line_and_as_it_is_described(
    sample, path, command, shape, capsys, monkeypatch
):
    answer = at(sample).get(path)
    typed = desk(sample, capsys, monkeypatch, team=(sample / "sprintmind.toml").read_text(), now=DAY.isoformat())
    _, out, _ = typed.type(*command, "--json")
    assert answer.status_code == 200
    assert answer.json() == json.loads(out) != []
    if shape:
        TypeAdapter(shape).validate_python(answer.json())


def test_a_list_comes_in_parts_that_lead_to_the_next(tmp_path):
    here = visit(tmp_path)
    here.said("".join(f"- NW-{n} is done\n" for n in range(1, 8)))
    found, address, parts = [], "/api/tickets?limit=3", 0
    while address:
        answer = here.get(address)
        found += [each["key"] for each in answer.json()]
        address, parts = answer.links.get("next", {}).get("url"), parts + 1
    assert (found, parts) == ([f"NW-{n}" for n in range(1, 8)], 3)


def test_what_is_new_in_front_of_the_next_part_repeats_nothing(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-20 is done\n- NW-30 is done\n- NW-40 is done\n")
    first = here.get("/api/tickets?limit=2")
    here.said("- NW-10 is done\n", author="dana")
    rest = here.get(first.links["next"]["url"])
    assert [each["key"] for each in (*first.json(), *rest.json())] == ["NW-20", "NW-30", "NW-40"]


@pytest.mark.parametrize("cursor", ["x", "!!", "MTpOVy0x%00", "AAAA", "MQ"])
def test_a_cursor_that_is_none_is_refused_or_counts(tmp_path, cursor):
    assert visit(tmp_path).get(f"/api/tickets?cursor={cursor}").status_code in (200, 400)


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        pytest.param("/api/tickets/NW-404", 404, "nothing is known", id="no such ticket"),
        pytest.param("/api/tickets?as_of=yesterday", 400, "as_of", id="no moment"),
        pytest.param("/api/tickets?limit=0", 422, "limit", id="no such limit"),
        pytest.param("/api/nothing", 404, "no such page", id="no such address"),
    ],
)
def test_what_went_wrong_is_told_as_a_problem(tmp_path, path, status, said):
    answer = visit(tmp_path).get(path)
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, problem["status"], problem["type"]) == (status, status, "about:blank")
    assert said in problem["detail"]


def test_what_went_wrong_with_us_is_in_no_answer(tmp_path, monkeypatch):
    here = visit(tmp_path)

    def broken(*_, **__):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(here.app, "tickets", broken)
    client = TestClient(here.client.app, base_url=ADDRESS, raise_server_exceptions=False)
    for path in ("/api/tickets", "/board"):
        answer = client.get(path)
        assert answer.status_code == 500
        assert "secret detail" not in answer.text


def post(here, path, **body):
    return here.client.post(path, json=body)


BY = {"by": "dana"}


def disputed(tmp_path):
    """Open pages on a ticket of which a meeting says something else."""
    here = visit(tmp_path)
    text = "- NW-1 is in progress\n- NW-1 is blocked by NW-2\n"
    told = post(here, "/api/ingest", source="standup", text=text, author="priya", date="2025-09-30")
    assert (told.status_code, told.json()["events"][0]["new"]) == (200, True)
    later = {"text": "Priya: NW-1 is done.", "title": "Weekly", "date": "2025-09-30T14:00:00+02:00"}
    assert post(here, "/api/ingest", source="meeting", **later).status_code == 200
    return here


def test_a_correction_and_a_settlement_are_recorded(tmp_path):
    here = disputed(tmp_path)
    assert post(here, "/api/correct", text="NW-3 is in review", **BY).json()["events"][0]["claims"] == 1
    [conflict] = here.get("/api/conflicts").json()
    settled = post(here, "/api/settle", conflict=conflict["id"], value=conflict["value"], reason="saw it", **BY)
    assert (settled.status_code, here.get("/api/conflicts").json()) == (200, [])
    assert here.app.verify().same


def test_a_promise_is_recorded_and_closed(tmp_path):
    here = visit(tmp_path)
    promised = post(here, "/api/promises", customer="Acme Corp", what="SSO", due="2025-10-10", ticket="nw-1", **BY)
    assert promised.status_code == 200
    [promise] = here.get("/api/commitments").json()
    closed = post(here, f"/api/promises/{promise['id']}/close", outcome="kept", **BY)
    assert (closed.status_code, here.get("/api/commitments").json()[0]["status"]) == (200, "kept")


def test_a_risk_is_acknowledged_and_snoozed(tmp_path):
    here = disputed(tmp_path)
    risk = here.get("/api/risks").json()[0]
    assert post(here, "/api/acknowledge", finding=risk["id"], reason="called", **BY).status_code == 200
    assert here.get("/api/risks").json()[0]["acknowledged"]["by"] == "dana"
    assert post(here, "/api/snooze", finding=risk["id"], until="2025-10-20", **BY).status_code == 200
    assert risk["id"] not in [each["id"] for each in here.get("/api/risks").json()]


def test_words_are_withdrawn_and_identities_linked(tmp_path):
    here = disputed(tmp_path)
    [claim] = [each["claim"] for each in here.get("/api/tickets/NW-1/why?field=blocked").json()]
    refused = post(here, "/api/withdraw", claim=claim, by="tom")
    assert (refused.status_code, "only whoever said it" in refused.json()["detail"]) == (403, True)
    assert post(here, "/api/withdraw", claim=claim, by="priya").status_code == 200
    assert here.get("/api/tickets/NW-1").json()["blocked"] is False
    preview = post(here, "/api/links", identity="speaker:Kim", person="priya", dry_run=True, **BY).json()
    assert preview["recorded"] is False
    assert post(here, "/api/links", identity="speaker:Kim", person="priya", **BY).json()["recorded"] is True
    assert here.app.verify().same


def test_extracting_stores_nothing(tmp_path):
    here = visit(tmp_path)
    read = post(here, "/api/extract", source="standup", text="- NW-1 is done\n").json()
    assert [(each["kind"], each["quote"]) for each in read] == [("status", "NW-1 is done")]
    assert here.app.verify().events == 0


def test_a_dry_run_stores_nothing(tmp_path):
    here = visit(tmp_path)
    told = post(here, "/api/ingest", source="standup", text="- NW-1 is done\n", dry_run=True).json()
    assert told["events"][0]["accepted"] == 1
    assert here.app.verify().events == 0


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        pytest.param("/api/ingest", {"source": "gitlab", "text": "x"}, 400, id="no such source"),
        pytest.param("/api/ingest", {"source": "standup"}, 422, id="neither text nor payload"),
        pytest.param("/api/ingest", {"source": "github", "payload": {}}, 400, id="no payload of theirs"),
        pytest.param("/api/ingest", {"source": "standup", "text": "x", "colour": "red"}, 422, id="unknown member"),
        pytest.param("/api/ingest", {"source": "standup", "text": "a\x00b"}, 422, id="NUL"),
        pytest.param("/api/correct", {"text": "NW-1 is done"}, 400, id="in nobody's name"),
        pytest.param("/api/correct", {"text": "NW-1 is done", "by": "nobody"}, 400, id="in a stranger's name"),
        pytest.param("/api/correct", {"text": "x", "by": "dana", "field": "status"}, 400, id="half a field"),
        pytest.param(
            "/api/settle", {"conflict": "x", "value": "done", "reason": "y", "by": "dana"}, 400, id="no conflict"
        ),
        pytest.param("/api/withdraw", {"claim": "x", "by": "dana"}, 400, id="no claim"),
        pytest.param("/api/links", {"identity": "x", "by": "dana"}, 400, id="no identity"),
        pytest.param("/api/snooze", {"finding": "x", "until": "2020-01-01", "by": "dana"}, 400, id="over already"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_is_stored(tmp_path, path, body, status):
    here = visit(tmp_path)
    answer = here.client.post(path, json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert here.app.verify().events == 0


def test_half_a_letter_is_refused(tmp_path):
    body = b'{"source": "standup", "text": "- NW-1 is done \\ud800"}'
    answer = visit(tmp_path).client.post("/api/ingest", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422


def test_what_was_said_in_confidence_is_in_no_document_for_others(tmp_path):
    here = visit(tmp_path)
    said = {"source": "meeting", "text": "Dana: NW-1 is done, between us.", "visibility": "private", "author": "dana"}
    assert here.client.post("/api/ingest", json=said).status_code == 200
    for path in ("/api/tickets", "/api/tickets/NW-1", "/api/tickets/NW-1/why", "/tickets/NW-1", "/board"):
        assert "between us" not in here.get(path).text
    here.be("dana")
    assert "between us" in here.get("/tickets/NW-1").text


def test_transitions_are_told_from_a_number_on(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-1 is blocked by legal\n")
    [opened] = here.get("/api/transitions").json()
    assert (opened["change"], opened["rule"]) == ("opened", "blocked")
    assert here.get(f"/api/transitions?after={opened['number']}").json() == []


def test_a_question_is_answered_kept_and_corrected(tmp_path):
    here = disputed(tmp_path)
    answer = post(here, "/api/ask", question="Why is NW-1 in progress?")
    TypeAdapter(reports.Answer).validate_python(answer.json())
    assert answer.json()["citations"]["cited"]
    assert [each["id"] for each in here.get("/api/answers").json()] == [answer.json()["id"]]
    told = post(here, "/api/correct", text="NW-1 is done", answer=answer.json()["id"], **BY)
    assert told.status_code == 200
    again = here.get(f"/api/answers/{answer.json()['id']}").json()
    assert again["answer"] == answer.json()["answer"]
    assert [each["text"] for each in again["corrections"]] == ["NW-1 is done"]
    assert post(here, "/api/correct", text="NW-1 is done", answer="nothing", **BY).status_code == 400
    assert here.get("/api/answers/nothing").status_code == 404


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        pytest.param("/api/brief", 400, "say first who you are", id="nobodys day"),
        pytest.param("/api/brief?person=tom&sprint=x", 400, "one of person, customer and sprint", id="two briefs"),
        pytest.param("/api/brief?sprint=x", 400, "no sprint is called", id="no such sprint"),
        pytest.param("/api/brief?customer=x", 400, "no customer is called", id="no such customer"),
        pytest.param("/api/said-about-me", 404, "nobody in particular", id="said about nobody"),
        pytest.param("/api/memory/recall?query=x&person=nobody", 400, "nobody of the team", id="no such person"),
        pytest.param("/api/memory/recall?query=%20", 400, "needs some words", id="no words"),
    ],
)
def test_a_report_that_cannot_be_is_refused(tmp_path, path, status, said):
    answer = visit(tmp_path).get(path)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


def test_a_token_reads_its_own_persons_day_and_no_other(tmp_path):
    here = visit(tmp_path, alone=False)
    here.said("- NW-1 is in review\n", author="priya")
    text = here.app.admission.issue("bot", person="priya", scopes=frozenset({Scope.READ}), now=datetime.now(UTC))
    bears = {"Authorization": f"Bearer {text}"}
    assert here.get("/api/brief", headers=bears).json()["person"] == "priya"
    assert here.get("/api/brief?person=tom", headers=bears).status_code == 403
    assert here.get("/api/said-about-me", headers=bears).json()[0]["quote"] == "NW-1 is in review"


def test_memory_is_told_what_waits(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-1 is in review\n")
    assert here.get("/api/memory/status").json()["backlog"] >= 1
    told = post(here, "/api/memory/deliver").json()
    TypeAdapter(reports.Delivered).validate_python(told)
    assert (told["backlog"], told["error"]) == (0, None)
