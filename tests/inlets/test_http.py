"""One request: retried, waited for, and never told to strangers."""

from datetime import UTC, datetime, timedelta

import pytest

from inlets.local_server import SECRET, Reply, Waiting, api, service, serving
from sprintmind.errors import ConfigError, UnavailableError
from sprintmind.inlets.limits import asked_to_wait

NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)
OK = Reply({"ok": True})


def asking(faults, *, waiting=None):
    """Ask once of a server at which some things go wrong first; what was answered, and how often it was asked."""
    with serving(lambda _: OK) as server:
        server.faults = [("/thing", reply) for reply in faults]
        answer = api(server, waiting.patience if waiting else None).get("/thing")
        return answer.content, len(server.asked)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(Reply({}, 500), id="500"),
        pytest.param(Reply(b"<html>", 502), id="502 with a page"),
        pytest.param(Reply(b'{"ok": tr', cut=True), id="a connection cut in the body"),
    ],
)
def test_what_passes_is_asked_again(fault):
    assert asking([fault, fault]) == ({"ok": True}, 3)


def test_a_server_that_stays_away_is_named_and_what_was_read_is_kept():
    with pytest.raises(UnavailableError, match=r"GitHub at http://127\.0\.0\.1:\d+ did not answer \(status 503\)"):
        asking([Reply({}, 503)] * 3)


def test_without_a_network_it_says_so():
    with serving(lambda _: OK) as server:
        server.address = "http://127.0.0.1:9"
        with pytest.raises(UnavailableError, match="check the network"):
            api(server).get("/thing")


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        pytest.param(
            Reply({"message": "API rate limit exceeded"}, 403,
                  {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(NOW.timestamp()) + 90)}),
            91,
            id="GitHub's primary limit, until its reset",
        ),
        pytest.param(
            Reply({"message": "You have exceeded a secondary rate limit"}, 403, {"Retry-After": "30"}),
            30,
            id="GitHub's secondary limit, as long as it says",
        ),
        pytest.param(
            Reply({"message": "You have exceeded a secondary rate limit"}, 403, {"X-RateLimit-Remaining": "4900"}),
            60,
            id="a secondary limit that tells no time",
        ),
        pytest.param(Reply({}, 429, {"Retry-After": "5"}), 5, id="Jira's limit"),
        pytest.param(Reply({}, 429, {"X-RateLimit-Reset": "2025-10-01T09:02:00Z"}), 121, id="Jira's limit, as a time"),
        pytest.param(Reply({}, 429, {"Retry-After": "Wed, 01 Oct 2025 09:01:00 GMT"}), 60, id="a date"),
        pytest.param(Reply({}, 429, {"Retry-After": "0"}), 1, id="never at once"),
    ],
)  # fmt: skip
def test_a_limit_is_waited_for_as_long_as_it_says(fault, seconds):
    waiting = Waiting(NOW)
    assert asking([fault], waiting=waiting) == ({"ok": True}, 2)
    assert waiting.slept == [seconds]
    assert "rate limit: waiting until" in waiting.told[0]


def test_a_limit_that_tells_no_time_is_waited_for_longer_each_time():
    waiting = Waiting(NOW)
    asking([Reply({}, 429)] * 3, waiting=waiting)
    assert waiting.slept == [60, 120, 240]


def test_an_hour_is_not_waited_for_but_told():
    waiting = Waiting(NOW)
    with pytest.raises(UnavailableError, match=r"used up until 09:50 UTC; what was read so far is kept"):
        asking([Reply({}, 403, {"Retry-After": "3000"})], waiting=waiting)
    assert waiting.slept == []


def test_a_plain_403_is_a_matter_of_scope_and_waits_for_nothing():
    assert asked_to_wait(403, {}, "Resource not accessible by personal access token", now=NOW) is None
    assert asked_to_wait(200, {"x-ratelimit-remaining": "0"}, "", now=NOW) is None
    assert asked_to_wait(429, {"retry-after": "soon"}, "", now=NOW) == timedelta(minutes=1)


@pytest.mark.parametrize(
    ("status", "told"),
    [
        pytest.param(401, "the token in SPRINTMIND_GITHUB_TOKEN is not accepted", id="wrong token"),
        pytest.param(403, "check the scope", id="no permission"),
        pytest.param(404, r"\(Not Found\): check the name", id="no such thing"),
    ],
)
def test_a_refusal_says_what_to_do(status, told):
    with pytest.raises(UnavailableError, match=told) as caught:
        asking([Reply({"message": "Not Found"}, status)])
    assert SECRET not in str(caught.value)


def test_a_sign_in_page_is_no_answer():
    with pytest.raises(UnavailableError, match=r"something else than JSON \(text/html\)"):
        asking([Reply(b"<html>Sign in</html>", headers={"Content-Type": "text/html"})])


def test_a_redirect_on_the_same_server_is_followed_with_the_token():
    with serving(lambda asked: OK if asked.path == "/new" else Reply(None, 301, {"Location": "/new"})) as server:
        assert api(server).get("/old", parameters={"page": 2}).content == {"ok": True}
        assert [each.headers["authorization"] for each in server.asked] == [f"Bearer {SECRET}"] * 2


@pytest.mark.parametrize("leads_to", ["redirect", "next page"])
def test_another_server_is_never_given_the_token(leads_to):
    with serving(lambda _: OK) as stranger, serving(lambda _: OK) as server:
        elsewhere = f"{stranger.address}/thing"
        moved = Reply(None, 302, {"Location": elsewhere})
        linked = Reply([], 200, {"Link": f'<{elsewhere}>; rel="next"'})
        server.faults = [("/thing", moved if leads_to == "redirect" else linked)]
        asked = api(server)
        with pytest.raises(UnavailableError, match="not given the token"):
            asked.get(asked.get("/thing").next or "")
        assert stranger.asked == []


def test_a_circle_of_redirects_ends():
    circle = Reply(None, 302, {"Location": "/thing"})
    with serving(lambda _: circle) as server, pytest.raises(UnavailableError, match="in a circle"):
        api(server).get("/thing")


@pytest.mark.parametrize("address", ["http://jira.northwind.example", "jira.northwind.example", "ftp://x.example", ""])
def test_a_token_goes_over_no_open_line(address):
    with serving(lambda _: OK) as server, pytest.raises(ConfigError, match="expected https"):
        service(server, address=address)


def test_no_representation_shows_the_token():
    with serving(lambda _: OK) as server:
        assert SECRET not in repr(api(server))


def test_what_has_not_changed_is_not_sent_again():
    with serving(lambda _: OK) as server:
        asked = api(server)
        first = asked.get("/thing")
        again = asked.get("/thing", etag=first.etag)
    assert first.content == {"ok": True}
    assert again.unchanged
    assert again.content is None
