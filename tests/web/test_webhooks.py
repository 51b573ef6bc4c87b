"""Deliveries of GitHub and Jira: signed, recorded before they are answered, harmless however often they come."""

import hashlib
import hmac
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from jira_payloads import hook, issue
from sprintmind.domain.events import Source
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.ledger.received import BODIES, KEPT, LARGEST, TOGETHER
from sprintmind.web import sign_in
from web.test_sign_in import CHEAP, closed, enter
from web.visits import visit

SECRET = "shared with the sender"
ENVIRON = {"SPRINTMIND_GITHUB_SECRET": SECRET, "SPRINTMIND_JIRA_SECRET": SECRET}


def signed(body, secret=SECRET):
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def body(key="NW-1", **fields):
    return json.dumps(hook("jira:issue_created", issue(key, **fields))).encode()


def send(here, content, *, signature=None, system="jira", headers=None):
    name = {"jira": "X-Hub-Signature", "github": "X-Hub-Signature-256"}[system]
    given = {"Content-Type": "application/json", name: signed(content) if signature is None else signature}
    return here.client.post(f"/webhooks/{system}", content=content, headers={**given, **(headers or {})})


def listening(tmp_path, **more):
    return visit(tmp_path, environ=ENVIRON, alone=False, **more)


def events(here):
    return here.app.verify().events


def test_a_signed_delivery_is_recorded_before_it_is_answered(tmp_path):
    here = listening(tmp_path)
    answer = send(here, body())
    assert answer.status_code == 202
    told = answer.json()
    assert told["new"] is True
    assert [each.event for each in here.app.arrived(Source.TASK_UPDATE)] == [told["key"]]


def test_a_delivery_that_comes_again_changes_nothing(tmp_path):
    here = listening(tmp_path)
    first = send(here, body()).json()
    again = send(here, body())
    assert (again.status_code, again.json()) == (202, {**first, "new": False})
    assert events(here) == 1


def test_deliveries_in_any_order_come_to_the_same(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    bodies = [body("NW-1"), body("NW-2", id="10002"), body("NW-3", id="10003")]
    there, back = listening(tmp_path / "a"), listening(tmp_path / "b")
    for each in bodies:
        send(there, each)
    for each in reversed(bodies):
        send(back, each)
    assert states(there) == states(back) != []


def states(here):
    found = here.app.tickets(Moment(now=here.app.now()), Caller())
    return [(each.key, each.value("status"), each.value("title")) for each in found]


@pytest.mark.parametrize(
    "signature",
    [
        pytest.param("", id="none"),
        pytest.param("sha256=" + "0" * 64, id="wrong"),
        pytest.param(signed(b"something else"), id="of another body"),
        pytest.param(signed(body(), "another secret"), id="with another secret"),
        pytest.param(signed(body()).removeprefix("sha256="), id="without its kind"),
        pytest.param("sha256=ü", id="no ascii"),
    ],
)
def test_what_is_not_signed_rightly_is_neither_read_nor_stored(tmp_path, signature):
    here = listening(tmp_path)
    answer = send(here, body(), signature=signature.encode())
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert events(here) == 0


def test_without_a_secret_nothing_is_believed(tmp_path):
    here = visit(tmp_path)
    answer = send(here, body(), signature=signed(body(), ""))
    assert (answer.status_code, "SPRINTMIND_JIRA_SECRET" in answer.json()["detail"]) == (401, True)


def test_the_signature_is_of_the_bytes_and_not_of_what_they_mean(tmp_path):
    here = listening(tmp_path)
    content = body()
    respelled = json.dumps(json.loads(content), indent=1).encode()
    assert send(here, respelled, signature=signed(content)).status_code == 401


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"{", id="half of JSON"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xff\xfe", id="no UTF-8"),
        pytest.param(b'{"webhookEvent": "jira:issue_created"}', id="no issue"),
    ],
)
@pytest.mark.parametrize("system", ["jira", "github"])
def test_what_cannot_be_read_is_refused_with_the_reason(tmp_path, content, system):
    here = listening(tmp_path)
    answer = send(here, content, system=system, headers={"X-GitHub-Event": "pull_request"})
    assert answer.status_code == 400
    assert len(answer.json()["detail"].split()) >= 2
    assert events(here) == 0


def test_a_form_is_refused_with_what_to_set(tmp_path):
    answer = send(listening(tmp_path), b"payload=x", headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert (answer.status_code, "application/json" in answer.json()["detail"]) == (400, True)


def test_a_ping_is_taken_and_ignored(tmp_path):
    here = listening(tmp_path)
    content = json.dumps({"zen": "Keep it", "hook_id": 1, "hook": {"type": "Repository"}}).encode()
    answer = send(here, content, system="github", headers={"X-GitHub-Event": "ping"})
    assert answer.status_code == 202
    assert here.app.received("github")[0][0].outcome == "ignored"


def test_another_system_has_no_address(tmp_path):
    assert listening(tmp_path).client.post("/webhooks/gitlab", content=b"{}").status_code == 422


def test_a_ledger_that_cannot_write_lets_the_sender_try_again(tmp_path, monkeypatch):
    here = listening(tmp_path)

    def full(*_, **__):
        raise UnavailableError("the ledger x: the disk is full. Nothing was written.")

    monkeypatch.setattr(here.app, "take", full)
    assert send(here, body()).status_code == 503


def test_many_at_a_time_are_all_recorded_once(tmp_path):
    here = listening(tmp_path)
    bodies = [body(f"NW-{n}", id=str(10000 + n)) for n in range(1, 9)] * 3
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda each: send(here, each), bodies))
    assert {each.status_code for each in answers} == {202}
    assert sum(each.json()["new"] for each in answers) == 8
    assert events(here) == 8


