"""Which event a delivery is, what is refused, and that the same content is the same event."""

import codecs
import hashlib
import hmac
import json
from urllib.parse import quote_plus

import pytest

from github_builders import SAMPLES, START, at, delivered, sample
from sprintmind.intake import DeliveryError
from sprintmind.sources.github.accounts import login_of
from sprintmind.sources.github.payload import moment
from sprintmind.sources.github.signature import signed


def kinds(*given, **more):
    return [each.kind for each in delivered(*given, **more)]


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_sample_is_read_twice_as_the_same_events(path):
    first = delivered(path)
    again = delivered(path, received_at=at(999))
    assert first
    assert [each.key for each in first] == [each.key for each in again]
    assert {each.kind for each in first if not each.ignored} or path.stem in ("ping", "label__created")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_the_shape_of_a_body_tells_what_its_file_name_tells(path):
    assert kinds(path.read_bytes())[0] in (kinds(path)[0], "unknown")


def test_the_name_comes_from_the_transport_then_the_wrapper_then_the_file_then_the_shape():
    body = sample("create")
    assert kinds(body, name="delete", filename="push.json") == ["delete"]
    assert kinds({"name": "delete", "payload": body}, filename="push.json") == ["delete"]
    assert kinds({"event": "delete", "payload": body}, filename="push.json") == ["delete"]
    assert kinds(body, filename="delete__branch.json") == ["delete"]
    assert kinds(body, filename="delete.1.json") == ["delete"]
    assert kinds(body, filename="01_whatever.json") == ["create"]


def test_a_form_encoded_body_is_read():
    body = b"payload=" + quote_plus(json.dumps(sample("push"))).encode()
    assert [each.key for each in delivered(body)] == [each.key for each in delivered(sample("push"))]


def test_a_byte_order_mark_is_no_matter():
    raw = json.dumps(sample("push")).encode()
    assert delivered(codecs.BOM_UTF8 + raw) == delivered(raw)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        pytest.param(b"", "the body is empty", id="empty"),
        pytest.param(b"  \n", "the body is empty", id="blank"),
        pytest.param(b'{"action": "opened",\n "pull_', "line 2, column 2", id="truncated"),
        pytest.param(b"<html>", "line 1, column 1", id="no JSON"),
        pytest.param('{"a": "ü"}'.encode("latin-1"), "byte 8: this is not UTF-8", id="latin-1"),
        pytest.param('{"a": 1}'.encode("utf-16"), "UTF-16; expected UTF-8", id="UTF-16"),
        pytest.param(b"[" * 200_000, "nested too deeply", id="deep"),
        pytest.param(b'{"number": NaN}', "NaN is no JSON number", id="NaN"),
        pytest.param(b'{"number": ' + b"9" * 5000 + b"}", "not JSON that can be read", id="endless number"),
        pytest.param(b"payload=%7B", "line 1, column 2", id="truncated form"),
        pytest.param(b"payload=", "field `payload`", id="form without a payload"),
        pytest.param(b"[]", "the payload: expected an object", id="an empty list"),
        pytest.param(b"[1, 2]", "[0]: expected an object, found 1", id="a list of numbers"),
        pytest.param(b'"text"', "the payload: expected an object, found 'text'", id="a text"),
        pytest.param(b'{"hello": "world"}', "found an object with 'hello'", id="something else"),
        pytest.param(b"{}", "found an object with nothing in it", id="nothing"),
        pytest.param(b'{"total_count": 0, "check_runs": []}', "check_runs: expected at least one", id="an empty page"),
    ],
)
def test_what_is_no_payload_is_refused_with_the_place(body, says):
    with pytest.raises(DeliveryError) as refusal:
        delivered(body)
    assert says in str(refusal.value)


