"""What is wrong with a field is said in plain words: to people by its label, to programs by its name."""

import pytest

from web.visits import visit


@pytest.fixture
def here(tmp_path):
    found = visit(tmp_path)
    found.be("priya")
    return found


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("/promises", {"customer": "Acme", "what": "SSO", "due": "soon"}, "Due: "),
        ("/promises", {"customer": "Acme", "due": "2025-10-02"}, "What: is empty"),
        ("/promises", {"customer": "Acme", "what": "x", "due": "2025-10-02", "ticket": "zzz"}, "Ticket: "),
        ("/account/tokens", {"name": "bot", "scope_read": "1", "days": "0"}, "Valid for, in days: expected 1 to"),
        ("/bring/preview", {"source": "standup", "text": "x", "visibility": "team", "date": "soon"}, "Of the day: "),
        ("/preflight/check", {"plan": "Deploy the till", "at": "soon"}, "When: "),
    ],
)
def test_a_page_names_a_field_by_its_label(here, path, fields, said):
    assert said in here.send(path, **fields).text


def test_an_address_of_a_page_names_a_field_by_its_label(here):
    page = here.get("/tickets", params={"as_of": "soon"})
    assert page.status_code == 422
    assert "As of: must be a date, YYYY-MM-DD" in page.text


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "body.source: is missing"),
        ({"source": "standup"}, "body: give either text or payload"),
        ({"source": "standup", "text": 7}, "body.text: must be a text"),
        ({"source": "standup", "text": ""}, "body.text: is empty"),
        ({"source": "standup", "text": "x", "zzz": 1}, "body.zzz: is no field of this request"),
        ({"source": "standup", "text": "x", "author": "x" * 3000}, "body.author: is longer than 2000 characters"),
        ({"source": "standup", "text": "x", "dry_run": "perhaps"}, "body.dry_run: must be true or false"),
        ({"source": "standup", "text": "x", "visibility": "all"}, "body.visibility: must be 'team', 'managers'"),
    ],
)
def test_a_program_is_told_which_field_of_its_request(here, body, said):
    assert said in here.client.post("/api/ingest", json=body).json()["detail"]


def test_what_is_no_json_is_told_with_its_place(here):
    answer = here.client.post("/api/ingest", content=b"{", headers={"content-type": "application/json"})
    assert answer.json()["detail"].startswith("body: is not JSON, at character 1")