def test_the_last_deliveries_stand_in_the_settings_without_the_secret(tmp_path):
    here = visit(tmp_path, environ=ENVIRON)
    send(here, body())
    send(here, body(), signature=b"sha256=0")
    page = here.get("/settings").text
    assert "http://testserver/webhooks/jira" in page
    assert "understood" in page
    assert "the signature is missing or wrong" in page
    assert SECRET not in page


def test_counts_and_refusals_are_still_there_after_a_restart(tmp_path):
    here = listening(tmp_path)
    for content, signature in ((body(), None), (body(), None), (b"{", None), (body("NW-2"), b"sha256=0")):
        send(here, content, signature=signature)
    after = listening(tmp_path)
    last, counts = after.app.received("jira")
    assert counts == {"understood": 1, "known already": 1, "refused": 2}
    assert [(each.number, each.outcome) for each in last] == [
        (4, "refused"), (3, "refused"), (2, "known already"), (1, "understood"),
    ]  # fmt: skip
    assert [each.body for each in last] == [body("NW-2").decode(), "{", None, None]


def test_what_was_refused_for_want_of_a_secret_is_taken_again_once_there_is_one(tmp_path):
    before = visit(tmp_path)
    assert send(before, body()).status_code == 401
    here = visit(tmp_path, environ=ENVIRON)
    page = here.get("/settings").text
    assert "<strong>1</strong> refused" in page
    answer = here.send("/settings/sources/jira/1/replay")
    assert "Delivery 1 is understood when it was taken again" in answer.text
    assert "Take it again" not in answer.text
    assert here.app.ticket("NW-1", Moment(now=here.app.now()), Caller()).key == "NW-1"
    [kept] = here.app.received("jira")[0]
    assert (kept.outcome, kept.body, kept.signature) == ("replayed", None, "")
    assert SECRET not in page + answer.text


def test_what_is_not_signed_rightly_is_not_taken_by_a_replay_either(tmp_path):
    here = visit(tmp_path, environ=ENVIRON)
    send(here, body(), signature=b"sha256=0")
    answer = here.send("/settings/sources/jira/1/replay")
    assert "Refused again: the signature is missing or wrong" in answer.text
    assert events(here) == 0
    assert "no delivery 9 of jira is kept" in here.send("/settings/sources/jira/9/replay").text


def test_only_so_much_of_what_is_refused_is_kept(tmp_path):
    here = listening(tmp_path)
    for number in range(BODIES + 2):
        send(here, body(f"NW-{number + 1}"), signature=b"sha256=0")
    send(here, b"\xff", signature=b"sha256=0")
    send(here, b"x" * (LARGEST + 1), signature=b"sha256=0")
    last, counts = here.app.received("jira")
    assert counts == {"refused": BODIES + 4}
    assert [each.body is not None for each in last] == [False, False, *[True] * BODIES, False, False]
    for _ in range(KEPT):
        send(here, body())
    assert len(here.app.received("jira")[0]) == KEPT


def test_what_is_refused_takes_only_so_much_room_however_it_is_written(tmp_path):
    here = listening(tmp_path)
    large, wide = b"x" * LARGEST, "ü".encode() * (LARGEST // 2 + 1)
    send(here, b"{", signature=b"sha256=0")
    for content in (*[large] * (TOGETHER // LARGEST), wide):
        send(here, content, signature=b"sha256=0")
    last, _ = here.app.received("jira")
    kept = [each.body for each in last if each.body is not None]
    assert sum(len(each.encode()) for each in kept) == TOGETHER
    assert [each.body is not None for each in last] == [False, *[True] * (TOGETHER // LARGEST), False]
    send(here, b"{}", signature=b"sha256=0")
    assert here.app.received("jira")[0][0].body == "{}"
    assert sum(each.body is not None for each in here.app.received("jira")[0]) == TOGETHER // LARGEST


@pytest.mark.parametrize("content", [body(), b"{"])
def test_of_what_came_without_a_signature_nothing_is_kept_but_that_it_came(tmp_path, content):
    here = listening(tmp_path)
    send(here, content, signature=b"")
    [kept] = here.app.received("jira")[0]
    assert (kept.outcome, kept.body) == ("refused", None)


def test_whoever_is_forgotten_stands_in_no_refused_delivery(tmp_path):
    here = visit(tmp_path, environ=ENVIRON)
    send(here, body(summary="Priya Raman writes the export"), signature=b"sha256=0")
    here.said("- NW-1 is done\n")
    here.app.forget(person="priya")
    send(here, body("NW-2", summary="Priya Raman writes the import"), signature=b"sha256=0")
    send(here, body("NW-3", summary="Tom writes the import"), signature=b"sha256=0")
    assert [each.body is None for each in here.app.received("jira")[0]] == [False, True, True]


def test_where_people_sign_in_only_managers_take_again(tmp_path, monkeypatch):
    monkeypatch.setattr(sign_in, "passwords", lambda: CHEAP)
    here = closed(tmp_path)
    send(here, body(), signature=b"sha256=0")
    enter(here)
    assert "Take it again" not in here.get("/settings").text
    assert here.send("/settings/sources/jira/1/replay").status_code == 403
