"""Signing in at a provider: whom it and the people file know comes in, and what it did not sign counts for nothing."""

from time import time
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from joserfc.jwk import OctKey

from commands.desk import TEAM
from web.provider import CLIENT, OTHER, SECRET, running
from web.visits import visit

PEOPLE = TEAM.replace('github = ["priya-r"]', 'github = ["priya-r"]\nemail = ["priya@northwind.example"]')


def asked_of(tmp_path, provider, *, team=PEOPLE):
    table = f'\n[web.openid]\nissuer = "{provider.issuer}"\nclient_id = "{CLIENT}"\n'
    environ = {"SPRINTMIND_OPENID_SECRET": SECRET}
    return visit(tmp_path, alone=False, team=team + table, environ=environ)


def back_from(here, provider):
    """Go to the provider and give the address with which it sends one back."""
    sent = here.get("/sign-in/openid?next=/board", follow_redirects=False)
    assert sent.status_code == 303
    assert sent.headers["location"].startswith(f"{provider.issuer}/authorize?")
    return httpx2.get(sent.headers["location"], follow_redirects=False).headers["location"]


def come_back(here, address):
    return here.get(address.removeprefix("http://testserver"))


def is_in(here):
    return here.get("/board", follow_redirects=False).status_code == 200


def test_whom_the_provider_and_the_people_file_know_comes_in(tmp_path):
    with running() as provider:
        here = asked_of(tmp_path, provider)
        answer = come_back(here, back_from(here, provider))
    assert (answer.status_code, answer.url.path) == (200, "/board")
    assert "Priya Raman" in answer.text


def test_the_provider_is_asked_with_a_proof_that_nobody_else_has(tmp_path):
    with running() as provider:
        here = asked_of(tmp_path, provider)
        sent = here.get("/sign-in/openid", follow_redirects=False).headers["location"]
    asked = {name: values[0] for name, values in parse_qs(urlsplit(sent).query).items()}
    assert asked["code_challenge_method"] == "S256"
    assert asked["redirect_uri"] == "http://testserver/sign-in/openid/callback"
    assert len(asked["state"]) >= 32
    assert len(asked["nonce"]) >= 32
    assert "secret" not in sent
    assert SECRET not in sent


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        pytest.param({"email": "stranger@elsewhere.example"}, "the people file does not", id="a stranger"),
        pytest.param({"verified": False}, "without a verified address", id="an address that nobody verified"),
        pytest.param({"signs_with": OTHER}, "cannot be believed", id="another key"),
        pytest.param({"lies": {"aud": "another"}}, "cannot be believed", id="for another server"),
        pytest.param({"lies": {"iss": "https://evil.example"}}, "cannot be believed", id="of another provider"),
        pytest.param({"lies": {"nonce": "of another day"}}, "cannot be believed", id="of another beginning"),
        pytest.param({"lies": {"exp": int(time()) - 3600}}, "cannot be believed", id="over"),
        pytest.param(
            {"algorithm": "HS256", "signs_with": OctKey.import_key(SECRET * 2)},
            "cannot be believed",
            id="shared secret",
        ),
        pytest.param({"refuses": True}, "you said no", id="somebody says no"),
        pytest.param({"calls_itself": "https://another.example"}, "calls itself", id="another name"),
    ],
)
def test_what_is_not_right_about_it_lets_nobody_in(tmp_path, wrong, said):
    with running() as provider:
        here = asked_of(tmp_path, provider)
        address = back_from(here, provider)
        for name, value in wrong.items():
            setattr(provider, name, value)
        if provider.refuses:
            address = back_from(here, provider)
        answer = come_back(here, address)
    assert answer.status_code in (400, 503)
    assert said in answer.text
    assert not is_in(here)


def test_an_answer_counts_once_and_only_in_the_session_that_began_it(tmp_path):
    with running() as provider:
        here, other = asked_of(tmp_path, provider), asked_of(tmp_path, provider)
        address = back_from(here, provider)
        assert come_back(other, address).status_code == 400
        assert not is_in(other)
        come_back(here, address)
        assert is_in(here)
        assert come_back(here, address).status_code == 400


def test_a_state_of_somebody_elses_is_refused(tmp_path):
    with running() as provider:
        here = asked_of(tmp_path, provider)
        address = back_from(here, provider)
        stolen = address.split("state=")[0] + "state=anothers"
        assert come_back(here, stolen).status_code == 400
        assert not is_in(here)


def test_a_customers_own_person_cannot_come_in(tmp_path):
    team = PEOPLE.replace('name = "Priya Raman"', 'name = "Priya Raman"\ncustomer = "Acme"')
    with running() as provider:
        here = asked_of(tmp_path, provider, team=team)
        assert come_back(here, back_from(here, provider)).status_code == 400
        assert not is_in(here)


def test_a_provider_that_is_down_is_named(tmp_path):
    with running() as provider:
        pass
    answer = asked_of(tmp_path, provider).get("/sign-in/openid")
    assert answer.status_code == 503
    assert provider.issuer in answer.text


def test_whoever_leaves_the_people_file_is_out(tmp_path):
    with running() as provider:
        here = asked_of(tmp_path, provider)
        come_back(here, back_from(here, provider))
        cookie = here.client.cookies["sprintmind"]
        later = asked_of(tmp_path, provider, team=PEOPLE.replace('id = "priya"', 'id = "pria"'))
        later.client.cookies.set("sprintmind", cookie)
        assert not is_in(later)
