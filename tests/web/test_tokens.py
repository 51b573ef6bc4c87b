"""Tokens: shown once, kept as a digest, good for what they were made for and no longer."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import create_engine, text

from sprintmind.domain.access import Account, Scope
from sprintmind.domain.events import PersonId
from web.visits import visit

NOW = datetime.now(UTC)


def token(here, *scopes, person="priya", days=None, now=NOW):
    return here.app.admission.issue("bot", person=PersonId(person), scopes=frozenset(scopes), now=now, days=days)


def bearer(text):
    return {"Authorization": f"Bearer {text}"}


def closed(tmp_path):
    here = visit(tmp_path, alone=False)
    here.said("- NW-1 is in review\n")
    return here


def test_a_token_is_shown_once_and_only_its_digest_is_kept(tmp_path):
    here = visit(tmp_path)
    here.be("priya")
    answer = here.send("/account/tokens", name="bot", scope_read="1", days="30")
    shown = re.search(r"sm_[\w-]{40,}", answer.text)[0]

    assert here.get("/api/tickets", headers=bearer(shown)).status_code == 200
    assert shown not in here.get("/account").text
    with create_engine(f"sqlite:///{tmp_path / 'default.db'}").connect() as connection:
        rows = connection.execute(text("select * from tokens")).all()
    assert len(rows) == 1
    assert shown not in repr(rows)
    assert shown[3:] not in repr(rows)


@pytest.mark.parametrize(
    ("scope", "path", "body"),
    [
        pytest.param(Scope.INGEST, "/api/ingest", {"source": "standup", "text": "- NW-1 is done"}, id="ingest"),
        pytest.param(Scope.CORRECT, "/api/correct", {"text": "NW-1 is done"}, id="correct"),
        pytest.param(Scope.READ, "/api/extract", {"source": "standup", "text": "- NW-1 is done"}, id="read"),
    ],
)
def test_a_token_is_good_for_its_scope_alone(tmp_path, scope, path, body):
    here = closed(tmp_path)
    good, bad = token(here, scope), token(here, *(set(Scope) - {scope}))
    refused = here.client.post(path, json=body, headers=bearer(bad))
    assert (refused.status_code, refused.json()["detail"]) == (403, f"this token may not be used to {scope.value}")
    assert here.client.post(path, json=body, headers=bearer(good)).status_code == 200


@pytest.mark.parametrize("path", ["/", "/board", "/api/tickets", "/api/events", "/settings", "/who-sees-what"])
def test_a_token_that_may_only_bring_in_reads_nothing(tmp_path, path):
    here = closed(tmp_path)
    assert here.get(path, headers=bearer(token(here, Scope.INGEST))).status_code == 403


@pytest.mark.parametrize("given", ["sm_unknown", "", "x" * 5000])
def test_what_is_no_token_opens_nothing(tmp_path, given):
    here = closed(tmp_path)
    answer = here.get("/api/tickets", headers=bearer(given))
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_wrong_token_opens_nothing_even_where_nobody_needs_one(tmp_path):
    assert visit(tmp_path).get("/api/tickets", headers=bearer("sm_wrong")).status_code == 401


def test_a_token_that_is_over_or_revoked_opens_nothing(tmp_path):
    here = closed(tmp_path)
    over = token(here, Scope.READ, days=1, now=NOW - timedelta(days=2))
    revoked = token(here, Scope.READ)
    [open_ended] = [each.id for each in here.app.admission.tokens() if each.expires_at is None]
    here.app.admission.revoke(open_ended, person=PersonId("priya"), now=NOW)
    for each in (over, revoked):
        assert here.get("/api/tickets", headers=bearer(each)).status_code == 401


def test_a_token_speaks_for_its_person_and_for_nobody_else(tmp_path):
    here = closed(tmp_path)
    mine = bearer(token(here, Scope.CORRECT))
    refused = here.client.post("/api/correct", json={"text": "NW-1 is done", "by": "dana"}, headers=mine)
    assert (refused.status_code, "speak for nobody else" in refused.json()["detail"]) == (403, True)


def test_nobody_revokes_another_persons_token(tmp_path):
    here = visit(tmp_path)
    token(here, Scope.READ, person="dana")
    [theirs] = here.app.admission.tokens()
    here.be("priya")
    here.send(f"/account/tokens/{theirs.id}/revoke")
    assert here.app.admission.tokens()[0].revoked_at is None


def test_removing_an_account_revokes_its_persons_tokens(tmp_path):
    from_before = closed(tmp_path)
    text = token(from_before, Scope.READ)
    made = Account(name="priya", secret="x", person=PersonId("priya"), made_at=NOW)
    from_before.app.admission.add_account(made)
    from_before.app.admission.remove_account("priya", now=NOW)
    assert from_before.get("/api/tickets", headers=bearer(text)).status_code == 401


def test_using_a_token_is_noted_once_an_hour(tmp_path):
    here = closed(tmp_path)
    text = token(here, Scope.READ)
    admission = here.app.admission
    for minutes in (0, 5, 59):
        admission.token(text, now=NOW + timedelta(minutes=minutes))
    assert admission.tokens()[0].used_at == NOW
    admission.token(text, now=NOW + timedelta(minutes=61))
    assert admission.tokens()[0].used_at == NOW + timedelta(minutes=61)