@pytest.mark.parametrize("name", ["pull_request", "push", "status", "ping", "workflow_job", "nonsense"])
def test_a_name_makes_no_payload_of_something_else(name):
    with pytest.raises(DeliveryError):
        delivered({"hello": "world"}, name=name)


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        pytest.param("pull_request", None, "pull_request: expected an object, found nothing", id="no pull request"),
        pytest.param("pull_request.number", "12", "number: expected a whole number, found '12'", id="text"),
        pytest.param("pull_request.number", True, "pull_request.number: expected a whole number, found True", id="yes"),
        pytest.param("pull_request.head.sha", 7, "pull_request.head.sha: expected text, found 7", id="a number as SHA"),
        pytest.param("pull_request.head", [], "pull_request.head.ref: expected text, found nothing", id="no head"),
        pytest.param("pull_request.state", "weird", "expected open or closed, found 'weird'", id="state"),
        pytest.param("pull_request.updated_at", "soon", "pull_request.updated_at: expected a time", id="time"),
        pytest.param("pull_request.updated_at", "2025-09-29T08:00:00", "expected a time", id="time without a zone"),
        pytest.param("pull_request.draft", "no", "pull_request.draft: expected true or false", id="draft"),
        pytest.param("pull_request.body", {}, "pull_request.body: expected text, found an object", id="body"),
    ],
)
def test_a_wrong_value_is_refused_with_its_path(place, value, says):
    body = sample("pull_request__opened")
    *way, last = place.split(".")
    here = body
    for key in way:
        here = here[key]
    here[last] = value
    with pytest.raises(DeliveryError) as refusal:
        delivered(body, name="pull_request")
    assert says in str(refusal.value)


def test_what_is_not_read_is_kept_with_its_reason():
    (event,) = delivered(SAMPLES / "label__created.json")
    assert event.ignored == "nothing is read from GitHub's label events"
    (event,) = delivered(sample("label__created"), name="brand_new_event")
    assert event.ignored == "nothing is read from GitHub's brand_new_event events"


def test_a_signature_is_checked_over_the_raw_body():
    right = "sha256=" + hmac.new(b"secret", b'{"a":1}', hashlib.sha256).hexdigest()
    assert signed(b'{"a":1}', secret="secret", signature=right)
    assert not signed(b'{"a": 1}', secret="secret", signature=right)
    assert not signed(b'{"a":1}', secret="other", signature=right)
    assert not signed(b'{"a":1}', secret="secret", signature=None)
    assert not signed(b'{"a":1}', secret="secret", signature="sha256=ü")
    assert not signed(b"", secret="", signature="sha256=" + hmac.new(b"", b"", hashlib.sha256).hexdigest())


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("2025-09-29T08:00:00Z", START, id="UTC"),
        pytest.param("2025-09-29T08:00:00.999Z", START, id="milliseconds"),
        pytest.param("2025-09-29T10:00:00+02:00", START, id="offset"),
        pytest.param(int(START.timestamp()), START, id="seconds since 1970"),
        pytest.param("2025-09-29", None, id="a day"),
        pytest.param("0001-01-01T00:00:00+14:00", None, id="before time"),
        pytest.param(10**18, None, id="after time"),
        pytest.param(True, None, id="yes"),
    ],
)
def test_times(written, expected):
    assert moment(written) == expected


def test_a_noreply_address_is_a_login():
    assert login_of("5101+priya-r@users.noreply.github.com") == "priya-r"
    assert login_of("priya-r@users.noreply.github.com") == "priya-r"
    assert login_of("49699333+dependabot[bot]@users.noreply.github.com") == "dependabot[bot]"
    assert login_of("priya@northwind.example") is None


def test_a_review_that_names_its_pull_request_by_number_only_is_the_webhooks_review():
    hook = sample("pull_request_review__submitted")
    bare = {**hook, "pull_request": {"number": hook["pull_request"]["number"]}}
    told, _ = delivered(hook, name="pull_request_review")
    assert [event.key for event in delivered(bare, name="pull_request_review")] == [told.key]
