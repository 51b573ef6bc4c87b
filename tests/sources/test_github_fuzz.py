"""Whatever comes in, a delivery is read or refused, and never fails in another way."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from github_builders import SAMPLES, at, delivered
from sprintmind.domain.pulls import companions, pull_requests
from sprintmind.intake import DeliveryError

BODIES = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(SAMPLES.glob("*.json"))]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=20),
    st.sampled_from(
        ["2025-09-29T08:00:00Z", "9999-12-31T23:59:59-12:00", "\ud800", "", "NW-1", 0, -1, 2**70, [], {}, [{}], [None]]
    ),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
GONE = object()


def places(value, path=()):
    """All places of a payload."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def changed(body, path, value):
    if not path:
        return None if value is GONE else value
    body = copy.deepcopy(body)
    here = body
    for key in path[:-1]:
        here = here[key]
    if value is GONE:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return body


@st.composite
def mutated(draw):
    body = draw(st.sampled_from(BODIES))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(sorted(places(body), key=repr)))
        body = changed(body, path, draw(st.one_of(st.just(GONE), JUNK)))
    return body


def outcome(body, **more):
    """The events, or the words of the refusal."""
    try:
        return delivered(body, **more)
    except DeliveryError as refusal:
        return str(refusal)


def keys(events):
    return events if isinstance(events, str) else [each.key for each in events]


@given(mutated())
def test_a_changed_payload_is_read_or_refused(body):
    events = outcome(body)
    assert events
    assert keys(outcome(body, received_at=at(5))) == keys(events)
    if not isinstance(events, str):
        observations = [each for event in events for each in event.observations]
        assert all(each.names for each in observations)
        assert companions(observations) is not None
        pull_requests(observations, at=at(10**6))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(body):
    assert outcome(body)


@given(st.sampled_from(BODIES), st.data())
def test_a_truncated_payload_is_refused(body, data):
    raw = json.dumps(body).encode()
    refusal = outcome(raw[: data.draw(st.integers(0, len(raw) - 1))])
    assert isinstance(refusal, str)
    assert "line" in refusal or "empty" in refusal
