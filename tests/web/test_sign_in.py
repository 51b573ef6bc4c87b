"""Who may come in: nobody needs to on this machine alone, everybody must elsewhere, and what they hold is theirs."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from fastapi.routing import APIRoute

from commands.desk import TEAM
from sprintmind.domain.access import Account
from sprintmind.domain.events import PersonId
from sprintmind.errors import ConfigError
from sprintmind.web import server, sign_in
from sprintmind.web.passwords import Passwords
from web.visits import visit

CHEAP = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
PASSWORD = "correct horse battery"
CUSTOMER = '\n[[people]]\nid = "ann"\nname = "Ann Acme"\ncustomer = "Acme"\n'
OPEN = {"/sign-in", "/sign-in/openid", "/sign-in/openid/callback", "/static/{name}", "/healthz", "/readyz"}
"""What anybody may ask for; webhooks are signed instead."""


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch):
    monkeypatch.setattr(sign_in, "passwords", lambda: CHEAP)


def closed(tmp_path, **more):
    """Open pages to which people must sign in; priya has an account."""
    here = visit(tmp_path, alone=False, team=TEAM + CUSTOMER, **more)
    account(here, "priya")
    return here


def account(here, person, name=None):
    made = datetime.now(UTC) - timedelta(minutes=1)
    digest = CHEAP.digest(PASSWORD)
    here.app.admission.add_account(Account(name=name or person, secret=digest, person=PersonId(person), made_at=made))


def enter(here, name="priya", password=PASSWORD):
    return here.send("/sign-in", name=name, password=password, back="/board")


def routes(here):
    """List every route with its methods and a path that fits it."""
    rooms = [each.original_router.routes for each in here.client.app.routes if hasattr(each, "original_router")]
    found = [route for room in rooms for route in room]
    assert len(found) > 40
    assert {type(route) for route in found} == {APIRoute}
    return [(method, route.path) for route in found for method in sorted(route.methods - {"HEAD"})]


def filled(path):
    return (
        path.replace("{key}", "NW-1")
        .replace("{system}", "github")
        .replace("{action}", "confirm")
        .replace("{name}", "x")
        .replace("{id}", "x")
        .replace("{claim}", "x")
    )


def test_on_this_machine_alone_nobody_needs_an_account_and_the_page_says_so(tmp_path):
    answer = visit(tmp_path).get("/board")
    assert answer.status_code == 200
    assert "Nobody needs an account here, because only this machine reaches these pages." in answer.text


def test_elsewhere_every_page_leads_to_signing_in_and_every_address_of_the_api_refuses(tmp_path):
    here = closed(tmp_path)
    answers = {}
    for method, path in routes(here):
        if path in OPEN or path.startswith("/webhooks") or path == "/api/openapi.json":
            continue
        answers[method, path] = here.client.request(method, filled(path), follow_redirects=False)
    let_in = {
        place: answer.status_code
        for place, answer in answers.items()
        if not (
            answer.status_code in (401, 403)
            or (answer.status_code == 303 and answer.headers["location"].startswith("/sign-in"))
        )
    }
    assert len(answers) > 30
    assert let_in == {}


def test_a_bad_body_is_judged_only_after_whoever_sends_it(tmp_path):
    here = closed(tmp_path)
    assert here.client.post("/api/correct", json={"text": "NW-1 is done"}).status_code == 401


def test_whoever_knows_the_password_comes_in_and_is_led_to_where_they_wanted(tmp_path):
    here = closed(tmp_path)
    assert here.get("/board", follow_redirects=False).headers["location"] == "/sign-in?next=/board"
    answer = enter(here)
    assert (answer.status_code, answer.url.path) == (200, "/board")
    assert "Priya Raman" in answer.text


@pytest.mark.parametrize(
    ("name", "password"),
    [
        pytest.param("priya", "correct horse batterz", id="wrong password"),
        pytest.param("nobody", PASSWORD, id="unknown account"),
        pytest.param("priya", "", id="no password"),
    ],
)
def test_whoever_does_not_is_told_no_more_than_that(tmp_path, name, password):
    here = closed(tmp_path)
    answer = enter(here, name, password)
    assert "that name and password do not belong together" in answer.text
    assert here.get("/board", follow_redirects=False).status_code == 303


def test_after_ten_attempts_even_the_right_password_waits(tmp_path):
    here = closed(tmp_path)
    for _ in range(10):
        enter(here, password="guess guess guess")
    answer = enter(here)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 301


def test_a_removed_account_ends_its_sessions_at_once(tmp_path):
    here = closed(tmp_path)
    enter(here)
    assert here.get("/board", follow_redirects=False).status_code == 200
    here.app.admission.remove_account("priya", now=datetime.now(UTC))
    assert here.get("/board", follow_redirects=False).status_code == 303


def test_sessions_from_before_a_change_of_password_are_void(tmp_path):
    here = closed(tmp_path)
    enter(here)
    known = here.app.admission.account("priya")
    here.app.admission.keep_account(replace(known, sessions_since=datetime.now(UTC) + timedelta(seconds=1)))
    assert here.get("/board", follow_redirects=False).status_code == 303


def test_a_session_that_somebody_wrote_himself_is_none(tmp_path):
    here = closed(tmp_path)
    enter(here)
    body, _, signature = here.client.cookies["sprintmind"].partition(".")
    here.client.cookies.clear()
    here.client.cookies.set("sprintmind", f"{body[:-2]}AA.{signature}")
    assert here.get("/board", follow_redirects=False).status_code == 303


def test_saying_who_one_is_is_no_way_in_where_people_sign_in(tmp_path):
    here = closed(tmp_path)
    here.send("/sign-in", by="priya")
    assert here.get("/board", follow_redirects=False).status_code == 303


def test_a_session_of_the_machine_alone_opens_nothing_elsewhere(tmp_path):
    alone = visit(tmp_path)
    alone.be("priya")
    here = closed(tmp_path)
    here.client.cookies.set("sprintmind", alone.client.cookies["sprintmind"])
    assert here.get("/board", follow_redirects=False).status_code == 303


def test_a_customers_own_person_cannot_come_in(tmp_path):
    here = closed(tmp_path)
    account(here, "ann")
    assert "do not belong together" in enter(here, "ann").text


def test_signing_out_ends_the_session(tmp_path):
    here = closed(tmp_path)
    enter(here)
    here.send("/sign-out")
    assert here.get("/board", follow_redirects=False).status_code == 303


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(tmp_path):
    said = visit(tmp_path).get("/").headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=lax" in said


def test_whoever_is_led_back_stays_on_this_site(tmp_path):
    here = closed(tmp_path)
    answer = here.client.post(
        "/sign-in",
        data={"csrf": here.csrf(), "name": "priya", "password": PASSWORD, "back": "https://evil.example/"},
        follow_redirects=False,
    )
    assert answer.headers["location"] == "/"


def test_every_form_needs_the_token_of_its_session(tmp_path):
    here = visit(tmp_path)
    here.be("priya")
    forms = [path for method, path in routes(here) if method == "POST" and not path.startswith(("/api", "/webhooks"))]
    assert len(forms) >= 12
    for path in forms:
        for data in ({}, {"csrf": "x" * 32}):
            assert here.client.post(filled(path), data=data).status_code == 403, path


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "sprintmind.example"])
def test_an_address_that_others_reach_is_refused_while_nobody_could_sign_in(tmp_path, host):
    here = visit(tmp_path)
    with pytest.raises(ConfigError, match="sprintmind accounts add"):
        server.serve(here.app, settings=here.site.settings, home=tmp_path, host=host, port=0, say=print)


def test_a_public_address_in_the_settings_needs_sign_in_even_behind_a_proxy_on_this_machine(tmp_path):
    here = visit(tmp_path, team=f'{TEAM}\n[web]\naddress = "https://sprintmind.example"\n')
    with pytest.raises(ConfigError, match="nobody could sign in"):
        server.serve(here.app, settings=here.site.settings, home=tmp_path, host="127.0.0.1", port=0, say=print)


def test_a_provider_without_its_secret_is_refused(tmp_path):
    here = visit(tmp_path, team=f'{TEAM}\n[web.openid]\nissuer = "https://login.example"\nclient_id = "x"\n')
    with pytest.raises(ConfigError, match="SPRINTMIND_OPENID_SECRET"):
        server.serve(here.app, settings=here.site.settings, home=tmp_path, host="0.0.0.0", port=0, say=print)


def test_the_key_that_signs_sessions_is_for_its_owner_alone_and_stays(tmp_path):
    first = server.key_in(tmp_path)
    assert len(first) >= 48
    assert server.key_in(tmp_path) == first
    assert (tmp_path / server.KEY_FILE).stat().st_mode & 0o077 == 0
